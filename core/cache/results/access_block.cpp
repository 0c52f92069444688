#include "core/cache/results/access_block.h"

#include "core/base/error.h"
#include "core/cache/results/sums_history.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::uint32_t max_sms = 65536; // RecordingLimits::sms

AccessOutcome combined(std::uint32_t l1_hits, std::uint32_t l2_hits, const GroupOutcome& l1,
                       const GroupOutcome& l2) {
    AccessOutcome outcome;
    outcome.l1_hits = l1_hits;
    outcome.l2_hits = l2_hits;
    outcome.l1_lookups = l1.lookups;
    outcome.l2_lookups = l2.lookups;
    return outcome;
}

} // namespace

RequestBlock& AccessBlock::writable_requests() {
    if (!source) source = std::make_shared<RequestBlock>();
    return *source;
}

void AccessBlock::cut_intervals(std::uint32_t interval_accesses, std::size_t rows) {
    const auto requests_to_next = [&](std::uint32_t request) {
        return accesses.empty() ? requests_to_next_checkpoint(requests.first_request.value + request, rows)
                                : most_requests_to_checkpoint;
    };
    intervals.clear();
    BlockInterval begin;
    BlockInterval now;
    while (now.last_request < requests.entries.size()) {
        while (now.last_access < accesses.size() && accesses[now.last_access].entry == now.last_request)
            ++now.last_access;
        ++now.last_request;
        if (now.last_access - begin.last_access >= interval_accesses ||
            now.last_request - begin.last_request >= requests_to_next(begin.last_request))
            intervals.push_back(begin = now);
    }
    if (begin.last_request != now.last_request) intervals.push_back(now);
}

void AccessBlock::group_accesses() {
    groups.clear();
    intervals = {
        {static_cast<std::uint32_t>(requests.entries.size()), static_cast<std::uint32_t>(accesses.size())}};
    std::uint32_t last_sm = 0;
    for (const auto& entry : requests.entries)
        last_sm = std::max(last_sm, entry.sm);
    if (last_sm >= max_sms)
        throw Error(fmt::format("a request of SM {}: the model has SMs 0 to {}", last_sm, max_sms - 1));
    sm_begin.assign(last_sm + 2, 0);
    const auto kinds = element_kinds();
    for (std::uint32_t i = 0; i < accesses.size();) {
        const ElementAccess& access = accesses[i];
        std::uint32_t end = i + 1;
        while (end < accesses.size() && end - i < warp_size && accesses[end].element == access.element &&
               accesses[end].entry == access.entry && accesses[end].kind == access.kind)
            ++end;
        if (kinds[access.kind].has_look_ups) {
            const auto& entry = requests.entries[access.entry];
            groups.push_back({access.element, i, entry.launch, static_cast<std::uint16_t>(entry.sm),
                              static_cast<std::uint8_t>(end - i), access.kind});
            ++sm_begin[entry.sm + 1];
        }
        i = end;
    }
    for (std::size_t sm = 1; sm < sm_begin.size(); ++sm)
        sm_begin[sm] += sm_begin[sm - 1];
    sm_groups.resize(groups.size());
    // The loop advances sm_begin[sm] from the start to the end of the SM's groups, which is the start of the
    // next SM's groups.
    for (const AccessGroup& group : groups)
        sm_groups[sm_begin[group.sm]++] = group;
    std::rotate(sm_begin.begin(), sm_begin.end() - 1, sm_begin.end());
    sm_begin.front() = 0;
    l1.resize(groups.size());
    l2.resize(groups.size());
}

std::span<const AccessGroup> AccessBlock::groups_of(std::uint32_t sm) const {
    if (sm + 1 >= sm_begin.size()) return {};
    return std::span(sm_groups).subspan(sm_begin[sm], sm_begin[sm + 1] - sm_begin[sm]);
}

std::span<GroupOutcome> AccessBlock::l1_of(std::uint32_t sm) {
    if (sm + 1 >= sm_begin.size()) return {};
    return std::span(l1).subspan(sm_begin[sm], sm_begin[sm + 1] - sm_begin[sm]);
}

void AccessBlock::expand_outcomes() {
    outcomes.resize(accesses.size());
    std::vector<std::uint32_t> next_of_sm = sm_begin;
    std::uint32_t next = 0;
    const auto without_lookups = [&](std::uint32_t end) {
        std::fill(outcomes.begin() + next, outcomes.begin() + end, AccessOutcome{});
    };
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const AccessGroup& group = groups[i];
        const GroupOutcome& group_l1 = l1[next_of_sm[group.sm]++];
        const GroupOutcome& group_l2 = l2[i];
        without_lookups(group.first);
        next = group.first + group.count;
        AccessOutcome& first = outcomes[group.first];
        first = combined(group_l1.hits, group_l2.hits, group_l1, group_l2);
        first.l1_distance = group_l1.distance;
        first.l2_distance = group_l2.distance;
        first.l1_cold = group_l1.cold;
        first.l2_cold = group_l2.cold;
        if (group.count == 1) continue;
        AccessOutcome repeat = combined(group_l1.repeat_hits, group_l2.repeat_hits, group_l1, group_l2);
        repeat.l1_distance = group_l1.repeat_distance;
        repeat.l2_distance = group_l2.repeat_distance;
        std::fill(outcomes.begin() + group.first + 1, outcomes.begin() + next, repeat);
    }
    without_lookups(static_cast<std::uint32_t>(accesses.size()));
}

} // namespace hitmap
