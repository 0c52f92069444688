#include "core/cache/contents/occupancy_sink.h"
#include "tests/cache/hierarchy_reference.h"
#include "tests/cache/random_requests.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

/// "3 0 5 | 2 1 5 | ": the lines of each allocation, and of none, at the end of each frame.
std::string occupancy_text(const OccupancySink& sink, Level level) {
    std::string text;
    sink.for_each_frame(level, [&](std::size_t /*frame*/, const std::vector<std::uint64_t>& lines) {
        for (const std::uint64_t count : lines)
            text += std::to_string(count) + " ";
        text += "| ";
    });
    return text;
}

/// Repeats all uses up to the end of each frame and counts what is there then.
std::string naive_occupancy(const RandomRequests& random, const std::vector<ReferenceUse>& uses, Level level,
                            const std::vector<std::uint64_t>& frame_ends, std::optional<std::uint32_t> sm) {
    std::string text;
    for (std::size_t frame = 0; frame < frame_ends.size(); ++frame) {
        const bool is_last = frame + 1 == frame_ends.size();
        std::map<std::tuple<std::uint32_t, std::size_t, std::uint64_t>, std::size_t>
            present;                                     // [SM, array, line]
        std::map<std::uint32_t, std::uint32_t> launches; // [SM]
        for (const ReferenceUse& use : uses) {
            if (use.level != level || (level == Level::l1 && sm && use.sm != *sm)) continue;
            const std::uint64_t position = random.info.axis_is_requests() ? use.request : use.position;
            if (position >= frame_ends[frame] && !is_last) break;
            if (level == Level::l1 && launches[use.sm] != use.launch)
                std::erase_if(present, [&](const auto& each) { return std::get<0>(each.first) == use.sm; });
            launches[use.sm] = use.launch;
            if (!use.is_present)
                present[{use.sm, use.array, use.line}] =
                    use.allocation.value_or(random.info.allocations.size());
            if (use.evicted) present.erase({use.sm, use.array, *use.evicted});
        }
        std::vector<std::size_t> counts(random.info.allocations.size() + 1);
        for (const auto& [place, allocation] : present)
            ++counts[allocation];
        for (const std::size_t count : counts)
            text += std::to_string(count) + " ";
        text += "| ";
    }
    return text;
}

TEST(NoAsanOccupancy, AgreesWithTheReferenceOnAnyNumberOfThreads) {
    for (unsigned seed = 0; seed < 24 && !HasFailure(); ++seed) {
        RandomRequests random(seed);
        const HierarchyConfig config = random_config(random);
        const ReferenceResult reference =
            hierarchy_reference(random.info, random.scene.get(), random.requests, config);
        const bool counts_requests = seed % 4 == 0; // as if there were no element accesses
        const std::uint64_t positions = counts_requests ? random.requests.size() : reference.outcomes.size();
        if (!counts_requests) random.info.element_accesses[box_kind] = positions;
        const std::vector<std::uint64_t> ends{positions / 5, positions / 5, positions / 2, positions};
        for (const unsigned threads : {1U, 2U, 5U}) {
            const std::optional<std::uint32_t> sm =
                threads == 5 ? std::optional<std::uint32_t>(1) : std::nullopt;
            MemorySource source(random.info, random.scene);
            for (const Request& request : random.requests)
                source.add(request, 37 * threads);
            ThreadPool pool(threads);
            OccupancySink sink(random.info, ends, sm);
            simulate_hierarchy(source, config, {.uses = &sink}, pool);
            for (const Level level : both_levels)
                EXPECT_EQ(occupancy_text(sink, level),
                          naive_occupancy(random, reference.uses, level, ends, sm))
                    << "seed " << seed << ", " << name_of(level) << ", " << threads << " threads";
            EXPECT_EQ(sink.caches(Level::l1), sm ? 1U : 3U);
            EXPECT_EQ(sink.lines_a_cache(Level::l1), config.l1.lines() * config.l1_units);
        }
    }
}

} // namespace
} // namespace hitmap
