#include "core/profile/accesses/access_search.h"

#include "core/cache/coalescing/allocation_map.h"
#include "core/trace/model/element_access.h"

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <utility>

namespace hitmap {

namespace {

class Search {
public:
    Search(const HmtFile& file, const LaneRuns* runs, const AccessSelection& selection, std::uint64_t limit,
           AtLimit at_limit)
        : file_(file),
          runs_(runs),
          selection_(selection),
          limit_(limit),
          at_limit_(at_limit),
          counts_requests_(file.info().axis_is_requests()),
          finder_(file.info()),
          allocations_(file.info()) {
        if (!selection.pixel || runs == nullptr) return;
        for (const LaneRun& run : runs->of_pixel(*selection.pixel))
            by_warp_[{run.launch, run.warp}].push_back(run);
    }
    AccessList run(const JobContext& job, const std::function<void(const AccessList&)>& part);

private:
    [[nodiscard]] bool may_match(const HmtBlock& block, std::uint64_t next_position) const;
    [[nodiscard]] bool selects_position(std::uint64_t position) const;
    void search(const RequestView& block, std::uint64_t first_position, const JobContext& job);
    [[nodiscard]] std::uint32_t selected_lanes(std::uint64_t request, const RequestBlock::Entry& entry) const;
    [[nodiscard]] bool selects_bytes(const RequestBlock::Entry& entry, std::uint64_t address) const;
    [[nodiscard]] bool selects_allocation(const LaneAccess& access) const;
    [[nodiscard]] bool selects_ray(const LaneAccess& access) const;
    [[nodiscard]] std::optional<LaneTag> tag_of(const LaneAccess& access) const;
    void add_request(const RequestView& block, std::size_t i, std::uint32_t lanes,
                     std::span<const ElementAccess> accesses, std::uint64_t position);
    void add(const LaneAccess& access);
    [[nodiscard]] bool is_done() const {
        return at_limit_ == AtLimit::stop && list_.accesses.size() >= limit_;
    }

    const HmtFile& file_;
    const LaneRuns* runs_;
    const AccessSelection& selection_;
    std::uint64_t limit_;
    AtLimit at_limit_;
    bool counts_requests_; ///< whether positions are those of requests
    ElementAccessFinder finder_;
    AllocationMap allocations_;
    /// By launch and warp: the runs of lanes that serve the selected pixel.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<LaneRun>> by_warp_;
    std::vector<ElementAccess> accesses_; ///< of the present block
    AccessList list_;
};

/// `next_position`: the number of element accesses before the next block.
bool Search::may_match(const HmtBlock& block, std::uint64_t next_position) const {
    const std::uint64_t first = block.first_request.value;
    const std::uint64_t last = first + block.requests;
    if (selection_.window) {
        const TimeWindow positions = counts_requests_
                                         ? TimeWindow{first, last}
                                         : TimeWindow{block.first_position.value, next_position + 1};
        if (positions.last <= selection_.window->first || positions.first >= selection_.window->last)
            return false;
    }
    if (!selection_.pixel) return true;
    return std::ranges::any_of(by_warp_, [&](const auto& warp) {
        return std::ranges::any_of(warp.second, [&](const LaneRun& run) {
            return run.first_request < last && first < run.last_request;
        });
    });
}

AccessList Search::run(const JobContext& job, const std::function<void(const AccessList&)>& part) {
    job.begin("finding accesses", file_.blocks().size(), "blocks");
    RequestBlock requests;
    for (std::size_t i = 0; i < file_.blocks().size() && !is_done(); ++i) {
        job.check();
        const HmtBlock& block = file_.blocks()[i];
        const bool is_last = i + 1 == file_.blocks().size();
        const std::uint64_t next_position =
            is_last ? file_.info().positions() : file_.blocks()[i + 1].first_position.value;
        if (may_match(block, next_position)) {
            const std::uint64_t before = list_.found;
            file_.read_block(i, requests, job.stop);
            search(requests, block.first_position.value, job);
            if (part && list_.found != before) part(list_);
        }
        job.add(1);
    }
    return std::move(list_);
}

void Search::search(const RequestView& block, std::uint64_t first_position, const JobContext& job) {
    finder_.find(block, accesses_);
    std::size_t next = 0;
    for (std::size_t i = 0; i < block.entries.size() && !is_done(); ++i) {
        if (i % 4096 == 0) job.check();
        const std::size_t begin = next;
        while (next < accesses_.size() && accesses_[next].entry == i)
            ++next;
        const std::uint64_t request = block.first_request.value + i;
        const std::uint32_t lanes = selected_lanes(request, block.entries[i]);
        if (lanes != 0)
            add_request(block, i, lanes, std::span(accesses_).subspan(begin, next - begin),
                        first_position + begin);
    }
}

/// Returns the active lanes that match the instruction and the pixel.
std::uint32_t Search::selected_lanes(std::uint64_t request, const RequestBlock::Entry& entry) const {
    if (!selection_.parts.counts_instruction(entry.instruction)) return 0;
    if (!selection_.pixel) return entry.mask;
    const auto warp = by_warp_.find({entry.launch, entry.warp});
    if (warp == by_warp_.end()) return 0;
    std::uint32_t lanes = 0;
    for (const LaneRun& run : warp->second)
        if (run.first_request <= request && request < run.last_request) lanes |= 1U << run.lane;
    return lanes & entry.mask;
}

bool Search::selects_bytes(const RequestBlock::Entry& entry, std::uint64_t address) const {
    if (!selection_.bytes) return true;
    const Instruction& instruction = file_.info().instructions[entry.instruction];
    if (instruction.space != selection_.bytes->space) return false;
    const std::uint64_t size = std::max<std::uint64_t>(instruction.bytes_per_lane, 1);
    if (address >= selection_.bytes->end) return false;
    return address >= selection_.bytes->begin || selection_.bytes->begin - address < size;
}

bool Search::selects_allocation(const LaneAccess& access) const {
    if (selection_.parts.allocations.empty()) return true;
    return access.allocation && selection_.parts.counts_allocation(*access.allocation);
}

bool Search::selects_position(std::uint64_t position) const {
    return !selection_.window || (position >= selection_.window->first && position < selection_.window->last);
}

std::optional<LaneTag> Search::tag_of(const LaneAccess& access) const {
    if (runs_ == nullptr) return std::nullopt;
    return runs_->tag_at(access.request, access.launch, access.warp, access.lane);
}

bool Search::selects_ray(const LaneAccess& access) const {
    if (!selection_.rays) return true;
    const std::optional<LaneTag> tag = tag_of(access);
    return tag && selection_.rays->has(*tag);
}

/// `accesses`: the element accesses of the request, the first of which is at `position`.
void Search::add_request(const RequestView& block, std::size_t i, std::uint32_t lanes,
                         std::span<const ElementAccess> accesses, std::uint64_t position) {
    const RequestBlock::Entry& entry = block.entries[i];
    const Space space = file_.info().instructions[entry.instruction].space;
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    std::size_t next = 0;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        const auto lane = static_cast<std::uint8_t>(std::countr_zero(rest));
        const std::size_t begin = next;
        while (next < accesses.size() && accesses[next].lane == lane)
            ++next;
        if ((lanes >> lane & 1U) == 0 || !selects_bytes(entry, *address)) continue;
        LaneAccess access;
        access.request = block.first_request.value + i;
        access.address = *address;
        access.launch = entry.launch;
        access.sm = entry.sm;
        access.warp = entry.warp;
        access.instruction = entry.instruction;
        access.mask = entry.mask;
        access.lane = lane;
        if (const auto* segment = allocations_.segment(space, *address)) {
            const std::uint32_t owner = allocations_.owner(*segment, access.request);
            if (owner != AllocationMap::none) access.allocation = owner;
        }
        if (!selects_allocation(access) || !selects_ray(access)) continue;
        const std::uint64_t of_request = counts_requests_ ? access.request : position;
        if (begin == next && !selection_.element && selects_position(of_request)) add(access);
        for (std::size_t a = begin; a < next; ++a) {
            const auto& wanted = selection_.element;
            if (wanted && (wanted->kind != accesses[a].kind || wanted->element != accesses[a].element))
                continue;
            if (!selects_position(position + a)) continue;
            access.element = {accesses[a].kind, accesses[a].element, position + a};
            add(access);
        }
    }
}

void Search::add(const LaneAccess& access) {
    ++list_.found;
    if (list_.accesses.size() >= limit_) return;
    list_.accesses.emplace_back(access).tag = tag_of(access);
}

} // namespace

AccessList find_accesses(const HmtFile& file, const LaneRuns* runs, const AccessSelection& selection,
                         std::uint64_t limit, const JobContext& job,
                         const std::function<void(const AccessList&)>& part, AtLimit at_limit) {
    return Search(file, runs, selection, limit, at_limit).run(job, part);
}

} // namespace hitmap
