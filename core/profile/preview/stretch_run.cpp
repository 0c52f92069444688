#include "core/profile/preview/stretch_run.h"

#include "core/cache/sdcm/repeat_distances.h"

#include <optional>
#include <span>

namespace hitmap {

StretchRun::Cache& StretchRun::l1_of(const RequestBlock::Entry& request) {
    if (request.sm >= l1_.size()) l1_.resize(request.sm + std::size_t{1});
    auto& cache = l1_[request.sm];
    if (cache == nullptr) {
        cache = std::make_unique<Cache>();
        // A launch that begins within the stretch finds an empty cache.
        cache->empty_before = l2_.empty_before || request.launch != first_launch_;
        cache->launch = request.launch;
    } else if (cache->launch != request.launch) {
        cache->stack.clear();
        cache->empty_before = true;
        cache->launch = request.launch;
    }
    return *cache;
}

SampledLookups StretchRun::look_up(std::size_t level, Cache& cache, ElementKindId kind, std::uint32_t element,
                                   std::uint32_t count) {
    // SceneLines writes beyond the look-ups that it appends.
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> lines;
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> allocations;
    SceneLines::Output out{lines.data(), allocations.data(), 0};
    model_.lines[level]->append_lookups(kind, element, out);
    const HitTable& table = *model_.tables[level];
    CensoredDistances& distances = result_.distances[level][kind];
    std::optional<RepeatDistances> repeats;
    if (count > 1) repeats.emplace(std::span<const std::uint32_t>(lines.data(), out.end));
    SampledLookups all;
    result_.all_lookups[level] += std::uint64_t{out.end} * count;
    for (std::uint32_t i = 0; i < out.end; ++i) {
        const std::uint64_t hash = LineSample::hash_of(lines[i]);
        if (!model_.sample.has(hash)) continue;
        const std::uint32_t group = LineSample::group_of(hash);
        SampledLookups sums{0, count};
        const std::uint32_t used_before = cache.stack.lines();
        const std::uint32_t distance = cache.stack.look_up(lines[i]);
        if (distance != ReuseStack::cold) {
            const std::uint32_t scaled = model_.sample.scaled(distance);
            distances.add_known(scaled);
            sums.hits = table(scaled);
        } else if (cache.empty_before) {
            ++distances.never;
        } else {
            const std::uint32_t bound = model_.sample.scaled(used_before);
            distances.add_at_least(bound);
            result_.unknown.push_back({element, ReuseHistogram::bin_of(bound), kind,
                                       static_cast<std::uint8_t>(level & 1U),
                                       static_cast<std::uint8_t>(group & 0x7fU)});
        }
        // The lines of an access are all known, so that its repetitions need no estimate.
        if (repeats) sums.hits += std::uint64_t{count - 1} * table((*repeats)[i]);
        for (SampledLookups* to : {&all, &result_.by_group[level][group]}) {
            to->hits += sums.hits;
            to->lookups += sums.lookups;
        }
    }
    result_.sums[level].hits += all.hits;
    result_.sums[level].lookups += all.lookups;
    return all;
}

void StretchRun::add(const RequestView& requests, std::vector<Part>& out) {
    if (!requests.entries.empty() && first_launch_ == ~std::uint32_t{0})
        first_launch_ = requests.entries.front().launch;
    model_.finder.find(requests, accesses_);
    const auto kinds = element_kinds();
    for (std::size_t i = 0; i < accesses_.size();) {
        const ElementAccess& access = accesses_[i];
        std::size_t end = i + 1;
        while (end < accesses_.size() && end - i < warp_size && accesses_[end].element == access.element &&
               accesses_[end].entry == access.entry && accesses_[end].kind == access.kind)
            ++end;
        Part& part = out.emplace_back(Part{access.kind, {.element = access.element}});
        part.sums.accesses = static_cast<std::uint32_t>(end - i);
        i = end;
        if (!kinds[access.kind].has_look_ups) continue;
        model_.lines[0]->expect_known(access.kind, access.element);
        const RequestBlock::Entry& request = requests.entries[access.entry];
        const SampledLookups l1 = look_up(0, l1_of(request), access.kind, access.element, part.sums.accesses);
        const SampledLookups l2 = look_up(1, l2_, access.kind, access.element, part.sums.accesses);
        part.sums.l1_hits = l1.hits;
        part.sums.l1_lookups = static_cast<std::uint32_t>(l1.lookups);
        part.sums.l2_hits = l2.hits;
        part.sums.l2_lookups = static_cast<std::uint32_t>(l2.lookups);
    }
}

} // namespace hitmap
