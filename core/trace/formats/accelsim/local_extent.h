#pragma once

#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/import/recording_format.h"
#include "core/trace/io/byte_stream.h"

#include <cstdint>

namespace hitmap::accelsim {

/// The part of the window of local memory that a kernel accesses.
struct LocalExtent {
    std::uint64_t first = 0; ///< offset of its first byte, a multiple of 4
    std::uint64_t end = 0;   ///< offset behind its last byte
};

/// Reads a kernel file for its local memory alone. Throws FileError, Cancelled.
[[nodiscard]] LocalExtent read_local_extent(const ByteSource& file, const KernelHeader& header,
                                            const ImportContext& context);

} // namespace hitmap::accelsim
