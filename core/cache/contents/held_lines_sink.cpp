#include "core/cache/contents/held_lines_sink.h"

#include "core/cache/array/cache_dispatch.h"
#include "core/cache/stages/use_owners.h"
#include "core/cache/stages/use_positions.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace hitmap {

HeldLinesSink::HeldLinesSink(const RecordingInfo& info, BoxLevels levels, WantedHeldLines request)
    : levels_(std::move(levels)), positions_(info.positions()), counts_requests_(info.axis_is_requests()) {
    held_.request = std::move(request);
}

void HeldLinesSink::begin(const LineUseSetup& setup) {
    coalescer_ = &setup.coalescer;
    const bool is_l1 = held_.request.level == Level::l1;
    CacheGeometry array = is_l1 ? setup.config.l1 : setup.config.l2;
    held_.arrays = is_l1 ? setup.config.l1_units : setup.config.l2_partitions;
    if (!is_l1) array.capacity /= held_.arrays;
    held_.sets = check_sets(array);
    held_.ways = array.ways;
    held_.line_bytes = array.line;
    line_bits_ = static_cast<unsigned>(std::countr_zero(array.line));
    const std::uint64_t lines_of_sets = held_.ways * held_.arrays;
    while (held_.set_step < held_.sets &&
           held_.sets / held_.set_step * lines_of_sets > held_.request.most_lines)
        held_.set_step *= 2;
    all_.resize(is_l1 ? 1 : setup.l2_slices);
    for (Arrays& arrays : all_)
        prepare(arrays);
}

void HeldLinesSink::prepare(Arrays& arrays) const {
    arrays.states.clear();
    arrays.states.resize(held_.arrays);
}

void HeldLinesSink::add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) {
    if (held_.request.level != Level::l1 || sm != held_.request.sm) return;
    Arrays& arrays = all_.front();
    UseOwners owners(block, *coalescer_);
    UsePositions positions(block, first_position, counts_requests_);
    for (const LineUse& use : block.uses.l1[sm]) {
        if (use.empties_arrays()) {
            arrays.is_emptied = true;
            continue;
        }
        const UseOwner owner = owners.of_l1(use);
        const std::uint64_t position = positions.position_of(owners.request());
        go_to(arrays, position);
        if (std::exchange(arrays.is_emptied, false))
            for (auto& states : arrays.states)
                for (auto& [line, state] : states)
                    state.is_held = false;
        add_use(arrays, use, position,
                {coalescer_->address_of(use.line), owner.allocation,
                 levels_.of(owner.allocation, owner.address)});
    }
}

void HeldLinesSink::add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) {
    if (held_.request.level != Level::l2) return;
    UseOwners owners(block, *coalescer_);
    UsePositions positions(block, first_position, counts_requests_);
    for (const LineUse& use : block.uses.l2.at(slice)) {
        const UseOwner owner = owners.of_l2(slice, use, line_bits_);
        const std::uint64_t position = positions.position_of(owners.request());
        go_to(all_[slice], position);
        add_use(all_[slice], use, position,
                {use.line << line_bits_, owner.allocation, levels_.of(owner.allocation, owner.address)});
    }
}

void HeldLinesSink::go_to(Arrays& arrays, std::uint64_t position) const {
    const std::vector<std::uint64_t>& moments = held_.request.moments;
    while (arrays.collected.size() < moments.size()) {
        const std::uint64_t moment = moments[arrays.collected.size()];
        if (moment >= positions_ || moment > position) return;
        collect(arrays);
    }
}

void HeldLinesSink::collect(Arrays& arrays) {
    std::size_t held = 0;
    for (const auto& states : arrays.states)
        for (const auto& [line, state] : states)
            if (state.is_held) ++held;
    const auto moment = static_cast<std::uint32_t>(arrays.collected.size());
    std::vector<HeldLine>& lines = arrays.collected.emplace_back();
    lines.reserve(held);
    for (auto& states : arrays.states)
        for (auto& [line, state] : states)
            if (state.is_held) {
                state.waiting.push_back({moment, static_cast<std::uint32_t>(lines.size())});
                lines.push_back(state.line);
            }
}

void HeldLinesSink::add_use(Arrays& arrays, const LineUse& use, std::uint64_t position,
                            const Owner& owner) const {
    if (use.set % held_.set_step != 0) return;
    auto& states = arrays.states[use.array];
    State& state = states[use.line];
    for (const auto& [moment, line] : std::exchange(state.waiting, {})) {
        arrays.collected[moment][line].next_use = position;
        arrays.collected[moment][line].next_is_present = use.is_present;
    }
    if (!use.is_present) {
        state.is_held = true;
        state.line = {.address = owner.address,
                      .put_in = position,
                      .set = use.set,
                      .allocation = owner.allocation,
                      .box_level = owner.box_level,
                      .array = use.array};
    }
    state.line.last_use = position;
    if (use.evicted == SectorOutcome::no_line) return;
    const auto evicted = states.find(use.evicted);
    evicted->second.is_held = false;
    if (evicted->second.waiting.empty()) states.erase(evicted);
}

HeldLines HeldLinesSink::take() {
    const std::size_t moments = held_.request.moments.size();
    held_.moments.resize(moments);
    for (Arrays& arrays : all_) {
        while (arrays.collected.size() < moments)
            collect(arrays);
        arrays.states = {};
    }
    // Lines are moved moment by moment, so that only those of one moment are there twice.
    for (std::size_t moment = 0; moment < moments; ++moment) {
        std::vector<HeldLine>& lines = held_.moments[moment];
        std::size_t count = 0;
        for (const Arrays& arrays : all_)
            count += arrays.collected[moment].size();
        lines.reserve(count);
        for (Arrays& arrays : all_) {
            lines.insert(lines.end(), arrays.collected[moment].begin(), arrays.collected[moment].end());
            arrays.collected[moment] = {};
        }
    }
    all_.clear();
    for (std::vector<HeldLine>& lines : held_.moments)
        std::sort(lines.begin(), lines.end(), [](const HeldLine& a, const HeldLine& b) {
            return std::tie(a.array, a.set, a.address) < std::tie(b.array, b.set, b.address);
        });
    return std::move(held_);
}

} // namespace hitmap
