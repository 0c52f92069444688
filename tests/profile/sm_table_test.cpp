#include "core/profile/models/cache_model.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/profile/sums/sm_table.h"
#include "tests/cache/random_requests.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <utility>

namespace hitmap {
namespace {

/// Requests of the random recording whose launches follow one another, with its number of accesses.
MemorySource counted_source(RandomRequests& random) {
    const ElementAccessFinder finder(random.info);
    std::vector<ElementAccess> accesses;
    for (std::size_t i = 0; i < random.requests.size(); ++i) {
        Request& request = random.requests[i];
        request.launch = static_cast<std::uint32_t>(i * 3 / random.requests.size());
        RequestBlock block;
        block.append(request);
        finder.find(block, accesses);
        for (const ElementAccess& access : accesses)
            ++random.info.element_accesses[access.kind];
    }
    random.info.requests = random.requests.size();
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 70);
    return source;
}

/// The reference: sums of all requests by SM and interval.
class SmReference final : public RequestLevelsSink {
public:
    SmReference(std::uint64_t positions, std::uint64_t intervals)
        : positions_(positions), intervals_(intervals) {}
    void add(const RequestView& block, std::span<const RequestLevels> levels,
             std::span<const ElementAccess> accesses, std::uint64_t first_position) override {
        for (std::size_t i = 0; i < block.entries.size(); ++i) {
            std::uint64_t position = first_position;
            for (const ElementAccess& access : accesses)
                position += access.entry < i ? 1 : 0;
            const std::uint64_t interval =
                frame_of(positions_, intervals_, std::min(position, positions_ - 1));
            SmSums& sums = cells[{block.entries[i].sm, interval}];
            sums += {1, std::uint64_t{levels[i].l1_hits} * hit_unit, levels[i].l1_lookups,
                     std::uint64_t{levels[i].l2_hits} * hit_unit, levels[i].l2_lookups};
        }
    }
    std::map<std::pair<std::size_t, std::uint64_t>, SmSums> cells;

private:
    std::uint64_t positions_;
    std::uint64_t intervals_;
};

TEST(SmTable, HasTheSumsOfTheRequestsOfEachSm) {
    for (unsigned seed = 0; seed < 4; ++seed) {
        SCOPED_TRACE(seed);
        RandomRequests random(seed);
        MemorySource source = counted_source(random);
        const HierarchyConfig config = random_config(random);
        ThreadPool pool(2);
        const auto profile = make_hierarchy_profile(source, config, {}, pool);
        const auto& table = profile->sm_table();
        ASSERT_NE(table, nullptr);
        ASSERT_EQ(table->sms(), 3U);
        ASSERT_EQ(table->intervals(), SmTable::most_intervals);
        SmReference reference(profile->positions(), table->intervals());
        simulate_hierarchy(source, config, {.requests = &reference}, pool);
        for (std::size_t sm = 0; sm < table->sms(); ++sm)
            for (std::uint64_t i = 0; i < table->intervals(); ++i)
                ASSERT_EQ(table->of(sm)[i], (reference.cells[{sm, i}])) << sm << " " << i;
    }
}

TEST(SmTable, OfStackDistancesAddsUpToTheTotals) {
    RandomRequests random(7);
    MemorySource source = counted_source(random);
    const SdcmConfig config{{4U << 10, 64, 64, 4}, {64U << 10, 32, 32, 4}};
    ThreadPool pool(2);
    const auto profile = make_sdcm_profile(source, config, pool);
    const auto& table = profile->sm_table();
    ASSERT_NE(table, nullptr);
    SmSums all;
    for (std::size_t sm = 0; sm < table->sms(); ++sm)
        all += table->sum(sm, {0, profile->positions()});
    const KindSums totals = sum_of(profile->totals({0, profile->positions()}));
    EXPECT_EQ(all.requests, random.requests.size());
    EXPECT_EQ(all.l1_hits, totals.l1.hits);
    EXPECT_EQ(all.l1_lookups, totals.l1.lookups);
    EXPECT_EQ(all.l2_hits, totals.l2.hits);
    EXPECT_EQ(all.l2_lookups, totals.l2.lookups);
    // An interval belongs to a window if they have a position in common.
    const TimeWindow third = table->window(2);
    EXPECT_EQ(table->sum(1, third), table->of(1)[2]);
    EXPECT_EQ(table->sum(1, {third.first, third.first}), SmSums());
}

TEST(SmTable, OfManySmsHasFewerIntervals) {
    RecordingInfo info;
    info.device.sm_count = 1U << 14;
    info.element_accesses[face_kind] = 1U << 20;
    EXPECT_EQ(SmTableBuilder(info).finish().intervals(), 32U);
    info.device.sm_count = 2;
    info.element_accesses[face_kind] = 5;
    const SmTable few = SmTableBuilder(info).finish();
    EXPECT_EQ(few.intervals(), 5U);
    EXPECT_EQ(few.sms(), 2U) << "SMs without requests are idle";
    EXPECT_EQ(few.of(1).size(), 5U);
}

} // namespace
} // namespace hitmap
