#pragma once

#include "core/trace/import/recording_format.h"

namespace hitmap {

/// A format of recordings of programs that run on a CPU. CpuRecording takes no other format, so that none of
/// them is taken for one of a GPU.
class CpuFormat : public RecordingFormat {
public:
    [[nodiscard]] bool is_of_cpu() const final { return true; }
};

} // namespace hitmap
