#pragma once

#include "core/trace/recorder/recorder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

namespace hitmap {

/// The path of a file for a test of the recorder.
inline std::string temporary_recording(const std::string& name) {
    return (std::filesystem::path(testing::TempDir()) / ("hitmap_recorder_" + name)).string();
}

class FreeRecorder {
public:
    void operator()(hmt_recorder* recorder) const { hmt_free(recorder); }
};
using Recorder = std::unique_ptr<hmt_recorder, FreeRecorder>;

/// A load of 12 bytes of a buffer of faces, the one instruction that tests need.
inline void add_face_load(hmt_recorder* r) {
    const hmt_allocation faces{"faces", HMT_FACES, HMT_GLOBAL, 0x100, 24, 12, 12};
    const hmt_instruction load{HMT_LOAD, HMT_GLOBAL, 12, "f", "f.c", 1, 1};
    hmt_add_allocation(r, &faces);
    hmt_add_instruction(r, &load);
}
inline void begin_launch(hmt_recorder* r) {
    const hmt_launch launch{"k", {1, 1, 1}, {32, 1, 1}, 0, 0};
    hmt_begin_launch(r, &launch);
}
inline void add_request(hmt_recorder* r, const hmt_request& q) {
    hmt_add_request(r, &q);
}

} // namespace hitmap
