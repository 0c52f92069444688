#include "core/cache/gpu/preset_library.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/pipeline/time_estimate.h"
#include "tests/cache/text_recording.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hitmap {
namespace {

/// A GPU with round numbers; 0 stands for an unknown number.
GpuPreset preset_of(double l1_bandwidth, double l2_bandwidth, double dram_bandwidth) {
    GpuPreset preset = find_gpu_preset("turing-rtx2080ti");
    std::vector<PresetFact> facts;
    const auto put = [&](std::string_view group, std::string_view name, double value) {
        if (value == 0.0) return;
        const auto key = std::find_if(preset_keys().begin(), preset_keys().end(),
                                      [&](const PresetKey& k) { return k.group == group && k.name == name; });
        PresetFact& fact = facts.emplace_back();
        fact.key = &*key;
        fact.value = value;
    };
    put("device", "clock", 1000); // a cycle takes a nanosecond, so that GB/s are bytes per cycle
    put("device", "dram_bandwidth", dram_bandwidth);
    put("l1", "latency", 10);
    put("l1", "bandwidth", l1_bandwidth);
    put("l2", "latency", 100);
    put("l2", "bandwidth", l2_bandwidth);
    put("dram", "latency", 1000);
    preset.facts = facts;
    return preset;
}

TimeEstimate estimate(const std::string& requests, const GpuPreset& preset) {
    MemorySource source(strip_info(100), strip_scene(100));
    add_requests(source, requests);
    ThreadPool pool(1);
    return estimate_time(simulate_hierarchy(source, {}, {}, pool), source.info(), preset);
}

// Nodes have 4 bytes, so that a sector has 8. SM 1 makes four requests with 5 look-ups in L1; the last one is
// a store.
const std::string requests = "0 0 nodes 0\n"
                             "0 1 nodes 0\n"
                             "0 1 nodes 8 16\n"
                             "0 1 nodes 0\n"
                             "0 1 +nodes 0\n";

TEST(TimeEstimate, IsTheLargestOfItsBounds) {
    const TimeEstimate l1 = estimate(requests, preset_of(16, 64, 64));
    EXPECT_EQ(l1.sm, 1U);
    EXPECT_DOUBLE_EQ(l1.issue_cycles, 4);
    EXPECT_DOUBLE_EQ(l1.l1_cycles.value(), 5 * 32 / 16.0);
    EXPECT_DOUBLE_EQ(l1.l2_cycles.value(), 5 * 32 / 64.0) << "4 loads and the store";
    EXPECT_DOUBLE_EQ(l1.dram_cycles.value(), 3 * 32 / 64.0);
    EXPECT_DOUBLE_EQ(l1.cycles, 10);
    EXPECT_EQ(l1.bound_by, "L1");
    EXPECT_DOUBLE_EQ(l1.milliseconds.value(), 1e-5);
    EXPECT_EQ(estimate(requests, preset_of(1024, 1024, 1024)).bound_by, "issue");
    EXPECT_EQ(estimate(requests, preset_of(64, 8, 64)).bound_by, "L2");
    EXPECT_EQ(estimate(requests, preset_of(64, 64, 2)).bound_by, "DRAM");
}

TEST(TimeEstimate, LatencyIsWhereLoadsFindTheirSectors) {
    // 5 sectors of loads: one hits L1, one hits L2 (SM 0 has fetched it), three come from memory.
    EXPECT_DOUBLE_EQ(estimate(requests, preset_of(64, 64, 64)).mean_load_latency.value(),
                     (10 + 100 + 3 * 1000) / 5.0);
}

TEST(TimeEstimate, SaysNothingThatThePresetDoesNotKnow) {
    GpuPreset preset = preset_of(0, 0, 0);
    preset.facts.clear();
    const TimeEstimate none = estimate(requests, preset);
    EXPECT_FALSE(none.l1_cycles || none.l2_cycles || none.dram_cycles || none.milliseconds);
    EXPECT_FALSE(none.mean_load_latency.has_value());
    EXPECT_DOUBLE_EQ(none.cycles, 4);
    EXPECT_EQ(none.bound_by, "issue");
    EXPECT_FALSE(estimate("", preset_of(64, 64, 64)).mean_load_latency.has_value());
}

} // namespace
} // namespace hitmap
