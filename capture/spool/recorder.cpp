// The recorder, which is a header, compiled once for the capture.
#define HITMAP_RECORDER_IMPLEMENTATION
#include "core/trace/recorder/recorder.h"
