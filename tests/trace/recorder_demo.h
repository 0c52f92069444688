#ifndef HITMAP_TESTS_TRACE_RECORDER_DEMO_H
#define HITMAP_TESTS_TRACE_RECORDER_DEMO_H

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a small recording in C. Returns 0, or -1 and what failed in `error`, of 512 bytes. */
int record_demo(const char* path, char* error);

#ifdef __cplusplus
}
#endif

#endif
