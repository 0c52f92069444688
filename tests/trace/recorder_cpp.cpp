// The recorder is compiled as C++ as well; nothing is linked with this.
#define HITMAP_RECORDER_IMPLEMENTATION
#include "core/trace/recorder/recorder.h"
