#include "core/profile/elements/access_matcher.h"

#include <algorithm>

namespace hitmap {

AccessMatcher::AccessMatcher(const HmtFile& file, const LaneRuns* runs, const AccessSelection& selection)
    : file_(file),
      runs_(runs),
      selection_(selection),
      counts_requests_(file.info().axis_is_requests()),
      finder_(file.info()),
      allocations_(file.info()) {
    if (!selection.pixel || runs == nullptr) return;
    for (const LaneRun& run : runs->of_pixel(*selection.pixel))
        add_warp_of(run);
}

void AccessMatcher::add_warp_of(const LaneRun& run) {
    const auto known = std::ranges::find_if(
        warps_, [&](const Warp& each) { return each.launch == run.launch && each.warp == run.warp; });
    if (known == warps_.end()) {
        warps_.push_back({run.launch, run.warp, run.first_request, run.last_request, {run}});
        return;
    }
    Warp& warp = *known;
    warp.first_request = std::min(warp.first_request, run.first_request);
    warp.last_request = std::max(warp.last_request, run.last_request);
    warp.runs.push_back(run);
}

bool AccessMatcher::may_match_block(std::size_t i) const {
    const HmtBlock& block = file_.blocks()[i];
    const std::uint64_t first = block.first_request.value;
    const std::uint64_t last = first + block.requests;
    if (selection_.window) {
        const bool is_last = i + 1 == file_.blocks().size();
        const std::uint64_t next =
            is_last ? file_.info().positions() : file_.blocks()[i + 1].first_position.value;
        const TimeWindow positions =
            counts_requests_ ? TimeWindow{first, last} : TimeWindow{block.first_position.value, next + 1};
        if (positions.last <= selection_.window->first || positions.first >= selection_.window->last)
            return false;
    }
    if (!selection_.pixel) return true;
    return std::ranges::any_of(warps_, [&](const Warp& warp) {
        return std::ranges::any_of(warp.runs, [&](const LaneRun& run) {
            return run.first_request < last && first < run.last_request;
        });
    });
}

bool AccessMatcher::may_match_from(std::uint64_t request, std::uint64_t position) const {
    if (selection_.window && (counts_requests_ ? request : position) >= selection_.window->last) return false;
    return !selection_.pixel ||
           std::ranges::any_of(warps_, [&](const Warp& warp) { return request < warp.last_request; });
}

std::vector<std::uint32_t> AccessMatcher::sms_of_pixel(const RequestsBySm& requests) const {
    std::vector<std::uint32_t> sms;
    for (const Warp& warp : warps_) {
        const auto of_warp = requests.sms_of(warp.launch, warp.warp);
        sms.insert(sms.end(), of_warp.begin(), of_warp.end());
    }
    std::ranges::sort(sms);
    sms.erase(std::unique(sms.begin(), sms.end()), sms.end());
    return sms;
}

std::uint32_t AccessMatcher::lanes_of(std::uint64_t request, const RequestBlock::Entry& entry) const {
    if (!selection_.pixel)
        return selection_.parts.counts_instruction(entry.instruction) ? entry.mask : std::uint32_t{0};
    std::uint32_t lanes = 0;
    for (const Warp& warp : warps_) {
        const bool matches = warp.warp == entry.warp && warp.launch == entry.launch &&
                             request >= warp.first_request && request < warp.last_request;
        if (!matches || !selection_.parts.counts_instruction(entry.instruction)) continue;
        for (const LaneRun& run : warp.runs)
            if (run.first_request <= request && request < run.last_request) lanes |= 1U << run.lane;
    }
    return lanes & entry.mask;
}

bool AccessMatcher::selects_position(std::uint64_t position) const {
    return !selection_.window || (position >= selection_.window->first && position < selection_.window->last);
}

bool AccessMatcher::selects_bytes(std::uint32_t number, std::uint64_t address) const {
    if (!selection_.bytes) return true;
    const Instruction& instruction = file_.info().instructions[number];
    if (instruction.space != selection_.bytes->space) return false;
    const std::uint64_t size = std::max<std::uint64_t>(instruction.bytes_per_lane, 1);
    if (address >= selection_.bytes->end) return false;
    return address >= selection_.bytes->begin || selection_.bytes->begin - address < size;
}

bool AccessMatcher::selects(const LaneAccess& access) const {
    const bool allocation = selection_.parts.allocations.empty() ||
                            (access.allocation && selection_.parts.counts_allocation(*access.allocation));
    if (!allocation || !selection_.rays) return allocation;
    const std::optional<LaneTag> tag = tag_of(access);
    return tag && selection_.rays->has(*tag);
}

std::optional<std::uint32_t> AccessMatcher::allocation_at(std::uint32_t instruction, std::uint64_t address,
                                                          std::uint64_t request) const {
    const auto* segment = allocations_.segment(file_.info().instructions[instruction].space, address);
    if (segment == nullptr) return std::nullopt;
    const std::uint32_t owner = allocations_.owner(*segment, request);
    return owner == AllocationMap::none ? std::nullopt : std::optional(owner);
}

std::optional<LaneTag> AccessMatcher::tag_of(const LaneAccess& access) const {
    if (runs_ == nullptr) return std::nullopt;
    return runs_->tag_at(access.request, access.launch, access.warp, access.lane);
}

} // namespace hitmap
