// Checks that the header of the recorder also compiles as C++; nothing is linked with this file.
#define HITMAP_RECORDER_IMPLEMENTATION
#include "core/trace/recorder/recorder.h"
