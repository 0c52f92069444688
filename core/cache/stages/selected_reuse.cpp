#include "core/cache/stages/selected_reuse.h"

#include "core/cache/coalescing/coalesce.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace hitmap {

SelectedReuse::SelectedReuse(const RecordingInfo& info, ElementSelection selection,
                             std::vector<MemoryPath> paths, std::uint32_t line_bytes)
    : ranges_(info),
      selection_(std::move(selection)),
      paths_(std::move(paths)),
      sector_bits_(static_cast<unsigned>(std::countr_zero(line_bytes / Coalescer::sector_bytes))) {
    for (const Instruction& instruction : info.instructions) {
        bytes_.push_back(std::max<std::uint16_t>(instruction.bytes_per_lane, 1));
        is_global_.push_back(instruction.space == Space::global ? 1 : 0);
    }
}

void SelectedReuse::count(const PipelineBlock& block, const JobContext& job) {
    job.check();
    const auto& entries = block.input.requests.entries;
    for (std::size_t request = 0; request < entries.size(); ++request)
        if (is_global_[entries[request].instruction] != 0) count_request(block, request);
}

void SelectedReuse::count_request(const PipelineBlock& block, std::size_t request) {
    const auto& entry = block.input.requests.entries[request];
    const std::uint64_t* address = block.input.requests.addresses.data() + entry.first_address;
    const std::uint64_t more_bytes = bytes_[entry.instruction] - 1U;
    std::size_t range = 0;
    seen_.clear();
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        const std::uint64_t space = std::numeric_limits<std::uint64_t>::max() - *address;
        ranges_.for_each(
            *address, *address + std::min(more_bytes, space), range,
            [&](std::uint8_t kind, std::uint32_t element, std::uint64_t first, std::uint64_t last) {
                if (kind != selection_.kind ||
                    !std::binary_search(selection_.elements.begin(), selection_.elements.end(), element))
                    return;
                for (std::uint64_t sector = first / 32; sector <= last / 32; ++sector) {
                    if (std::find(seen_.begin(), seen_.end(), Seen{sector, element}) != seen_.end()) continue;
                    seen_.push_back({sector, element});
                    count_sector(block, request, sector);
                }
            });
    }
}

void SelectedReuse::count_sector(const PipelineBlock& block, std::size_t request, std::uint64_t sector) {
    const MemoryPath path = paths_[block.input.requests.entries[request].instruction];
    const auto lines = block.coalesced.numbers_of(request);
    const auto line = std::find(lines.begin(), lines.end(), sector >> sector_bits_);
    if (line == lines.end()) return;
    const auto at = static_cast<std::size_t>(&*line - block.coalesced.numbers.data());
    const LineReuse& reuse = block.reuse.lines[at];
    const auto s = static_cast<unsigned>(sector & ((1U << sector_bits_) - 1));
    if (looks_into_l1(path)) l1_.add(reuse.l1.bins[s], (reuse.l1.within >> s & 1U) != 0);
    if ((block.l1.to_l2[at] >> s & 1U) != 0) l2_.add(reuse.l2.bins[s], (reuse.l2.within >> s & 1U) != 0);
}

} // namespace hitmap
