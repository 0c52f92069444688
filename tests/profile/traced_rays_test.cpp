// Tests what a traced recording says about its kinds of rays.

#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/geometry/scene.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/element_profile.h"
#include "core/profile/models/recording_sums.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/profile/sums/stack_traffic.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/model/allocation_label.h"
#include "tests/cache/memory_source.h"
#include "tests/profile/plain_filter.h"
#include "tests/profile/window_totals.h"
#include "tests/raytracer/recording_in_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// A traced recording, optionally with its lane tags.
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

RecordingInMemory traced_with(const char* rays, std::uint32_t width = 40, std::uint32_t height = 32) {
    TraceOptions options;
    options.width = width;
    options.height = height;
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
    const auto first = make_sdcm_profile(source, config, {.rays = test::primary_rays}, pool);
    const auto second = make_sdcm_profile(source, config, {.rays = occlusion}, pool);
    const TimeWindow all{0, whole->positions()};
    for (const Profile* profile : {first.get(), second.get()}) {
        EXPECT_EQ(profile->positions(), whole->positions());
        EXPECT_EQ(profile->allocations(all).allocations, whole->allocations(all).allocations);
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
            // An element that both access counts once.
            sum.totals[kind].elements_accessed = expected.totals[kind].elements_accessed;
            EXPECT_EQ(sum.totals[kind], expected.totals[kind]) << kind;
        }
    }
    // Searching all tags gives the same result for the accesses of these rays.
    WindowTotals totals({0, whole->positions()});
    test::PlainFilter reference(recording.tags, occlusion, totals);
    simulate_sdcm(source, config, reference, pool);
    EXPECT_EQ(totals.totals(), second->totals({0, whole->positions()}));
    WindowTotals filtered({0, whole->positions()});
    simulate_restricted(source, config, {.rays = RaySelection{2, 1}}, filtered, pool);
    EXPECT_EQ(filtered.totals(), totals.totals());
    WindowTotals unfiltered({0, whole->positions()});
    simulate_restricted(source, config, {}, unfiltered, pool);
    EXPECT_EQ(unfiltered.totals(), whole->totals({0, whole->positions()}));
}

/// Returns the sums of the whole recording: [kinds][elements].
std::vector<std::vector<ElementSums>> sums_of(const Profile& profile) {
    WindowSums sums;
    profile.window({0, profile.positions()}, sums);
    return sums.elements;
}

void expect_same_lookups(const WindowSums& sum, const std::vector<std::vector<ElementSums>>& expected,
                         const char* of) {
    for (std::size_t kind = 0; kind < expected.size(); ++kind)
        for (std::size_t e = 0; e < expected[kind].size(); ++e) {
            const ElementSums& a = sum.elements[kind][e];
            const ElementSums& b = expected[kind][e];
            ASSERT_EQ(a.l1_lookups, b.l1_lookups) << of << " of " << kind << " " << e;
            ASSERT_EQ(a.l2_lookups, b.l2_lookups) << of;
            ASSERT_EQ(a.l1_hits, b.l1_hits) << of;
            ASSERT_EQ(a.l2_hits, b.l2_hits) << of;
        }
}

TEST(NoTsanTracedParts, AddUpToTheWhole) {
    const RecordingInMemory recording = traced_with("primary");
    TaggedSource source(recording, true);
    ThreadPool pool(2);
    const ModelConfig models[] = {SdcmConfig{{4U << 10, 64, 64, 4}, {64U << 10, 32, 32, 4}},
                                  hierarchy_config(find_gpu_preset("turing-rtx2080ti"))};
    for (const ModelConfig& model : models) {
        const auto whole = sums_of(*make_profile(source, model, {}, pool));
        const bool of_sectors = std::holds_alternative<HierarchyConfig>(model);
        WindowSums by_instruction;
        WindowSums by_allocation;
        WindowSums part;
        for (std::uint32_t i = 0; i < recording.info.instructions.size(); ++i) {
            Restriction only;
            only.instruction = i;
            const auto profile = make_profile(source, model, only, pool);
            profile->window({0, profile->positions()}, part);
            add_to(by_instruction, part);
        }
        expect_same_lookups(by_instruction, whole, "instructions");
        for (const Allocation& allocation : recording.info.allocations) {
            if (!element_kind_of(allocation.role) && !(of_sectors && allocation.role == Role::vertices))
                continue;
            Restriction only;
            only.allocation = allocation.name;
            const auto profile = make_profile(source, model, only, pool);
            profile->window({0, profile->positions()}, part);
            add_to(by_allocation, part);
            const TimeWindow all{0, profile->positions()};
            EXPECT_EQ(profile->allocations(all).allocations,
                      make_profile(source, model, {}, pool)->allocations(all).allocations);
        }
        expect_same_lookups(by_allocation, whole, "allocations");
    }
}

/// Removes the position of the last access.
std::vector<std::vector<ElementSums>> without_order(std::vector<std::vector<ElementSums>> kinds) {
    for (std::vector<ElementSums>& elements : kinds)
        for (ElementSums& element : elements)
            element.last_access = 0;
    return kinds;
}

TEST(NoTsanTracedParts, SumsMadeWithoutAnIndexAreThoseOfTheProfile) {
    const RecordingInMemory recording = traced_with("ao:2");
    TaggedSource source(recording, true);
    ThreadPool pool(2);
    Restriction of_one;
    of_one.instruction = 0;
    const ModelConfig models[] = {SdcmConfig{{4U << 10, 64, 64, 4}, {64U << 10, 32, 32, 4}},
                                  hierarchy_config(find_gpu_preset("turing-rtx2080ti"))};
    for (const ModelConfig& model : models)
        for (const Restriction& only : {Restriction(), of_one}) {
            SCOPED_TRACE(std::string(title_of(model)) + " " + to_string(only));
            const auto profile = make_profile(source, model, only, pool);
            const RecordingSums expected = hitmap::sums_of(*profile, {0, profile->positions()});
            const RecordingSums sums = sum_recording(source, model, only, pool);
            EXPECT_EQ(sums.window, expected.window);
            EXPECT_EQ(sums.kinds, expected.kinds);
            EXPECT_EQ(without_order(sums.elements), without_order(expected.elements));
            EXPECT_EQ(sums.allocations.allocations, expected.allocations.allocations);
            EXPECT_EQ(sums.allocations.window, expected.allocations.window);
            ASSERT_EQ(sums.traffic.has_value(), expected.traffic.has_value());
            if (!sums.traffic) continue;
            EXPECT_EQ(sums.traffic->window, expected.traffic->window);
            EXPECT_EQ(sums.traffic->total, expected.traffic->total);
            EXPECT_EQ(sums.traffic->allocations, expected.traffic->allocations);
            EXPECT_EQ(sums.traffic->instructions, expected.traffic->instructions);
        }
}

/// The float bits of all metrics of all elements over the whole recording.
std::vector<std::vector<std::uint32_t>> bits_of_metrics(const Profile& profile) {
    std::vector<std::vector<std::uint32_t>> all;
    std::vector<float> values;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        for (const MetricInfo& metric : metric_table()) {
            profile.values({0, profile.positions()}, kind, metric.metric, values);
            auto& bits = all.emplace_back();
            for (const float value : values)
                bits.push_back(std::bit_cast<std::uint32_t>(value));
        }
    return all;
}

TEST(TracedParts, TheProfileOfTheWholeIsTheIndexedOneWithoutAnIndex) {
    const RecordingInMemory recording = traced_with("ao:2");
    TaggedSource source(recording, true);
    ThreadPool pool(2);
    Restriction of_one;
    of_one.instruction = 0;
    HierarchyConfig explained = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    explained.explain_misses = true;
    const ModelConfig models[] = {SdcmConfig{{4U << 10, 64, 64, 4}, {64U << 10, 32, 32, 4}},
                                  hierarchy_config(find_gpu_preset("turing-rtx2080ti")), explained};
    for (const ModelConfig& model : models)
        for (const Restriction& only : {Restriction(), of_one, Restriction{.rays = test::primary_rays}}) {
            SCOPED_TRACE(std::string(title_of(model)) + " " + to_string(only));
            const auto profile_with = [&](ProfileParts parts) {
                return make_profile(source, model, only, pool, {}, {.tree = nullptr, .parts = parts});
            };
            const auto indexed = profile_with(element_parts(3));
            const auto whole = profile_with(element_parts(1));
            ASSERT_EQ(whole->positions(), indexed->positions());
            EXPECT_EQ(whole->capabilities().finest_frames, 1U);
            EXPECT_FALSE(indexed->capabilities().finest_frames);
            EXPECT_EQ(whole->capabilities().terms, indexed->capabilities().terms);
            EXPECT_EQ(sums_of(*whole), sums_of(*indexed));
            const TimeWindow all{0, whole->positions()};
            EXPECT_EQ(whole->totals(all), indexed->totals(all));
            EXPECT_EQ(bits_of_metrics(*whole), bits_of_metrics(*indexed));
        }
}

TEST(TracedParts, OnlyLargeScenesWithFewAccessesAreIndexedForTheWhole) {
    const RecordingInMemory recording = traced_with("primary");
    TaggedSource source(recording, false);
    ThreadPool pool(2);
    const auto profile = make_element_profile(source, SdcmConfig(), {}, element_parts(1), pool);
    EXPECT_TRUE(profile->capabilities().finest_frames.has_value()) << "of the whole";
    RecordingInfo info = source.info();
    const auto estimate = [&](std::uint64_t frames) {
        return estimate_element_profile_bytes(info, element_parts(frames));
    };
    EXPECT_EQ(estimate(1), estimate_sums_bytes(info));
    EXPECT_EQ(estimate(2), estimate_profile_bytes(info));
    std::uint64_t address = 0;
    for (Allocation& allocation : info.allocations)
        if (allocation.space == Space::global) {
            allocation.bytes *= 20'000;
            allocation.address = address += std::uint64_t{1} << 40; // still apart
        }
    ASSERT_GT(estimate_sums_bytes(info), std::uint64_t{1} << 30);
    EXPECT_EQ(estimate(1), estimate_profile_bytes(info)) << "more than 1 GiB, and more than the index";
    info.element_accesses.at(face_kind) = std::uint64_t{1} << 40;
    EXPECT_EQ(estimate(1), estimate_sums_bytes(info)) << "the index would be larger";
}

TEST(TracedParts, ALineIsItsInstructions) {
    const RecordingInMemory recording = traced_with("primary");
    TaggedSource source(recording, true);
    ThreadPool pool(2);
    const ModelConfig model = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    const SourceLocation& place = recording.info.instructions[2].location;
    const std::string line = place.file + ":" + std::to_string(place.line);
    Restriction by_line;
    by_line.line = line;
    Restriction by_end;
    by_end.line = line.substr(line.rfind('/') + 1);
    const auto whole = sums_of(*make_profile(source, model, by_line, pool));
    EXPECT_EQ(whole, sums_of(*make_profile(source, model, by_end, pool)));
    WindowSums sum;
    WindowSums part;
    for (std::uint32_t i = 0; i < recording.info.instructions.size(); ++i) {
        const SourceLocation& other = recording.info.instructions[i].location;
        if (other.file != place.file || other.line != place.line) continue;
        Restriction only;
        only.instruction = i;
        const auto profile = make_profile(source, model, only, pool);
        profile->window({0, profile->positions()}, part);
        add_to(sum, part);
    }
    expect_same_lookups(sum, whole, "line");
}

TEST(TracedParts, AllocationsOfOneNameAreToldApart) {
    RecordingInMemory recording = traced_with("primary");
    for (Allocation& allocation : recording.info.allocations)
        if (allocation.role == Role::faces || allocation.role == Role::boxes) allocation.name = "elements";
    TaggedSource source(recording, true);
    ThreadPool pool(2);
    const auto labels = allocation_labels(recording.info);
    std::size_t found = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Role role = recording.info.allocations[i].role;
        if (role != Role::faces && role != Role::boxes) continue;
        ++found;
        EXPECT_EQ(labels[i], "elements #" + std::to_string(i));
        Restriction only;
        only.allocation = labels[i];
        const auto totals = make_profile(source, SdcmConfig{}, only, pool)->totals({0, ~std::uint64_t{0}});
        EXPECT_EQ(totals[face_kind].accesses != 0, role == Role::faces);
        EXPECT_EQ(totals[box_kind].accesses != 0, role == Role::boxes);
    }
    EXPECT_EQ(found, 2U);
    Restriction either;
    either.allocation = "elements";
    EXPECT_THROW(static_cast<void>(make_profile(source, SdcmConfig{}, either, pool)), FileError);
}

TEST(TracedParts, ProfileKnowsWhoseStackItWas) {
    const RecordingInMemory recording = traced_with("primary");
    ThreadPool pool(2);
    const ModelConfig model = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    TaggedSource source(recording, true);
    const auto profile = make_profile(source, model, {}, pool);
    const StackTraffic* const stack = profile->stack_traffic();
    ASSERT_NE(stack, nullptr);
    const auto pixels = stack->pixels(40 * 32);
    StackSums sum;
    for (std::uint32_t pixel = 0; pixel < pixels.size(); ++pixel) {
        EXPECT_EQ(stack->pixel(pixel), pixels[pixel]);
        sum += pixels[pixel];
    }
    EXPECT_EQ(sum, stack->total());
    EXPECT_NE(sum.sectors, 0U);
    EXPECT_EQ(make_profile(source, SdcmConfig{}, {}, pool)->stack_traffic(), nullptr);
    TaggedSource untagged(recording, false);
    EXPECT_EQ(make_profile(untagged, model, {}, pool)->stack_traffic(), nullptr);
}

TEST(TracedParts, SaysWhatThereIs) {
    RecordingInfo info;
    info.allocations.resize(2);
    info.allocations[0].name = "faces";
    info.allocations[0].role = Role::faces;
    info.allocations[1].name = "vertices";
    info.allocations[1].role = Role::vertices;
    info.instructions.resize(2);
    info.instructions[1].location = {"f", "src/kernel.cu", 7, 1};
    const auto message = [&](const Restriction& only, bool of_sectors) -> std::string {
        try {
            (void)counted_parts(only, info, of_sectors, "r.hmt");
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message({{}, "boxes", {}, {}}, true),
              "r.hmt: allocations: expected one named 'boxes', found faces, vertices");
    EXPECT_EQ(message({{}, "vertices", {}, {}}, false),
              "r.hmt: allocations: expected one with boxes, faces or pixels, found that 'vertices' has none");
    EXPECT_EQ(message({{}, "vertices", {}, {}}, true), "");
    EXPECT_EQ(message({{}, {}, "kernel.cu:7", {}}, true), "");
    EXPECT_EQ(message({{}, {}, "ernel.cu:7", {}}, true),
              "r.hmt: instructions: expected some of line 'ernel.cu:7', found not known, src/kernel.cu:7");
    EXPECT_EQ(message({{}, {}, {}, 2}, true), "r.hmt: instructions: expected more than 2, found 2");
    EXPECT_EQ(counted_parts({{}, "faces", "kernel.cu:7", {}}, info, true, "").instructions,
              (std::vector<std::uint8_t>{0, 1}));
}

TEST(TracedRays, SaysWhichRaysThereAre) {
    const RecordingInMemory recording = traced_with("primary");
    ThreadPool pool(1);
    const auto message = [&](bool with_tags, RaySelection rays) -> std::string {
        TaggedSource source(recording, with_tags);
        try {
            (void)make_sdcm_profile(source, {}, {.rays = rays}, pool);
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message(false, test::primary_rays),
              "recording: lane tags: expected rays of kind primary, found no lane tags");
    EXPECT_EQ(message(true, {3, 2}), "recording: lane tags: expected rays of kind path:2, found primary:0");
    EXPECT_EQ(message(true, {200, {}}), "recording: lane tags: expected rays of kind 200, found primary:0");
}

} // namespace
} // namespace hitmap
