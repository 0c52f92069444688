#include "core/cache/stages/local_traffic.h"

#include "core/cache/coalescing/coalesce.h"

#include <algorithm>
#include <bit>

namespace hitmap {

namespace {

constexpr std::uint64_t local_word = 4;        ///< unit of interleaving by lane, in bytes
constexpr std::uint64_t lanes_of_a_sector = 8; ///< lanes whose words of 4 bytes fill a sector

LocalSector::Kind kind_of(MemoryPath path) {
    if (path == MemoryPath::atomic) return LocalSector::Kind::atomic;
    return path == MemoryPath::local_store ? LocalSector::Kind::stored : LocalSector::Kind::loaded;
}

} // namespace

LocalTraffic::LocalTraffic(const RecordingInfo& info, std::vector<MemoryPath> paths, std::uint32_t line_bytes)
    : paths_(std::move(paths)), sectors_a_line_(static_cast<unsigned>(line_bytes / Coalescer::sector_bytes)) {
    for (const Instruction& instruction : info.instructions) {
        is_local_.push_back(instruction.space == Space::local ? 1 : 0);
        bytes_.push_back(std::max<std::uint16_t>(instruction.bytes_per_lane, 1));
    }
}

void LocalTraffic::give(const PipelineBlock& block, LocalTrafficSink& sink, const JobContext& job) {
    const RequestView& requests = block.input.requests;
    std::size_t next_back = 0;
    for (std::uint32_t i = 0; i < requests.entries.size(); ++i) {
        if (i % 1024 == 0) job.check();
        const auto& entry = requests.entries[i];
        const bool is_local = is_local_[entry.instruction] != 0;
        const bool evicts = block.end_of_write_backs(i, next_back) != next_back;
        if (!is_local && !evicts) continue;
        askers_.clear();
        if (is_local) find_askers(requests, entry);
        add_lines(block, i, next_back);
        const auto lanes = static_cast<std::uint32_t>(std::popcount(entry.mask));
        sink.add({entry, requests.first_request.value + i, block.input.launch_ordinals[i],
                  is_local ? lanes : 0, sectors_});
    }
}

/// Finds the lanes that access each sector. Local memory is interleaved: a word of all lanes takes
/// consecutive sectors, each of which has the words of eight lanes.
void LocalTraffic::find_askers(const RequestView& block, const RequestBlock::Entry& entry) {
    constexpr std::uint64_t most_words = std::uint64_t{1} << 40; // exceeds the number of words of any lane
    const std::uint64_t more_bytes = bytes_[entry.instruction] - 1U;
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        if (*address / local_word >= most_words) {
            askers_.clear();
            return;
        }
        for (std::uint64_t word = *address / local_word; word <= (*address + more_bytes) / local_word;
             ++word) {
            const std::uint64_t sector = word * (warp_size / lanes_of_a_sector) + lane / lanes_of_a_sector;
            if (!askers_.empty() && askers_.back().first == sector)
                askers_.back().second |= 1U << lane;
            else
                askers_.emplace_back(sector, 1U << lane);
        }
    }
    sort_askers();
}

/// Sorts the askers by sector and joins those of the same sector.
void LocalTraffic::sort_askers() {
    const auto is_before = [](const Asker& a, const Asker& b) { return a.first < b.first; };
    const auto is_not_before = [](const Asker& a, const Asker& b) { return a.first >= b.first; };
    if (std::adjacent_find(askers_.begin(), askers_.end(), is_not_before) == askers_.end()) return;
    std::sort(askers_.begin(), askers_.end(), is_before);
    std::size_t last = 0;
    for (std::size_t i = 1; i < askers_.size(); ++i) {
        if (askers_[i].first == askers_[last].first)
            askers_[last].second |= askers_[i].second;
        else
            askers_[++last] = askers_[i];
    }
    askers_.resize(last + 1);
}

void LocalTraffic::add_lines(const PipelineBlock& block, std::size_t request, std::size_t& next_back) {
    sectors_.clear();
    const std::uint32_t first = block.coalesced.first_line[request];
    const std::uint32_t last = block.coalesced.first_line[request + 1];
    const auto& entry = block.input.requests.entries[request];
    const MemoryPath path = paths_[entry.instruction];
    const bool is_local = is_local_[entry.instruction] != 0;
    std::size_t count = 0;
    if (is_local)
        for (std::uint32_t at = first; at < last; ++at)
            count += static_cast<std::size_t>(std::popcount(block.coalesced.sectors[at]));
    const bool knows_lanes = count == askers_.size(); // false if addresses wrap around
    std::size_t asker = 0;
    for (std::uint32_t at = first; at < last; ++at) {
        for (; next_back < block.l1.write_backs.size() && block.l1.write_backs[next_back].evicted_by == at;
             ++next_back)
            add_write_back(block.l1.write_backs[next_back], block.l2.write_back_hits[next_back]);
        if (!is_local) continue;
        const LineRequest line = block.coalesced.line(at);
        const LineOutcome outcome = block.outcome(at);
        for (std::uint32_t rest = line.sectors; rest != 0; rest &= rest - 1, ++asker) {
            const std::uint32_t bit = rest & ~(rest - 1);
            sectors_.push_back({line.line * sectors_a_line_ + static_cast<unsigned>(std::countr_zero(rest)),
                                knows_lanes ? askers_[asker].second : 0, kind_of(path), looks_into_l1(path),
                                (outcome.l1_hits & bit) != 0, (outcome.to_l2 & bit) != 0,
                                (outcome.l2_hits & bit) != 0});
        }
    }
}

void LocalTraffic::add_write_back(const WriteBack& back, LineSectors l2_hits) {
    for (std::uint32_t rest = back.sectors; rest != 0; rest &= rest - 1)
        sectors_.push_back({back.line * sectors_a_line_ + static_cast<unsigned>(std::countr_zero(rest)), 0,
                            LocalSector::Kind::written_back, false, false, true,
                            (l2_hits & rest & ~(rest - 1)) != 0});
}

} // namespace hitmap
