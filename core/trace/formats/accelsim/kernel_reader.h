#pragma once

#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/formats/accelsim/sass_instructions.h"
#include "core/trace/import/recording_format.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>

namespace hitmap::accelsim {

/// How the parts of a launch that a file does not have are modelled.
struct LaunchModel {
    std::uint32_t launch = 0; ///< index
    std::uint32_t sms = 0;
    std::uint32_t blocks_per_sm = 0; ///< resident ones
};

/// What a launch took.
struct LaunchExtent {
    std::uint32_t sms = 0;         ///< the highest SM and 1
    std::uint32_t slots = 0;       ///< the highest warp slot and 1
    std::uint32_t local_bytes = 0; ///< per thread
};

/// Reads the requests of a kernel file into the sink. Requests keep their order if the file has it; otherwise
/// BlockSchedule gives them one. Throws FileError, Cancelled, and what the sink throws.
[[nodiscard]] LaunchExtent read_kernel(const ByteSource& file, const KernelHeader& header,
                                       const LaunchModel& model, SassInstructions& instructions,
                                       RecordingSink& sink, const ImportContext& context);

} // namespace hitmap::accelsim
