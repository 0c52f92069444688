#include "tests/cache/sdcm_reference.h"

#include <utility>

namespace hitmap {

void FenwickStack::add(std::size_t time, std::int32_t amount) {
    for (; time < tree_.size(); time += time & (~time + 1))
        tree_[time] += amount;
}

std::uint32_t FenwickStack::sum(std::size_t time) const {
    std::int32_t total = 0;
    for (; time != 0; time &= time - 1)
        total += tree_[time];
    return static_cast<std::uint32_t>(total);
}

std::uint32_t FenwickStack::look_up(std::uint64_t line) {
    // The tree grows by one entry per look-up: its new sum covers the last (time & -time) entries.
    const std::size_t now = tree_.size();
    std::int32_t covered = 0;
    for (std::size_t place = now - 1; place != now - (now & (~now + 1)); place &= place - 1)
        covered += tree_[place];
    tree_.push_back(covered);
    std::uint32_t distance = cold;
    const auto [last, is_new] = last_.try_emplace(line, now);
    if (!is_new) {
        distance = sum(now) - sum(last->second);
        add(last->second, -1);
        last->second = now;
    }
    add(now, 1);
    return distance;
}

SdcmReference::SdcmReference(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                             const SdcmConfig& config)
    : info_(info),
      scene_(std::move(scene)),
      config_(config),
      l1_table_(config.l1),
      l2_table_(config.l2),
      sums_(info.allocations.size()) {}

std::size_t SdcmReference::first_allocation(Role role) const {
    std::size_t i = 0;
    while (info_.allocations[i].role != role)
        ++i;
    return i;
}

void SdcmReference::look_up(AccessOutcome& outcome, std::size_t allocation, std::uint64_t address,
                            std::uint64_t bytes, bool is_l1) {
    const std::uint32_t line_bytes = is_l1 ? config_.l1.line : config_.l2.line;
    LevelSums& sums = is_l1 ? sums_[allocation].l1 : sums_[allocation].l2;
    for (std::uint64_t line = address / line_bytes; line <= (address + bytes - 1) / line_bytes; ++line) {
        const std::uint32_t distance = is_l1 ? l1_[sm_].look_up(line) : l2_.look_up(line);
        const bool cold = distance == FenwickStack::cold;
        const std::uint32_t hits = cold ? 0 : is_l1 ? l1_table_(distance) : l2_table_(distance);
        ++sums.lookups;
        sums.hits += hits;
        sums.cold += cold ? 1 : 0;
        sums.distance_sum += cold ? 0 : distance;
        ++(is_l1 ? outcome.l1_lookups : outcome.l2_lookups);
        (is_l1 ? outcome.l1_hits : outcome.l2_hits) += hits;
        if (cold)
            ++(is_l1 ? outcome.l1_cold : outcome.l2_cold);
        else
            (is_l1 ? outcome.l1_distance : outcome.l2_distance) += distance;
    }
}

void SdcmReference::look_up_vertex(AccessOutcome& outcome, std::uint32_t vertex, bool is_l1) {
    const std::size_t allocation = first_allocation(Role::vertices);
    const Allocation& buffer = info_.allocations[allocation];
    const std::uint64_t first = buffer.address + std::uint64_t{vertex} * buffer.stride;
    if (buffer.layout == ElementLayout::linear) {
        look_up(outcome, allocation, first, 12, is_l1);
        return;
    }
    const std::uint64_t line_bytes = is_l1 ? config_.l1.line : config_.l2.line;
    for (std::uint64_t plane = 0; plane < 3; ++plane) {
        const std::uint64_t address = first + plane * buffer.bytes / 3;
        const std::uint64_t before = address - buffer.bytes / 3;
        if (plane == 0 || address / line_bytes != before / line_bytes)
            look_up(outcome, allocation, address, 4, is_l1);
    }
}

AccessOutcome SdcmReference::access(std::uint32_t launch, std::uint32_t sm, ElementKindId kind,
                                    std::uint32_t element) {
    if (std::exchange(launch_, launch) != launch) l1_.clear();
    sm_ = sm;
    AccessOutcome outcome;
    for (const bool is_l1 : {true, false}) {
        const std::size_t own = first_allocation(kind == box_kind ? Role::boxes : Role::faces);
        const Allocation& buffer = info_.allocations[own];
        look_up(outcome, own, buffer.address + std::uint64_t{element} * buffer.stride,
                kind == box_kind ? 24 : 12, is_l1);
        if (kind != face_kind) continue;
        for (int corner = 0; corner < 3; ++corner)
            look_up_vertex(outcome, scene_->face_slots[element][corner], is_l1);
    }
    return outcome;
}

} // namespace hitmap
