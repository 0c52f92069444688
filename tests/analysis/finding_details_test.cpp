// What findings say of an allocation beside sums must be what other commands and panels say.
#include "core/analysis/findings/detail_text.h"
#include "core/analysis/findings/details.h"
#include "core/analysis/groups/worst_regions.h"
#include "core/cache/contents/eviction_sink.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/recording_sums.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/profile/sums/stack_traffic_builder.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/allocation_label.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// Caches that a small scene does not fit into.
HierarchyConfig tiny_caches() {
    HierarchyConfig config = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
    config.l1 = parse_cache_geometry("8KiB:128/32:16");
    config.l2 = parse_cache_geometry("64KiB:128/32:16");
    return config;
}

/// A recording with rays of two kinds.
const HmtFile& occluded_teapot() {
    static const HmtFile file = [] {
        TraceOptions options;
        options.width = options.height = 48;
        options.sm_count = 2;
        options.warps_per_sm = 8;
        trace_option("rays").set(options, "ao:2");
        std::vector<std::byte> bytes;
        ThreadPool pool(2);
        trace_scene(load_scene("builtin:teapot?triangles=2000"), options, *write_hmt(create_memory(bytes)),
                    pool);
        return HmtFile(open_memory(std::move(bytes), "teapot.hmt"));
    }();
    return file;
}

class FindingDetailsTest : public testing::Test {
protected:
    static std::size_t allocation(const std::string& label) {
        const auto labels = allocation_labels(file().info());
        return static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin());
    }
    static const HmtFile& file() { return occluded_teapot(); }
    static const std::vector<std::string>& looked_at() {
        static const std::vector<std::string> labels{"boxes", "faces", "vertices", "stack", "nodes"};
        return labels;
    }
    static const FindingDetails& details() {
        static const FindingDetails found = [] {
            const HierarchyConfig config = tiny_caches();
            ThreadPool pool(2);
            std::vector<std::size_t> allocations;
            for (const std::string& label : looked_at())
                allocations.push_back(allocation(label));
            return find_details({file(), {}, config}, allocations, pool, {});
        }();
        return found;
    }
    static const AllocationDetails& of(const std::string& label) {
        return details().allocations.at(allocation(label));
    }
    static KindSums sums(const Restriction& only) {
        ThreadPool pool(2);
        return sum_of(sum_recording(*request_source(file(), pool), tiny_caches(), only, pool).kinds);
    }
    static void expect_lookups(const LevelLookUps& found, const KindSums& expected) {
        for (const Level level : both_levels) {
            EXPECT_EQ(found[index(level)].lookups, static_cast<double>(expected.of(level).lookups));
            EXPECT_EQ(found[index(level)].misses, expected.of(level).miss_count());
        }
    }
};

TEST_F(FindingDetailsTest, EvictionsAreThoseOfTheMatrix) {
    EvictionSink evictions(BoxLevels(file().info(), file().read_scene()));
    ThreadPool pool(1);
    simulate_hierarchy(*request_source(file(), pool), tiny_caches(), {.uses = &evictions}, pool);
    const EvictionReport expected = evictions.report();
    EXPECT_EQ(details().evictions.l1.allocations, expected.l1.allocations);
    EXPECT_EQ(details().evictions.l2.allocations, expected.l2.allocations);
    EXPECT_FALSE(expected.l1.allocations.empty());
}

TEST_F(FindingDetailsTest, RaysAreThoseOfARestriction) {
    for (const char* const label : {"boxes", "faces", "vertices"}) {
        SCOPED_TRACE(label);
        expect_lookups(of(label).all, sums({.allocation = label}));
        ASSERT_THAT(of(label).rays, SizeIs(2));
        for (const RayLookUps& rays : of(label).rays) {
            SCOPED_TRACE(rays.kind);
            expect_lookups(rays.levels, sums({.rays = RaySelection{rays.kind, {}}, .allocation = label}));
        }
    }
    EXPECT_TRUE(of("nodes").rays.empty()); // they have no elements
}

TEST_F(FindingDetailsTest, RegionsAreTheWorstOfARestriction) {
    const auto scene = file().read_scene();
    const FaceSurface surface = face_surface(*scene);
    std::size_t found = 0;
    for (const char* const label : {"boxes", "faces", "vertices"}) {
        ThreadPool pool(1);
        const auto profile = make_profile(*request_source(file(), pool), tiny_caches(), {.allocation = label},
                                          pool, {}, {.tree = nullptr, .parts = ProfileParts::whole_elements});
        WindowSums window;
        profile->window({0, profile->positions()}, window, {});
        for (const Level level : both_levels) {
            SCOPED_TRACE(std::string(label) + " " + std::string(name_of(level)));
            const ElementKindId kind = label == std::string("boxes") ? box_kind : face_kind;
            const auto regions = worst_regions(*scene, surface, window, {kind, index(level)});
            ASSERT_FALSE(regions.empty());
            const WorstRegion& worst = regions.front();
            const double part = static_cast<double>(worst.sums.lookups) /
                                static_cast<double>(sum_of(window.totals).of(level).lookups);
            const auto& region = of(label).regions[index(level)];
            ASSERT_EQ(region.has_value(), worst.share >= 1.5 * part && worst.share >= 0.01);
            if (!region) continue;
            ++found;
            EXPECT_EQ(region->region->element, worst.element);
            EXPECT_EQ(region->region->members, worst.members);
            EXPECT_EQ(region->region->share, worst.share);
            EXPECT_EQ(region->region->misses, worst.misses);
            EXPECT_EQ(region->lookups_share, part);
            EXPECT_EQ(region->centre, glm::dvec3(worst.bounds.center()));
        }
    }
    EXPECT_GT(found, 0U);
}

TEST_F(FindingDetailsTest, TheStackIsThatOfItsRequests) {
    const RecordingInfo& info = file().info();
    const Allocation& stack = info.allocations.at(allocation("stack"));
    StackUse expected{.entries = stack.bytes / stack.stride};
    ThreadPool pool(1);
    const auto source = request_source(file(), pool);
    RequestBlock block;
    while (source->next(block, {}))
        for (const RequestBlock::Entry& entry : block.entries) {
            const Instruction& instruction = info.instructions[entry.instruction];
            if (instruction.space != Space::local) continue;
            for (const std::uint64_t address : block.addresses_of(entry)) {
                ++(instruction.operation == Operation::store ? expected.pushes : expected.pops);
                expected.deepest = std::max(expected.deepest, address / 16 + 1);
            }
        }
    ASSERT_TRUE(of("stack").stack.has_value());
    EXPECT_EQ(*of("stack").stack, expected);
    EXPECT_GT(expected.pops, 0U);
    EXPECT_FALSE(of("boxes").stack.has_value());
    // Rays share its sectors, as in the table of the stack by rays.
    HierarchySinks sinks;
    StackTrafficBuilder by_ray(file().read_lane_tags());
    sinks.local = &by_ray;
    simulate_hierarchy(*source, tiny_caches(), sinks, pool);
    const StackTraffic traffic = by_ray.finish();
    std::map<std::uint8_t, double> misses;
    for (const StackRay& ray : traffic.kinds())
        misses[ray.kind] += static_cast<double>(ray.sums.l1_lookups - ray.sums.l1_hits) /
                            static_cast<double>(StackSums::unit);
    ASSERT_THAT(of("stack").rays, SizeIs(misses.size()));
    for (const RayLookUps& rays : of("stack").rays)
        EXPECT_NEAR(rays.levels[0].misses, misses.at(rays.kind), 1e-6);
}

TEST(FindingEvictors, AreThoseWithTheMostEvictions) {
    EvictionReport report;
    report.l1.allocations = {{0, 1, 10, 4, 0}, {1, 0, 99, 99, 0}, {1, {}, 100, 7, 0}, {1, 1, 1, 0, 0}};
    const std::vector<std::string> labels{"boxes", "stack"};
    const auto by = evictor_of(report, Level::l1, 0, labels);
    ASSERT_TRUE(by.has_value());
    EXPECT_EQ(by->allocation, "stack");
    EXPECT_EQ(by->all, 10U);
    const auto outside = evictor_of(report, Level::l1, 1, labels);
    ASSERT_TRUE(outside.has_value());
    EXPECT_EQ(outside->allocation, std::nullopt);
    EXPECT_EQ(outside->evictions, 100U);
    EXPECT_EQ(outside->asked_again, 7U);
    EXPECT_EQ(outside->all, 200U);
    EXPECT_FALSE(evictor_of(report, Level::l2, 0, labels).has_value());
}

TEST(FindingDetailTexts, SayWhoWhereAndHowMuch) {
    Finding finding;
    EXPECT_EQ(stack_sentence(finding) + evictor_clause(finding) + place_sentence(finding) +
                  optimum_clause(finding),
              "");
    finding.what_name = "boxes";
    finding.metric = Cost::l2_bytes;
    finding.evictor = FindingEvictor{Level::l1, "stack", 610, 1, 1000};
    EXPECT_EQ(evictor_clause(finding), "; 61.0 % of the 1,000 evictions of its lines are by stack");
    finding.evictor->allocation = "boxes";
    EXPECT_THAT(evictor_clause(finding), HasSubstr("by others of its own"));
    finding.rays = FindingRays{2, true, 75.0, 100.0};
    EXPECT_EQ(place_sentence(finding),
              " Counted by element, 75.0 % of its misses in L1 are of ambient occlusion rays.");
    WorstRegion region;
    region.elements = 120;
    region.kind = face_kind;
    region.share = 0.04;
    finding.region = FindingRegion{std::make_shared<const WorstRegion>(region), 0.01, {1.5, 0.0, -3.0}};
    EXPECT_EQ(
        place_sentence(finding),
        " Counted by element, 75.0 % of its misses in L1 are of ambient occlusion rays, and 4.0 % are in "
        "the patch of 120 faces around (1.5, 0, -3), which has 1.0 % of the look-ups.");
    finding.rays.reset();
    EXPECT_THAT(place_sentence(finding), HasSubstr("element, 4.0 % of its misses in L1 are in the patch"));
    // Optimal replacement of all lines may take hits from those of one allocation.
    finding.optimum = FindingOptimum{Level::l1, {100, 60, 80}};
    EXPECT_EQ(optimum_clause(finding),
              "optimal replacement would serve 50.0 % of the misses of its lines in L1");
    finding.optimum->sums.optimal_hits = 50;
    EXPECT_THAT(optimum_clause(finding), HasSubstr("would serve 0.0 % of"));
    finding.stack = StackUse{1234, 1200, 9, 18};
    EXPECT_EQ(stack_sentence(finding), " Lanes push 1,234 entries and pop 1,200, at most 9 of 18 deep.");
}

} // namespace
} // namespace hitmap
