#pragma once

#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Counts what the lanes of a request ask for beside elements: nodes, and sectors of local memory.
class LaneCounts {
public:
    using Counts = std::array<std::uint64_t, warp_size>; ///< [lanes]

    explicit LaneCounts(const RecordingInfo& info);
    [[nodiscard]] bool has_nodes() const { return !nodes_.empty(); }
    /// Whether the request may contain nodes.
    [[nodiscard]] bool may_have_nodes(const RequestBlock::Entry& entry) const;
    /// Whether the request accesses local memory.
    [[nodiscard]] bool is_of_stack(const RequestBlock::Entry& entry) const;

    /// Sets the counts of the active lanes of `mask`: nodes whose first byte the lane accesses.
    void count_nodes(const RequestView& block, const RequestBlock::Entry& entry, std::uint32_t mask,
                     Counts& counts) const;
    /// The same: sectors in StackSums::unit. Local memory is interleaved (Coalescer): the same word of eight
    /// neighbouring lanes is a sector, which is shared equally by those of them that access it (StackSums).
    void count_stack(const RequestView& block, const RequestBlock::Entry& entry, std::uint32_t mask,
                     Counts& counts) const;

private:
    struct Nodes {
        std::uint64_t address;
        std::uint64_t bytes;
        std::uint32_t stride;
    };
    [[nodiscard]] static std::uint64_t starts_of_nodes(const Nodes& nodes, std::uint64_t address,
                                                       std::uint64_t bytes);

    const RecordingInfo& info_;
    std::vector<Nodes> nodes_;
};

} // namespace hitmap
