#include "core/cache/sdcm.h"

#include "core/base/error.h"
#include "core/cache/coalesce.h"
#include "core/cache/hit_probability.h"
#include "core/cache/reuse_stack.h"
#include "core/cache/scene_lines.h"

#include <fmt/format.h>

#include <limits>
#include <memory>

namespace hitmap {

namespace {

void require_plain_lru(std::string_view level, const CacheGeometry& geometry) {
    if (geometry.policy != "lru" || geometry.index != "linear" || geometry.sector != geometry.line)
        throw UsageError(fmt::format(
            "{} cache '{}': the stack distance model has whole lines, policy lru and index linear", level,
            to_string(geometry)));
}

/// One level of one access, being added up.
struct LevelOutcome {
    std::uint32_t hits = 0;
    std::uint64_t distance = 0;
    std::uint8_t lookups = 0;
    std::uint8_t cold = 0;
};

LevelOutcome look_up(ReuseStack& stack, const HitTable& table, const Lookups& lookups,
                     std::vector<LevelSums>& sums) {
    LevelOutcome outcome;
    for (unsigned p = 0; p < lookups.count; ++p) {
        const LineSpan& piece = lookups.pieces[p];
        LevelSums& level = sums[piece.allocation.value];
        for (std::uint32_t line = piece.first; line < piece.first + piece.count; ++line) {
            const std::uint32_t distance = stack.look_up(line);
            ++outcome.lookups;
            ++level.lookups;
            if (distance == ReuseStack::cold) {
                ++outcome.cold;
                ++level.cold;
                continue;
            }
            const std::uint32_t hits = table(distance);
            outcome.hits += hits;
            outcome.distance += distance;
            level.hits += hits;
            level.distance_sum += distance;
        }
    }
    return outcome;
}

std::uint32_t clamped(std::uint64_t distance) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(distance, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

SdcmResult simulate_sdcm(RequestSource& source, const SdcmConfig& config, OutcomeSink& sink, ThreadPool& pool,
                         const JobContext& job) {
    static_cast<void>(pool);
    require_plain_lru("L1", config.l1);
    require_plain_lru("L2", config.l2);
    const RecordingInfo& info = source.info();
    const ElementAccessFinder finder(info);
    const SceneLines l1_lines(info, source.scene(), config.l1.line);
    const SceneLines l2_lines(info, source.scene(), config.l2.line);
    const HitTable l1_table(config.l1);
    const HitTable l2_table(config.l2);
    const RequestCounter counter(info);
    std::vector<std::unique_ptr<ReuseStack>> l1;
    ReuseStack l2(l2_lines.line_count());
    std::vector<RequestCount> counts(info.allocations.size());
    std::vector<LevelSums> l1_sums(info.allocations.size());
    std::vector<LevelSums> l2_sums(info.allocations.size());
    SdcmResult result;
    source.rewind();
    RequestBlock block;
    std::vector<ElementAccess> accesses;
    std::vector<AccessOutcome> outcomes;
    std::uint32_t launch = 0;
    job.begin("simulating caches", info.positions(), "accesses");
    while (source.next(block, job.stop)) {
        job.check();
        counter.count(block, counts);
        finder.find(block, accesses);
        outcomes.assign(accesses.size(), {});
        Lookups lookups;
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            const ElementAccess& access = accesses[i];
            const auto& entry = block.entries[access.entry];
            if (!element_kinds()[access.kind].has_look_ups) continue;
            if (entry.launch != launch) l1.clear();
            launch = entry.launch;
            if (entry.sm >= l1.size()) l1.resize(entry.sm + 1U);
            if (!l1[entry.sm]) l1[entry.sm] = std::make_unique<ReuseStack>(l1_lines.line_count());
            l1_lines.find(access.kind, access.element, lookups);
            const LevelOutcome o1 = look_up(*l1[entry.sm], l1_table, lookups, l1_sums);
            l2_lines.find(access.kind, access.element, lookups);
            const LevelOutcome o2 = look_up(l2, l2_table, lookups, l2_sums);
            outcomes[i] = {
                o1.hits, o2.hits, clamped(o1.distance), clamped(o2.distance), o1.lookups, o2.lookups,
                o1.cold, o2.cold};
        }
        sink.add(block, accesses, outcomes);
        job.add(accesses.size());
        result.accesses += accesses.size();
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
        result.allocations.push_back({counts[i].requests, counts[i].sectors, l1_sums[i], l2_sums[i]});
    return result;
}

} // namespace hitmap
