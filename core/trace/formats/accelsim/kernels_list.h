#pragma once

#include "core/jobs/progress.h"
#include "core/trace/import/import_warnings.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap::accelsim {

/// A kernel file of a list.
struct ListedKernel {
    std::string path;       ///< relative to the folder of the list
    std::uint64_t line = 0; ///< of the list, from 1
    friend bool operator==(const ListedKernel&, const ListedKernel&) = default;
};

/// What a list of kernels (kernelslist.g) names, in its order.
struct KernelsList {
    std::vector<ListedKernel> kernels;
    /// The memory that was copied to the device, as copy#1, copy#2 and so on in the order of the list, and
    /// allocated memory as malloc#1 and so on. Ranges that overlap are one allocation.
    std::vector<Allocation> allocations;
};

/// Throws FileError: a line that is none of a list, a path that leaves the folder.
[[nodiscard]] KernelsList read_kernels_list(const ByteSource& file, const JobContext& job,
                                            ImportWarnings& warnings);

/// Whether a text begins as a list of kernels does.
[[nodiscard]] bool begins_as_kernels_list(std::string_view start);

} // namespace hitmap::accelsim
