#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The bytes of one buffer: those of an allocation in the table of the recording or, for addresses outside
/// all allocations, the range of the touched bytes.
struct BufferExtent {
    Space space = Space::global;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::optional<std::uint32_t> allocation; ///< index in the table; none: found by clustering
};

/// Finds the buffers of a recording, by rising address; those in global memory come first.
///
/// Addresses outside the allocations are clustered. The touched addresses of an instruction are cut where
/// they leave out a gap of more than 2 MiB, the unit in which drivers map memory. Pieces of two instructions
/// that overlap belong to one buffer: an instruction accesses one buffer as a rule. There are at most 512
/// clusters: more are joined where gaps are smallest. Local and shared memory are one buffer each, if they
/// are accessed and no allocation contains them.
[[nodiscard]] std::vector<BufferExtent> find_buffers(const HmtFile& file, ThreadPool& pool,
                                                     const JobContext& job);

/// Finds the global buffer of an address.
class BufferLookup {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// `buffers` must not overlap within global memory and be sorted, as those of find_buffers().
    explicit BufferLookup(const std::vector<BufferExtent>& buffers);
    /// Returns the index of the buffer that contains the address, or none.
    /// @param hint  the index that is tried first
    [[nodiscard]] std::uint32_t find(std::uint64_t address, std::uint32_t hint) const;

private:
    std::vector<std::uint64_t> begins_;
    std::vector<std::uint64_t> ends_;
};

} // namespace hitmap
