// What costs most is told before it is known what helps, and stays in its place until that is known.
#include "core/analysis/findings/pending_findings.h"
#include "core/base/error.h"
#include "core/profile/models/cache_model.h"
#include "core/relayout/apply/source_scene.h"
#include "tests/analysis/traced_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::SizeIs;
using testing::StartsWith;

/// What is told during a search.
struct Told {
    std::vector<std::vector<PendingFinding>> lists;
    FoundCauses found;
};

Told told_of(const HmtFile& file) {
    Told told;
    told.found = causes_of(file, small_hierarchy(),
                           [&](const std::vector<PendingFinding>& list) { told.lists.push_back(list); });
    return told;
}

std::vector<std::string> names_of(const std::vector<PendingFinding>& list) {
    std::vector<std::string> names;
    for (const PendingFinding& row : list)
        names.push_back(row.finding.what_kind + ' ' + row.finding.what_name);
    return names;
}

TEST(PendingFindings, AreToldWithTheirCostsFirstAndKeepTheirPlaces) {
    const auto [lists, found] = told_of(teapot());
    // The recording as it is, then what will be tried, then each change.
    ASSERT_EQ(lists.size(), found.tried.size() + 2);
    const FindingFacts facts{teapot().info(), found.latencies};
    std::vector<double> waiting;
    for (const Finding& cost : costliest_findings(found.recorded, facts)) {
        EXPECT_FALSE(cost.gain.has_value()) << cost.text;
        const auto& names = found.recorded.sums.labels;
        const auto place = std::ranges::find(names, cost.what_name) - names.begin();
        const TrafficSums& of = found.recorded.sums.allocations.at(static_cast<std::size_t>(place));
        EXPECT_EQ(cost.amount, amount_of(of, cost.metric)) << cost.text;
        waiting.push_back(waiting_of(of, found.latencies));
        EXPECT_GE(waiting.back(), least_gain * waiting_of(found.recorded.sums.total, found.latencies));
    }
    EXPECT_THAT(waiting, SizeIs(testing::Ge(3U)));
    EXPECT_TRUE(std::ranges::is_sorted(waiting, std::ranges::greater{}));
    ASSERT_THAT(lists.front(), SizeIs(waiting.size()));
    for (const PendingFinding& row : lists.front())
        EXPECT_TRUE(!row.to_try && row.is_open()) << "it is not known yet what is tried";
    for (std::size_t i = 1; i < lists.size(); ++i) {
        const std::vector<std::string> before = names_of(lists[i - 1]);
        std::vector<std::string> now = names_of(lists[i]);
        ASSERT_GE(now.size(), before.size());
        now.resize(before.size());
        EXPECT_EQ(now, before);
    }
    EXPECT_TRUE(std::ranges::none_of(lists.back(), &PendingFinding::is_open));
}

TEST(PendingFindings, ThatWereToldLastHaveTheGainsOfTheResult) {
    const auto [lists, found] = told_of(teapot());
    std::size_t with_gain = 0;
    for (const PendingFinding& row : lists.back()) {
        with_gain += row.finding.gain ? 1 : 0;
        const auto same = std::ranges::find(found.findings, row.finding.what_name, &Finding::what_name);
        ASSERT_EQ(same != found.findings.end(), row.finding.gain.has_value()) << row.finding.text;
        if (!row.finding.gain) continue;
        EXPECT_EQ(row.finding.gain->change, same->gain->change);
        EXPECT_EQ(row.finding.gain->amount, same->gain->amount);
    }
    EXPECT_EQ(with_gain, found.findings.size());
}

TEST(PendingFindings, OfTheCostliestAreTriedFirst) {
    const auto [lists, found] = told_of(teapot());
    // When nothing is left to try for the first, there is something left for those behind it.
    std::vector<std::size_t> complete;
    for (std::size_t row = 0; row < lists.front().size(); ++row)
        complete.push_back(static_cast<std::size_t>(
            std::ranges::find_if(lists, [&](const auto& list) { return !list[row].is_open(); }) -
            lists.begin()));
    EXPECT_EQ(complete.front(), std::ranges::min(complete));
    EXPECT_LT(complete.front(), lists.size() / 2);
    for (std::size_t i = 1; i < lists.size(); ++i)
        for (std::size_t row = 0; row < lists[i - 1].size(); ++row)
            EXPECT_GE(lists[i][row].tried, lists[i - 1][row].tried);
    EXPECT_EQ(lists[3].front().tried, 2U) << "larger caches, which each finding is set beside";
}

TEST(PendingFindings, OfCostsAreTheSameFromAProfileAndFromAQuickSimulation) {
    const HierarchyConfig config = small_hierarchy();
    ThreadPool pool(2);
    const auto source = request_source(teapot(), pool);
    const RecordedTrial recorded = simulate_recorded(*source, config, pool, {});
    const RecordedTrial quick = simulate_costs(*source, config, pool, {});
    const auto profile = make_hierarchy_profile(*source, config, {}, pool);
    const auto known = known_trial(*profile, teapot().info(), {});
    ASSERT_TRUE(known.has_value());
    const auto texts = [&](const RecordedTrial& trial) {
        std::vector<std::string> all;
        for (const Finding& finding : costliest_findings(trial, {teapot().info(), level_latencies(turing())}))
            all.push_back(finding.text);
        return all;
    };
    EXPECT_EQ(texts(quick), texts(*known));
    const std::vector<std::string> explained = texts(recorded);
    ASSERT_EQ(explained.size(), texts(quick).size());
    for (std::size_t i = 0; i < explained.size(); ++i) {
        std::string without_stop = texts(quick)[i];
        without_stop.pop_back();
        EXPECT_THAT(explained[i], StartsWith(without_stop)) << "the same, with reasons";
    }
    EXPECT_EQ(known->sums.lane_accesses, recorded.sums.lane_accesses);
    EXPECT_EQ(quick.sms, recorded.sms);
    for (std::size_t sm = 0; sm < recorded.sms.size(); ++sm)
        EXPECT_EQ(known->sms.at(sm).requests, recorded.sms[sm].requests);
    const auto sdcm = make_sdcm_profile(*source, {}, pool);
    EXPECT_FALSE(known_trial(*sdcm, teapot().info(), {}).has_value());
}

TEST(KeptRequests, AreThoseOfTheFileAndAreKeptIfThereIsRoom) {
    ThreadPool pool(2);
    const auto addresses_in = [](RequestSource& source) {
        std::vector<std::uint64_t> all;
        RequestBlock block;
        while (source.next(block, {}))
            all.insert(all.end(), block.addresses.begin(), block.addresses.end());
        return all;
    };
    const std::vector<std::uint64_t> expected = addresses_in(*request_source(teapot(), pool));
    ASSERT_FALSE(expected.empty());
    const std::uint64_t bytes = teapot().info().requests * sizeof(RequestBlock::Entry) + expected.size() * 8;
    for (const std::uint64_t most : {bytes, bytes - 1, std::uint64_t{0}}) {
        KeptRequests kept(teapot(), most);
        const auto first = kept.source(pool);
        RequestBlock block;
        ASSERT_TRUE(first->next(block, {}));
        first->rewind(); // what was read so far is not all of it
        EXPECT_EQ(addresses_in(*first), expected);
        EXPECT_EQ(addresses_in(*kept.source(pool)), expected);
        const auto again = kept.source(pool);
        ASSERT_TRUE(again->next(block, {}));
        again->rewind();
        EXPECT_EQ(addresses_in(*again), expected);
        EXPECT_EQ(again->lane_tags({}).size(), request_source(teapot(), pool)->lane_tags({}).size());
        std::stop_source stop;
        stop.request_stop();
        EXPECT_THROW(again->next(block, stop.get_token()), Cancelled);
    }
}

TEST(KeptRequests, DoNotChangeFindings) {
    const SourceMesh mesh = source_mesh(teapot().info(), {});
    const HierarchyConfig config = small_hierarchy();
    ThreadPool pool(2);
    const auto found = [&](std::uint64_t spare_bytes) {
        return find_causes({teapot(), mesh, config, spare_bytes}, turing(), pool);
    };
    const FoundCauses with = found(std::uint64_t{1} << 30);
    const FoundCauses without = found(0);
    ASSERT_EQ(with.tried.size(), without.tried.size());
    for (std::size_t i = 0; i < with.tried.size(); ++i) {
        EXPECT_EQ(with.tried[i].sums.total, without.tried[i].sums.total) << with.tried[i].change.title;
        EXPECT_EQ(with.tried[i].sums.frames, without.tried[i].sums.frames);
    }
    ASSERT_EQ(with.findings.size(), without.findings.size());
    for (std::size_t i = 0; i < with.findings.size(); ++i)
        EXPECT_EQ(with.findings[i].text, without.findings[i].text);
}

} // namespace
} // namespace hitmap
