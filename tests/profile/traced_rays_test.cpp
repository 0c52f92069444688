// What a real recording says of its kinds of rays.

#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/profile/outcome_sums.h"
#include "core/profile/ray_filter.h"
#include "core/profile/window_totals.h"
#include "core/raytracer/trace_scene.h"
#include "tests/cache/memory_source.h"
#include "tests/profile/plain_filter.h"
#include "tests/raytracer/recording_in_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

constexpr RaySelection primary{0, {}};

/// A traced recording, with its lane tags.
class TaggedSource final : public MemorySource {
public:
    TaggedSource(const RecordingInMemory& recording, bool with_tags)
        : MemorySource(recording.info, std::make_shared<RecordedScene>(recording.scene)),
          tags_(with_tags ? recording.tags : std::vector<LaneTagRun>{}) {
        for (const Request& request : recording.requests)
            add(request, 700);
    }
    [[nodiscard]] std::vector<LaneTagRun> lane_tags(const JobContext& /*job*/) override { return tags_; }

private:
    std::vector<LaneTagRun> tags_;
};

RecordingInMemory traced_with(const char* rays) {
    TraceOptions options;
    options.width = 40;
    options.height = 32;
    options.sm_count = 2;
    options.warps_per_sm = 3;
    trace_option("rays").set(options, rays);
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(load_scene("builtin:statue?triangles=1000"), options, recording, pool);
    return recording;
}

void add_to(WindowSums& sum, const WindowSums& more) {
    sum.totals.resize(more.totals.size());
    sum.elements.resize(more.elements.size());
    for (std::size_t kind = 0; kind < more.totals.size(); ++kind) {
        sum.totals[kind] += more.totals[kind];
        sum.elements[kind].resize(more.elements[kind].size());
        for (std::size_t e = 0; e < more.elements[kind].size(); ++e) {
            ElementSums& to = sum.elements[kind][e];
            const ElementSums& from = more.elements[kind][e];
            to.last_access = to.accesses == 0     ? from.last_access
                             : from.accesses == 0 ? to.last_access
                                                  : std::max(to.last_access, from.last_access);
            to.accesses += from.accesses;
            to.l1_hits += from.l1_hits;
            to.l1_lookups += from.l1_lookups;
            to.l2_hits += from.l2_hits;
            to.l2_lookups += from.l2_lookups;
        }
    }
}

TEST(TracedRays, KindsOfATracedSceneAddUpToTheWhole) {
    const RecordingInMemory recording = traced_with("ao:2");
    TaggedSource source(recording, true);
    ThreadPool pool(2);
    const SdcmConfig config{{4U << 10, 64, 64, 4}, {64U << 10, 32, 32, 4}};
    const auto whole = make_sdcm_profile(source, config, pool);
    const RaySelection occlusion{2, {}};
    const auto first = make_sdcm_profile(source, config, primary, pool);
    const auto second = make_sdcm_profile(source, config, occlusion, pool);
    for (const Profile* profile : {first.get(), second.get()}) {
        EXPECT_EQ(profile->positions(), whole->positions());
        EXPECT_EQ(profile->allocations(), whole->allocations());
        EXPECT_NE(profile->totals({0, whole->positions()})[face_kind].l1.hits, 0U);
    }
    for (const TimeWindow window :
         {TimeWindow{0, whole->positions()}, frame_window(whole->positions(), 3, 1)}) {
        WindowSums expected;
        WindowSums part;
        WindowSums sum;
        whole->window(window, expected);
        for (const Profile* profile : {first.get(), second.get()}) {
            profile->window(window, part);
            add_to(sum, part);
        }
        EXPECT_EQ(sum.elements, expected.elements);
        for (std::size_t kind = 0; kind < sum.totals.size(); ++kind) {
            sum.totals[kind].elements_accessed = expected.totals[kind].elements_accessed; // of both, once
            EXPECT_EQ(sum.totals[kind], expected.totals[kind]) << kind;
        }
    }
    // A scan of the tags says the same of the rays' own accesses.
    WindowTotals totals({0, whole->positions()});
    test::PlainFilter twin(recording.tags, occlusion, totals);
    simulate_sdcm(source, config, twin, pool);
    EXPECT_EQ(totals.totals(), second->totals({0, whole->positions()}));
    WindowTotals filtered({0, whole->positions()});
    simulate_rays(source, config, RaySelection{2, 1}, filtered, pool);
    EXPECT_EQ(filtered.totals(), totals.totals());
    WindowTotals unfiltered({0, whole->positions()});
    simulate_rays(source, config, std::nullopt, unfiltered, pool);
    EXPECT_EQ(unfiltered.totals(), whole->totals({0, whole->positions()}));
}

TEST(TracedRays, SaysWhichRaysThereAre) {
    const RecordingInMemory recording = traced_with("primary");
    ThreadPool pool(1);
    const auto message = [&](bool with_tags, RaySelection rays) -> std::string {
        TaggedSource source(recording, with_tags);
        try {
            (void)make_sdcm_profile(source, {}, rays, pool);
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message(false, primary),
              "recording: lane tags: expected rays of kind primary, found no lane tags");
    EXPECT_EQ(message(true, {3, 2}), "recording: lane tags: expected rays of kind path:2, found primary:0");
    EXPECT_EQ(message(true, {200, {}}), "recording: lane tags: expected rays of kind 200, found primary:0");
}

} // namespace
} // namespace hitmap
