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

} // namespace hitmap
