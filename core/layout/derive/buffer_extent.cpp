#include "core/layout/derive/buffer_extent.h"

#include "core/layout/derive/survey_blocks.h"
#include "core/layout/derive/touched_ranges.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace hitmap {

namespace {

/// Accesses outside the table of allocations.
struct UnlistedAccesses {
    TouchedRanges global;
    std::array<TouchedRanges::Range, 3> windows; ///< [space] of local and shared memory
};

/// The allocations of the table in global memory, without those that overlap an earlier one.
std::vector<BufferExtent> listed_buffers(const RecordingInfo& info) {
    std::vector<BufferExtent> listed;
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        if (a.bytes != 0 && a.space == Space::global)
            listed.push_back({a.space, a.address, a.address + a.bytes, i});
    }
    std::sort(listed.begin(), listed.end(), [](const BufferExtent& a, const BufferExtent& b) {
        return std::tuple(a.begin, a.allocation) < std::tuple(b.begin, b.allocation);
    });
    std::vector<BufferExtent> disjoint;
    for (const BufferExtent& extent : listed)
        if (disjoint.empty() || disjoint.back().end <= extent.begin) disjoint.push_back(extent);
    return disjoint;
}

void add_request(const Instruction& instruction, std::uint32_t number,
                 std::span<const std::uint64_t> addresses, const BufferLookup& listed,
                 UnlistedAccesses& unlisted) {
    const std::uint64_t bytes = std::max<std::uint64_t>(instruction.bytes_per_lane, 1);
    std::uint32_t hint = 0;
    for (const std::uint64_t address : addresses) {
        const std::uint64_t end = address > ~bytes ? ~std::uint64_t{0} : address + bytes;
        if (instruction.space == Space::global) {
            const std::uint32_t found = listed.find(address, hint);
            if (found == BufferLookup::none)
                unlisted.global.add(number, address, end);
            else
                hint = found;
        } else {
            auto& window = unlisted.windows[static_cast<std::size_t>(instruction.space)];
            window.begin = std::min(window.begin, address);
            window.end = std::max(window.end, end);
        }
    }
}

UnlistedAccesses unlisted_accesses(const HmtFile& file, const BufferLookup& listed, ThreadPool& pool,
                                   const JobContext& job) {
    UnlistedAccesses all;
    const auto& instructions = file.info().instructions;
    const auto examine = [&](const RequestBlock& block, UnlistedAccesses& part) {
        for_each_request(block, job, [&](const RequestBlock::Entry& entry, auto addresses) {
            add_request(instructions[entry.instruction], entry.instruction, addresses, listed, part);
        });
    };
    survey_blocks<UnlistedAccesses>(file, pool, job, examine, [&](UnlistedAccesses&& part) {
        all.global.merge(part.global);
        for (std::size_t space = 0; space < all.windows.size(); ++space) {
            all.windows[space].begin = std::min(all.windows[space].begin, part.windows[space].begin);
            all.windows[space].end = std::max(all.windows[space].end, part.windows[space].end);
        }
    });
    return all;
}

/// Joins pieces that overlap.
std::vector<BufferExtent> clusters(const std::vector<TouchedRanges::Piece>& pieces) {
    std::vector<BufferExtent> found;
    for (const auto& [instruction, range] : pieces) {
        if (!found.empty() && range.begin < found.back().end)
            found.back().end = std::max(found.back().end, range.end);
        else
            found.push_back({Space::global, range.begin, range.end, {}});
    }
    return found;
}

/// Joins clusters, those with the smallest gaps first, until at most `most` are left.
void join_to(std::size_t most, std::vector<BufferExtent>& found) {
    if (found.size() <= most) return;
    std::vector<std::uint64_t> gaps;
    for (std::size_t i = 1; i < found.size(); ++i)
        gaps.push_back(found[i].begin - found[i - 1].end);
    const auto largest_joined = gaps.begin() + static_cast<std::ptrdiff_t>(found.size() - most - 1);
    std::nth_element(gaps.begin(), largest_joined, gaps.end());
    std::vector<BufferExtent> joined;
    for (const BufferExtent& cluster : found) {
        if (!joined.empty() && cluster.begin - joined.back().end <= *largest_joined)
            joined.back().end = cluster.end;
        else
            joined.push_back(cluster);
    }
    found = std::move(joined);
}

/// Cuts clusters at the allocations of the table: the addresses between two pieces of a cluster may be
/// listed.
std::vector<BufferExtent> without_listed(const std::vector<BufferExtent>& found,
                                         const std::vector<BufferExtent>& listed) {
    std::vector<BufferExtent> rest;
    auto allocation = listed.begin();
    for (BufferExtent cluster : found) {
        while (allocation != listed.end() && allocation->end <= cluster.begin)
            ++allocation;
        for (auto inside = allocation; inside != listed.end() && inside->begin < cluster.end; ++inside) {
            if (cluster.begin < inside->begin)
                rest.push_back({cluster.space, cluster.begin, inside->begin, {}});
            cluster.begin = std::min(cluster.end, inside->end);
        }
        if (cluster.begin < cluster.end) rest.push_back(cluster);
    }
    return rest;
}

/// The buffers of local and shared memory: allocations of the table, or else what is accessed.
void add_windows(const RecordingInfo& info, const UnlistedAccesses& accesses,
                 std::vector<BufferExtent>& out) {
    for (const Space space : {Space::local, Space::shared}) {
        bool listed = false;
        for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
            const Allocation& a = info.allocations[i];
            if (a.space != space) continue;
            out.push_back({space, a.address, a.address + a.bytes, i});
            listed = true;
        }
        const auto& window = accesses.windows[static_cast<std::size_t>(space)];
        if (!listed && window.begin < window.end) out.push_back({space, window.begin, window.end, {}});
    }
}

} // namespace

BufferLookup::BufferLookup(const std::vector<BufferExtent>& buffers) {
    for (const BufferExtent& buffer : buffers) {
        if (buffer.space != Space::global) break;
        begins_.push_back(buffer.begin);
        ends_.push_back(buffer.end);
    }
}

std::uint32_t BufferLookup::find(std::uint64_t address, std::uint32_t hint) const {
    if (hint < begins_.size() && begins_[hint] <= address && address < ends_[hint]) return hint;
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), address);
    if (after == begins_.begin()) return none;
    const auto index = static_cast<std::uint32_t>(after - begins_.begin() - 1);
    return address < ends_[index] ? index : none;
}

std::vector<BufferExtent> find_buffers(const HmtFile& file, ThreadPool& pool, const JobContext& job) {
    job.begin("finding the buffers", file.info().requests, "requests");
    std::vector<BufferExtent> listed = listed_buffers(file.info());
    const UnlistedAccesses accesses = unlisted_accesses(file, BufferLookup(listed), pool, job);
    constexpr std::size_t most_clusters = 512;
    std::vector<BufferExtent> found = clusters(accesses.global.pieces());
    join_to(most_clusters, found);
    std::vector<BufferExtent> all = without_listed(found, listed);
    all.insert(all.end(), listed.begin(), listed.end());
    std::sort(all.begin(), all.end(),
              [](const BufferExtent& a, const BufferExtent& b) { return a.begin < b.begin; });
    add_windows(file.info(), accesses, all);
    return all;
}

} // namespace hitmap
