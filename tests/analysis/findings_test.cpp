// A fault is planted in a recording. It must be the first finding, and what the finding promises must be what
// a recording without the fault gives.
#include "core/analysis/trials/request_frames.h"
#include "core/base/error.h"
#include "core/cache/contents/eviction_sink.h"
#include "core/cache/gpu/preset_library.h"
#include "core/raytracer/options/recorded_options.h"
#include "core/relayout/apply/relayout.h"
#include "core/relayout/apply/source_scene.h"
#include "core/relayout/model/relayout_settings.h"
#include "tests/analysis/traced_files.h"
#include "tests/cache/memory_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::Contains;
using testing::DoubleNear;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::Le;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

HierarchyResult simulated(const HmtFile& file, const HierarchyConfig& config = small_hierarchy()) {
    ThreadPool pool(2);
    return simulate_hierarchy(*request_source(file, pool), config, {}, pool);
}

/// The finding promises what a program that was changed like this saves.
void expect_kept(const Finding& finding, const HmtFile& faulty, const HmtFile& mended,
                 const HierarchyConfig& config = small_hierarchy()) {
    const double before = amount_of(simulated(faulty, config).total, finding.metric);
    const double after = amount_of(simulated(mended, config).total, finding.metric);
    EXPECT_EQ(finding.gain->amount, before - after) << finding.text;
    EXPECT_EQ(finding.gain->share, (before - after) / before) << finding.text;
}

HmtFile moved(const HmtFile& file, const std::string& layout) {
    return recording_by([&](RecordingSink& sink) {
        ThreadPool pool(2);
        (void)relayout_recording(file, parse_relayout(layout), source_mesh(file.info(), {}), sink, pool);
    });
}

class PlantedFaults : public testing::TestWithParam<const char*> {
protected:
    /// Plants a value of an option, and returns the finding that must propose another one.
    /// Plants a value of an option. The first finding must propose another one, and keep its promise.
    /// @param what  that it must name; empty: anything
    void expect_found(const std::string& option, const std::string& fault, const std::string& cure,
                      FindingWhy why, const std::string& what = {}) const {
        SCOPED_TRACE(option + " " + fault);
        const TraceOptions options = with(good_options(), option, fault);
        const HmtFile faulty = traced(GetParam(), options);
        const Finding first = causes_of(faulty).findings.front();
        ASSERT_TRUE(first.gain.has_value()) << first.text;
        ASSERT_THAT(first.gain->change, StartsWith(option + " " + cure)) << first.text;
        EXPECT_EQ(first.why, why) << first.text;
        if (!what.empty()) {
            EXPECT_EQ(first.what_name, what) << first.text;
        }
        const std::string value = first.gain->change.substr(option.size() + 1);
        const bool is_of_tracer = !value.ends_with("-access") && !value.ends_with("-count");
        expect_kept(first, faulty,
                    is_of_tracer ? traced(GetParam(), with(options, option, value))
                                 : moved(faulty, option + "=" + value));
    }
};

TEST_P(PlantedFaults, AreTheFirstFindingAndTracingAgainSavesWhatItPromises) {
    expect_found("vertex-order", "random", "", FindingWhy::capacity);
    expect_found("layout", "soa", "aos", FindingWhy::capacity);
    expect_found("bvh", "median", "sah", FindingWhy::capacity);
}

TEST_P(PlantedFaults, OfAStackOfTwiceTheDepthNameTheStack) {
    expect_found("stack-slots", "2", "1", FindingWhy::hot_stack, "stack");
}

TEST_P(PlantedFaults, OfRowsInOneSetAreConflicts) {
    HierarchyConfig config = small_hierarchy();
    config.l1 = parse_cache_geometry("16KiB:128/32:2"); // 64 sets, of which such rows use 8
    const HmtFile good = traced(GetParam(), good_options());
    const HmtFile faulty = moved(good, "stride=vertices=1024");
    const Finding first = causes_of(faulty, config).findings.front();
    EXPECT_EQ(first.what_name, "vertices");
    EXPECT_EQ(first.why, FindingWhy::conflict) << first.text;
    ASSERT_EQ(first.gain->change, "stride vertices=12") << first.text;
    EXPECT_TRUE(first.gain->exact);
    expect_kept(first, faulty, good, config);
}

/// Moves every request to the first warp of the first SM.
class OneWarp final : public RecordingSink {
public:
    explicit OneWarp(RecordingSink& out) : out_(out) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override { out_.begin(info, scene); }
    void begin_launch(const Launch& launch) override { out_.begin_launch(launch); }
    void add(const Request& request) override {
        Request moved = request;
        moved.sm = 0;
        moved.warp = 0;
        moved.slot = 0;
        out_.add(moved);
    }
    void tag(const LaneTagRun& /*run*/) override {}
    void finish() override { out_.finish(); }

private:
    RecordingSink& out_;
};

TEST_P(PlantedFaults, OfOneWarpWithAllTheWorkAreAnImbalance) {
    const HmtFile good = traced(GetParam(), good_options());
    const HmtFile faulty = recording_by([&](RecordingSink& sink) {
        OneWarp one(sink);
        trace_to(one, GetParam(), good_options());
    });
    const Finding first = causes_of(faulty).findings.front();
    EXPECT_EQ(first.why, FindingWhy::imbalance) << first.text;
    EXPECT_EQ(first.what_kind, "sm");
    EXPECT_EQ(first.what_name, "0");
    EXPECT_EQ(first.share, 1.0);
    const auto sms = simulated(good).sms;
    const auto busiest = std::ranges::max(sms, {}, &SmWork::requests).requests;
    const double gained = first.amount - static_cast<double>(busiest);
    EXPECT_THAT(first.gain->amount, DoubleNear(gained, 0.1 * gained));
    EXPECT_FALSE(first.gain->exact);
}

INSTANTIATE_TEST_SUITE_P(ReleaseOnlyScenes, PlantedFaults,
                         testing::Values("builtin:teapot?triangles=20000", "builtin:statue?triangles=20000",
                                         "builtin:atrium?triangles=130000"));

TEST(Findings, HaveTheNumbersOfASimulation) {
    const FoundCauses found = causes_of(teapot());
    const HierarchyResult recorded = simulated(teapot());
    ASSERT_THAT(found.findings, SizeIs(Le(most_findings)));
    for (const Finding& finding : found.findings) {
        SCOPED_TRACE(finding.text);
        const double all = amount_of(recorded.total, finding.metric);
        EXPECT_EQ(finding.share, finding.amount / all);
        if (finding.what_kind != "allocation") continue;
        const auto& names = found.recorded.sums.labels;
        const auto place = std::ranges::find(names, finding.what_name) - names.begin();
        EXPECT_EQ(finding.amount,
                  amount_of(recorded.allocations.at(static_cast<std::size_t>(place)), finding.metric));
    }
}

TEST(Findings, OfCachesAreThoseOfASimulationWithThem) {
    const FoundCauses found = causes_of(teapot());
    HierarchyConfig wide = small_hierarchy();
    wide.l1 = parse_cache_geometry("32KiB:128/32:64");
    const auto doubled = std::ranges::find_if(found.tried, [](const TriedChange& tried) {
        return tried.change.command == "hitmap simulate FILE --model hierarchy --preset turing-rtx2080ti "
                                       "--l1 32KiB:128/32:64 --l2 1MiB:128/32:16";
    });
    ASSERT_NE(doubled, found.tried.end());
    EXPECT_EQ(doubled->sums.total, simulated(teapot(), wide).total);
    EXPECT_FALSE(doubled->change.is_of_program());
}

TEST(Findings, OfAShortStackAreOfItsRequestsWithoutTheFirstEntries) {
    const FoundCauses found = causes_of(teapot());
    const auto tried = std::ranges::find_if(found.tried, [](const TriedChange& one) {
        return std::holds_alternative<StackChange>(one.change.to);
    });
    ASSERT_NE(tried, found.tried.end());
    EXPECT_EQ(tried->change.title, "first 4 entries of stack in shared memory");
    EXPECT_THAT(tried->change.command, testing::IsEmpty());
    EXPECT_FALSE(tried->change.is_of_program());
    EXPECT_THAT(tried->estimates, SizeIs(1));
    // The same requests, made by hand.
    const RecordingInfo& info = teapot().info();
    MemorySource shortened(info, teapot().read_scene());
    ThreadPool pool(2);
    const auto source = request_source(teapot(), pool);
    RequestBlock block;
    while (source->next(block, {}))
        for (const RequestBlock::Entry& entry : block.entries) {
            Request request{entry.launch, entry.sm, entry.warp, entry.slot, entry.instruction, 0, {}};
            std::size_t next = 0;
            for (unsigned lane = 0; lane < warp_size; ++lane) {
                if ((entry.mask >> lane & 1U) == 0) continue;
                const std::uint64_t address = block.addresses_of(entry)[next++];
                if (info.instructions[entry.instruction].space == Space::local && address < 4 * 16) continue;
                request.address[lane] = address;
                request.mask |= 1U << lane;
            }
            if (request.mask != 0) shortened.add(request, 1000);
        }
    const HierarchyResult expected = simulate_hierarchy(shortened, small_hierarchy(), {}, pool);
    EXPECT_EQ(tried->sums.total, expected.total);
    EXPECT_EQ(tried->sums.allocations, expected.allocations);
    EXPECT_LT(expected.total.requests, simulated(teapot()).total.requests);
}

TEST(Findings, AreNoneIfNothingIsToBeGained) {
    const HmtFile file = recording_by([](RecordingSink& sink) {
        RecordingInfo info;
        info.device = {"test", 2, 1, 32};
        info.instructions.resize(1);
        info.instructions[0].bytes_per_lane = 4;
        sink.begin(info, nullptr);
        sink.begin_launch({});
        for (std::uint32_t sm = 0; sm < 2; ++sm)
            for (int i = 0; i < 50; ++i) {
                Request request;
                request.sm = sm;
                request.mask = 1;
                request.address[0] = 0x1000;
                sink.add(request);
            }
        sink.finish();
    });
    const FoundCauses found = causes_of(file);
    ASSERT_THAT(found.findings, SizeIs(1));
    EXPECT_EQ(found.findings[0].why, FindingWhy::nothing);
    EXPECT_EQ(found.findings[0].text, "98.0 % of 100 look-ups of loads are served by L1. Of 2 changes that "
                                      "were tried, none certainly saves "
                                      "1 % of the waiting for memory. No other memory layout was tried, "
                                      "since the recording does not say at "
                                      "which distance the elements of its buffers are (hitmap layout).");
    EXPECT_FALSE(found.findings[0].gain.has_value());
}

TEST(Findings, TreesAreTriedOnlyForRecordingsThatCanBeTracedAgain) {
    const auto titles = [](const HmtFile& file, const SourceMesh& mesh) {
        const HierarchyConfig config = small_hierarchy();
        ThreadPool pool(1);
        std::vector<std::string> all;
        for (const Change& change : changes_to_try({file, mesh, config}, pool, {}).changes)
            all.push_back(change.title);
        return all;
    };
    const SourceMesh mesh = source_mesh(teapot().info(), {});
    EXPECT_THAT(titles(teapot(), mesh), Contains("bvh median"));
    EXPECT_THAT(titles(teapot(), mesh), Contains("node-width 4"));
    EXPECT_THAT(titles(teapot(), {}), Not(Contains("bvh median")));
    EXPECT_THAT(titles(moved(teapot(), "stride=boxes=32"), mesh), Not(Contains("bvh median")));
}

TEST(Findings, ListChangesInOneOrderInWhicheverTheyWereTried) {
    const FoundCauses found = causes_of(teapot());
    const SourceMesh mesh = source_mesh(teapot().info(), {});
    const HierarchyConfig config = small_hierarchy();
    ThreadPool pool(2);
    const ChangesToTry to_try = changes_to_try({teapot(), mesh, config}, pool, {});
    ASSERT_EQ(found.tried.size(), to_try.changes.size());
    for (std::size_t i = 0; i < found.tried.size(); ++i)
        EXPECT_EQ(found.tried[i].change.title, to_try.changes[i].title);
    std::vector<int> kinds; // a stack or caches, then layouts, then trees
    for (const TriedChange& tried : found.tried)
        kinds.push_back(std::holds_alternative<TreeChange>(tried.change.to)     ? 2
                        : std::holds_alternative<LayoutChange>(tried.change.to) ? 1
                                                                                : 0);
    EXPECT_TRUE(std::ranges::is_sorted(kinds));
    EXPECT_EQ(std::ranges::count(kinds, 0), 3);
    EXPECT_EQ(kinds.back(), 2);
}

TEST(Findings, FramesAddUpToTheWaitingOfAll) {
    const FoundCauses found = causes_of(teapot());
    const auto& frames = found.recorded.sums.frames;
    EXPECT_GE(frames.size(), RequestFrames::most_frames / 2);
    EXPECT_LE(frames.size(), RequestFrames::most_frames);
    const double sum =
        std::accumulate(frames.begin(), frames.end(), 0.0, [&](double all, const TrafficSums& one) {
            return all + waiting_of(one, found.latencies);
        });
    EXPECT_DOUBLE_EQ(sum, waiting_of(found.recorded.sums.total, found.latencies));
}

TEST(FindingsMemory, IncludesThatOfEvictions) {
    RecordingInfo info;
    info.device = {"test", 100, 1, 32};
    info.lane_accesses = 1'000'000'000;
    const std::uint64_t without = estimate_findings_bytes(info, small_hierarchy(), 1);
    info.lane_accesses = 0;
    const std::uint64_t none = estimate_findings_bytes(info, small_hierarchy(), 1);
    EXPECT_GT(without, none) << "what is in no allocation may be anywhere";
    info.lane_accesses = 1'000'000'000;
    info.allocations.resize(1);
    info.allocations[0].bytes = std::uint64_t{1} << 30;
    const std::uint64_t lines = info.allocations[0].bytes / 128;
    EXPECT_GT(estimate_findings_bytes(info, small_hierarchy(), 1), 100 * lines * EvictionSink::bytes_a_line);
}

TEST(Waiting, IsTheLatencyOfTheLevelThatHasEachSector) {
    TrafficSums sums;
    sums.l1_load_lookups = 100;
    sums.l1_load_hits = 70;
    sums.bypassing = 5;
    sums.atomics = 1;
    sums.l1_store_lookups = 1000; // stores do not wait
    sums.written_through = 1000;
    sums.fetched = 10;
    const LevelLatencies latencies{10.0, 100.0, 400.0};
    // Of the 106 sectors, 70 come from L1, 26 from L2 and 10 from memory.
    EXPECT_EQ(waiting_of(sums, latencies), 70 * 10.0 + 26 * 100.0 + 10 * 400.0);
}

TEST(Waiting, HasTheLatenciesOfAnotherPresetIfOneDoesNotStateAll) {
    EXPECT_TRUE(level_latencies(turing()).of_preset);
    const LevelLatencies others = level_latencies(find_gpu_preset("rdna3-rx7900xtx"));
    EXPECT_FALSE(others.of_preset);
    EXPECT_EQ(others.l1, level_latencies(turing()).l1);
    EXPECT_EQ(others.l2, level_latencies(turing()).l2);
    EXPECT_EQ(others.dram, level_latencies(turing()).dram);
}

TrialSums waiting_in_frames(const std::vector<std::uint64_t>& misses) {
    TrialSums sums;
    for (const std::uint64_t of_frame : misses) {
        TrafficSums& frame = sums.frames.emplace_back();
        frame.l1_load_lookups = of_frame;
        sums.total += frame;
    }
    return sums;
}

TEST(CertainGain, MustBeMoreThanTheLossOfSomeFrames) {
    const LevelLatencies latencies{1.0, 1.0, 1.0};
    const TrialSums recorded = waiting_in_frames({100, 100, 100, 100});
    EXPECT_EQ(certain_gain(recorded, waiting_in_frames({100, 0, 100, 100}), latencies, true), 0.25);
    EXPECT_EQ(certain_gain(recorded, waiting_in_frames({130, 40, 100, 90}), latencies, true), 0.1);
    EXPECT_EQ(certain_gain(recorded, waiting_in_frames({150, 40, 100, 80}), latencies, true), std::nullopt);
    EXPECT_EQ(certain_gain(recorded, waiting_in_frames({150, 40, 100, 80}), latencies, false), 0.075);
    EXPECT_EQ(certain_gain(recorded, waiting_in_frames({100, 100, 100, 101}), latencies, false),
              std::nullopt);
}

TEST(RecordedTraceOptions, AreThoseOfTheTrace) {
    const TraceOptions options = with(with(good_options(), "bvh", "median"), "rays", "ao:2");
    const auto texts = option_texts(options);
    const auto read = recorded_trace_options(texts);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(option_texts(*read), texts);
    const auto without_first = std::span(texts).subspan(1);
    EXPECT_FALSE(recorded_trace_options(without_first).has_value());
    EXPECT_FALSE(recorded_trace_options({}).has_value());
}

} // namespace
} // namespace hitmap
