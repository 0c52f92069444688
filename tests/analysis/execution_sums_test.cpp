// The sums of execution events against a reference implementation, which looks at a dump of all events as
// often as it likes.

#include "core/analysis/simt/slot_chart.h"
#include "core/analysis/simt/sum_executions.h"
#include "core/analysis/simt/thread_paths.h"
#include "core/base/error.h"
#include "core/raytracer/trace_scene.h"
#include "tests/analysis/tagged_source.h"
#include "tests/raytracer/test_scenes.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace hitmap {
namespace {

/// The events of a warp from its beginning to its end.
using Dump = std::vector<BlockExecution>;

/// By launch; then by SM, in the order in which the warps began.
std::map<std::uint32_t, std::map<std::uint32_t, std::vector<Dump>>> warps_of(const Dump& events) {
    std::map<std::uint32_t, std::map<std::uint32_t, std::vector<Dump>>> warps;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::size_t>>
        in_slot; // by launch, SM and slot
    for (const BlockExecution& event : events) {
        auto& of_sm = warps[event.launch][event.sm];
        const std::tuple place(event.launch, event.sm, event.slot);
        const auto slot = in_slot.find(place);
        if (slot == in_slot.end() || slot->second.first != event.warp) {
            in_slot[place] = {event.warp, of_sm.size()};
            of_sm.emplace_back();
        }
        of_sm[in_slot[place].second].push_back(event);
    }
    return warps;
}

class EventReference {
public:
    explicit EventReference(const RecordingInfo& info) : info_(info) {}

    /// Lanes that are inactive at event `at` of the warp because of calls, from the definition: those of all
    /// calls that the event is in.
    std::uint32_t not_called(const Dump& warp, std::size_t at) const {
        std::uint32_t lanes = 0;
        std::vector<std::size_t> begins; // of the functions that event `at` is in
        for (std::size_t i = 0; i <= at; ++i) {
            const BlockEntry entry = entry_of(warp[i]);
            if (entry == BlockEntry::kernel) begins.clear();
            if (entry == BlockEntry::function) begins.push_back(i);
            if (entry == BlockEntry::after_call && !begins.empty()) begins.pop_back();
        }
        for (const std::size_t begin : begins) {
            std::uint32_t left_behind = 0;
            if (begin == 0)
                left_behind = ~warp[0].mask; // of a shader that is called for some lanes
            else if (entry_of(warp[begin - 1]) == BlockEntry::if_taken)
                left_behind = mask_before(warp, begin - 1) & ~warp[begin].mask;
            // Without events of returns, a lane that is active again says that the call has returned.
            for (std::size_t i = begin; i <= at && !tells_returns_; ++i)
                left_behind &= ~warp[i].mask;
            lanes |= left_behind;
        }
        return lanes;
    }

    /// @param function  counts in its blocks alone; no value: in all
    InactiveSlots inactive(const Dump& warp, const std::optional<std::string>& function = {}) const {
        InactiveSlots slots;
        for (std::size_t i = 0; i < warp.size(); ++i) {
            const BasicBlock& block = info_.basic_blocks[warp[i].block];
            if (function && block.location.function != *function) continue;
            const std::uint64_t instructions = block.instructions;
            const std::uint32_t calls = not_called(warp, i);
            for (unsigned lane = 0; lane < warp_size; ++lane) {
                if ((warp[i].mask >> lane & 1U) != 0) continue;
                bool later = false;
                for (std::size_t k = i; k < warp.size(); ++k)
                    later = later || (warp[k].mask >> lane & 1U) != 0;
                // Nothing is known of lanes that never begin, but that the shader was not called for them.
                const bool begins = std::ranges::any_of(
                    warp, [&](const BlockExecution& event) { return (event.mask >> lane & 1U) != 0; });
                later = later ||
                        (entry_of(warp[0]) == BlockEntry::function && !begins && (calls >> lane & 1U) != 0);
                std::uint64_t& cause = !later                      ? slots.early_return
                                       : (calls >> lane & 1U) != 0 ? slots.call
                                                                   : slots.control_flow;
                cause += instructions;
            }
        }
        return slots;
    }

    /// Executions that remain of a group of warps, of the blocks that `counts` returns true for.
    template <class Counts>
    CompactionSums compacted(const std::vector<const Dump*>& group, const Counts& counts) const {
        std::map<std::pair<std::uint32_t, std::size_t>, std::uint64_t> lanes; // by block and execution
        for (const Dump* warp : group) {
            std::map<std::uint32_t, std::size_t> times;
            for (const BlockExecution& event : *warp)
                if (counts(event.block))
                    lanes[{event.block, times[event.block]++}] += std::popcount(event.mask);
        }
        CompactionSums sums;
        for (const auto& [execution, active] : lanes) {
            const std::uint64_t remaining = (active + 31) / 32;
            sums.executions += remaining;
            sums.instructions += remaining * info_.basic_blocks[execution.first].instructions;
        }
        return sums;
    }

private:
    BlockEntry entry_of(const BlockExecution& event) const { return info_.basic_blocks[event.block].entry; }
    /// The mask of the last block before event `at` in the same function; 0 if there is none.
    std::uint32_t mask_before(const Dump& warp, std::size_t at) const {
        std::vector<std::uint32_t> masks{0}; // of the functions, the innermost last
        for (std::size_t i = 0; i < at; ++i) {
            const BlockEntry entry = entry_of(warp[i]);
            if (entry == BlockEntry::kernel) masks = {0};
            if (entry == BlockEntry::function && !tells_returns_) masks.clear();
            if (entry == BlockEntry::function) masks.push_back(0);
            if (entry == BlockEntry::after_call && masks.size() > 1) masks.pop_back();
            masks.back() = warp[i].mask;
        }
        return masks.back();
    }

    const RecordingInfo& info_;
    bool tells_returns_ = std::ranges::any_of(
        info_.basic_blocks, [](const BasicBlock& block) { return block.entry == BlockEntry::after_call; });
};

/// Which blocks count in a sum: those of which this is true.
using BlockFilter = std::function<bool(std::uint32_t)>;

void add(CompactionSums& to, const CompactionSums& more) {
    to.executions += more.executions;
    to.instructions += more.instructions;
}

/// Windows of `size` consecutive warps of each SM; 0: all of an SM.
CompactionSums compacted_in_windows(const EventReference& reference, const Dump& events, std::size_t size,
                                    const BlockFilter& counts) {
    CompactionSums sums;
    for (const auto& [launch, sms] : warps_of(events))
        for (const auto& [sm, warps] : sms)
            for (std::size_t first = 0; first < warps.size(); first += size == 0 ? warps.size() : size) {
                std::vector<const Dump*> group;
                for (std::size_t i = first; i < warps.size() && (size == 0 || i < first + size); ++i)
                    group.push_back(&warps[i]);
                add(sums, reference.compacted(group, counts));
            }
    return sums;
}

CompactionSums compacted_in_launches(const EventReference& reference, const Dump& events,
                                     const BlockFilter& counts) {
    CompactionSums sums;
    const auto all = warps_of(events);
    for (const auto& [launch, sms] : all) {
        std::vector<const Dump*> group;
        for (const auto& [sm, warps] : sms)
            for (const Dump& warp : warps)
                group.push_back(&warp);
        add(sums, reference.compacted(group, counts));
    }
    return sums;
}

/// Inactive slots by function and by launch.
void expect_parts_as_reference(const RecordingInfo& info, const ExecutionSums& sums,
                               const EventReference& reference, const Dump& events) {
    std::map<std::string, InactiveSlots> by_function;
    std::map<std::uint32_t, InactiveSlots> by_launch;
    for (const auto& [launch, sms] : warps_of(events))
        for (const auto& [sm, warps] : sms)
            for (const Dump& warp : warps) {
                by_launch[launch] += reference.inactive(warp);
                for (const auto& function : function_table(info.basic_blocks).functions)
                    by_function[function.name] += reference.inactive(warp, function.name);
            }
    for (const FunctionSums& function : sums_by_function(info, sums)) {
        EXPECT_EQ(function.inactive, by_function[function.function]) << function.function;
        EXPECT_EQ(function.inactive.all(), function.sums.inactive_slots(warp_size)) << function.function;
    }
    ASSERT_EQ(sums.launches.size(), by_launch.size());
    for (const LaunchExecutions& launch : sums.launches) {
        EXPECT_EQ(launch.inactive, by_launch.at(launch.launch)) << launch.launch;
        EXPECT_EQ(launch.inactive.all(), launch.sums.inactive_slots(warp_size)) << launch.launch;
    }
}

void expect_as_reference(RecordingInMemory& recording) {
    set_counts(recording);
    TaggedSource source(recording);
    const ExecutionSums sums = sum_executions(source, true);
    const EventReference reference(recording.info);
    const Dump& events = recording.executions;

    InstructionSums all;
    for (const BlockExecution& event : events)
        all.add(recording.info.basic_blocks[event.block].instructions,
                static_cast<unsigned>(std::popcount(event.mask)));
    EXPECT_EQ(sums.all, all);
    InactiveSlots inactive;
    std::uint64_t warps_found = 0;
    std::uint64_t exits = 0;
    std::uint64_t lived = 0;
    LifetimeHistogram threads;
    for (const auto& [launch, sms] : warps_of(events))
        for (const auto& [sm, warps] : sms)
            for (const Dump& warp : warps) {
                ++warps_found;
                lived += warp.size();
                const InactiveSlots slots = reference.inactive(warp);
                inactive.early_return += slots.early_return;
                inactive.call += slots.call;
                inactive.control_flow += slots.control_flow;
                std::set<std::size_t> ends;
                for (unsigned lane = 0; lane < warp_size; ++lane) {
                    std::uint64_t blocks = 0;
                    std::size_t last = 0;
                    for (std::size_t i = 0; i < warp.size(); ++i)
                        if ((warp[i].mask >> lane & 1U) != 0) {
                            ++blocks;
                            last = i;
                        }
                    if (blocks == 0) continue;
                    threads.add(blocks);
                    ends.insert(last);
                }
                exits += ends.size();
            }
    EXPECT_EQ(sums.inactive, inactive);
    EXPECT_EQ(sums.inactive.all(), sums.all.inactive_slots(warp_size));
    EXPECT_EQ(sums.warps, warps_found);
    EXPECT_EQ(sums.lives.size(), warps_found);
    EXPECT_EQ(sums.exits, exits);
    EXPECT_EQ(sums.warp_lifetimes.sum, lived);
    EXPECT_EQ(sums.thread_lifetimes, threads);
    ASSERT_GE(sums.compaction.size(), 3U);
    const auto compacted = [&](const CompactionRow& row, const BlockFilter& counts) {
        return row.scope == CompactionScope::launch
                   ? compacted_in_launches(reference, events, counts)
                   : compacted_in_windows(reference, events, row.scope == CompactionScope::sm ? 0 : row.warps,
                                          counts);
    };
    for (std::size_t i = 0; i < sums.compaction.size(); ++i) {
        const CompactionRow& row = sums.compaction[i];
        EXPECT_EQ(row.calls, compacted(row,
                                       [&](std::uint32_t block) {
                                           return recording.info.basic_blocks[block].entry ==
                                                  BlockEntry::function;
                                       }))
            << row.warps << " warps";
        EXPECT_EQ(row.blocks, compacted(row, [](std::uint32_t) { return true; })) << row.warps << " warps";
        for (const BlockCompaction& of : sums.block_compaction)
            EXPECT_EQ(of.executions.at(i),
                      compacted(row, [&](std::uint32_t block) { return block == of.block; }).executions)
                << row.warps << " warps, block " << of.block;
    }
    std::set<std::uint32_t> executed;
    for (const BlockExecution& event : events)
        executed.insert(event.block);
    EXPECT_EQ(sums.block_compaction.size(), executed.size());
    expect_parts_as_reference(recording.info, sums, reference, events);
}

TEST(ReleaseOnlyExecutionSums, OfTheRayTracerAreThoseOfTheReference) {
    ThreadPool pool(1);
    struct Case {
        Kernel kernel;
        const char* rays;
    };
    for (const Case& each : {Case{Kernel::while_while, "shadow"}, Case{Kernel::if_if, "primary"},
                             Case{Kernel::pixel, "path:2"}}) {
        TraceOptions options;
        options.width = options.height = 24;
        options.sm_count = 2;
        options.warps_per_sm = 6;
        options.kernel = each.kernel;
        options.records_blocks = true;
        trace_option("rays").set(options, each.rays);
        RecordingInMemory recording;
        trace_scene(triangle_soup(60, 3), options, recording, pool);
        expect_as_reference(recording);
    }
}

/// Puts the events of launches in turn; those of each launch keep their order.
void run_at_the_same_time(Dump& events, std::mt19937& random) {
    std::map<std::uint32_t, Dump> of_launch;
    for (const BlockExecution& event : events)
        of_launch[event.launch].push_back(event);
    std::vector<std::uint32_t> turns;
    for (const BlockExecution& event : events)
        turns.push_back(event.launch);
    std::ranges::shuffle(turns, random);
    std::map<std::uint32_t, std::size_t> next;
    for (std::size_t i = 0; i < turns.size(); ++i)
        events[i] = of_launch[turns[i]][next[turns[i]]++];
}

/// Several launches with warps that follow one another in slots, and any order of blocks.
TEST(ExecutionSums, OfRandomEventsAreThoseOfTheReference) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
        RecordingInMemory recording;
        recording.info.instructions.resize(1);
        for (std::uint32_t i = 0; i < 8; ++i)
            recording.info.basic_blocks.push_back(
                {static_cast<BlockEntry>(i), below(4), SourceLocation{i % 3 == 0 ? "f" : "g", {}, 0, 0}});
        for (std::uint32_t launch = 0; launch < 1 + below(3); ++launch) {
            recording.begin_launch({});
            std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> warp_in;
            std::uint32_t next = 0;
            for (std::uint32_t i = 0; i < 150; ++i) {
                const std::uint32_t sm = below(3);
                const std::uint32_t slot = below(1 + 2 * sm);
                const auto [warp, is_new] = warp_in.try_emplace({sm, slot}, next);
                if (is_new) ++next;
                if (!is_new && below(12) == 0) warp->second = next++;
                const std::uint32_t mask = below(3) == 0 ? ~0U : random() & 0xff00ff0fU;
                recording.execute({{}, launch, sm, warp->second, slot, below(8), mask == 0 ? 1 : mask});
            }
        }
        if (seed % 2 == 0) run_at_the_same_time(recording.executions, random);
        expect_as_reference(recording);
    }
}

TEST(ExecutionSums, SayWhyThereAreNone) {
    RecordingInMemory recording;
    set_counts(recording);
    TaggedSource source(recording);
    EXPECT_NE(sum_executions(source).why_empty.find("no execution events"), std::string::npos);
}

TEST(ExecutionSums, RefuseCallsWithoutEnd) {
    RecordingInMemory recording;
    recording.info.basic_blocks.push_back({BlockEntry::function, 1, {}});
    recording.info.basic_blocks.push_back({BlockEntry::after_call, 1, {}}); // returns would be told
    recording.begin_launch({});
    for (int i = 0; i < 300; ++i)
        recording.execute({{}, 0, 0, 0, 0, 0, 1});
    set_counts(recording);
    TaggedSource source(recording);
    EXPECT_THROW(static_cast<void>(sum_executions(source)), Error);
}

LaneTagRun tag(std::uint32_t pixel, std::uint32_t sample, std::uint8_t kind, std::uint8_t bounce) {
    LaneTagRun run;
    run.tag = {pixel, sample, kind, bounce, 0};
    return run;
}

TEST(ThreadPaths, AreTheRaysOfPixels) {
    const std::vector<LaneTagRun> tags{tag(0, 0, 0, 0), tag(1, 0, 0, 0), tag(2, 0, 0, 0),
                                       tag(0, 0, 2, 1), tag(0, 1, 2, 1), tag(1, 1, 2, 1),
                                       tag(1, 0, 2, 1), tag(7, 0, 0, 0), tag(7, 1, 2, 1)};
    const ThreadPaths paths = thread_paths(tags, 2);
    EXPECT_EQ(paths.threads, 4U);
    EXPECT_EQ(paths.count, 3U);
    ASSERT_EQ(paths.top.size(), 2U);
    EXPECT_EQ(paths.top[0].path, "111");
    EXPECT_EQ(paths.top[0].threads, 2U);
    EXPECT_EQ(paths.top[1].path, "100");
    EXPECT_FALSE(thread_paths({}, 1).why_empty.empty());
}

TEST(ThreadPaths, OfPixelsAreTheirPlacesInTheList) {
    const std::vector<LaneTagRun> tags{tag(0, 0, 0, 0), tag(0, 0, 1, 1), tag(1, 0, 0, 0), tag(1, 0, 1, 1),
                                       tag(3, 0, 0, 0), tag(4, 0, 1, 1), tag(9, 0, 1, 1)};
    const PixelPaths paths = pixel_paths(tags, 2, 6);
    ASSERT_EQ(paths.paths.rays.size(), 2U);
    EXPECT_EQ(paths.paths.rays[1], (PathRay{0, 1, 1}));
    EXPECT_EQ(paths.paths.count, 3U);
    EXPECT_EQ(paths.paths.top.at(0).path, "01")
        << "pixels 4 and 9; of equally frequent ones the smaller text";
    EXPECT_EQ(paths.paths.top.at(1).path, "11");
    EXPECT_EQ(paths.of_pixel,
              (std::vector<std::uint32_t>{1, 1, PixelPaths::none, PixelPaths::rare, 0, PixelPaths::none}));
}

/// Events of warps that begin and end before, between and behind requests of two accesses each.
TEST(SlotChart, HasThePositionsOfTheFirstAndLastEvents) {
    RecordingInMemory recording;
    recording.info.instructions.resize(1);
    recording.info.basic_blocks.push_back({BlockEntry::kernel, 1, {}});
    recording.begin_launch({});
    Request request;
    request.mask = 3;
    recording.execute({{}, 0, 0, 0, 0, 0, 1});
    for (std::uint32_t warp = 1; warp < 4; ++warp) {
        recording.add(request);
        recording.execute({{}, 0, 0, warp, warp, 0, 1});
    }
    recording.execute({{}, 0, 0, 0, 0, 0, 1});
    set_counts(recording);
    TaggedSource source(recording);
    const SlotChart chart = slot_chart(source, sum_executions(source, true).lives);
    EXPECT_EQ(chart.positions, 3U) << "requests, since there are no elements";
    ASSERT_EQ(chart.lives.size(), 4U);
    EXPECT_EQ(chart.lives[0].first, 0U);
    EXPECT_EQ(chart.lives[0].last, 3U) << "behind the last request";
    for (std::uint32_t warp = 1; warp < 4; ++warp) {
        EXPECT_EQ(chart.lives[warp].life.warp, warp);
        EXPECT_EQ(chart.lives[warp].first, warp);
        EXPECT_EQ(chart.lives[warp].last, warp);
    }
}

TEST(ExecutionSums, ShadersThatDoNotTellTheirReturnsMayCallAnyNumberOfFunctions) {
    RecordingInMemory recording;
    recording.info.device.warp_size = 4;
    recording.info.basic_blocks.push_back({BlockEntry::function, 10, {"main (any hit)", {}, 0, 0}});
    recording.info.basic_blocks.push_back({BlockEntry::function, 1, {"helper", {}, 0, 0}});
    recording.begin_launch({});
    recording.execute({{}, 0, 0, 0, 0, 0, 0x3}); // a shader that a traversal calls for two of four lanes
    for (int i = 0; i < 1000; ++i)
        recording.execute({{}, 0, 0, 0, 0, 1, 0x1});
    set_counts(recording);
    TaggedSource source(recording);
    const ExecutionSums sums = sum_executions(source, false);
    EXPECT_EQ(sums.inactive.call, 2U * 10 + 2U * 1000) << "lanes for which it was not called";
    EXPECT_EQ(sums.inactive.early_return, 1000U) << "the lane that has ended";
    EXPECT_EQ(sums.inactive.control_flow, 0U);
}

TEST(LifetimeHistogram, KeepsAtMost128Bins) {
    LifetimeHistogram lifetimes;
    for (std::uint64_t blocks = 1; blocks <= 1000; ++blocks)
        lifetimes.add(blocks);
    EXPECT_EQ(lifetimes.width, 8U);
    ASSERT_EQ(lifetimes.counts.size(), 126U);
    EXPECT_EQ(lifetimes.counts[0], 7U) << "1 to 7";
    EXPECT_EQ(lifetimes.counts[1], 8U) << "8 to 15";
    EXPECT_EQ(lifetimes.counts[125], 1U) << "1000";
    EXPECT_EQ(lifetimes.count, 1000U);
    EXPECT_EQ(lifetimes.longest, 1000U);
}

} // namespace
} // namespace hitmap
