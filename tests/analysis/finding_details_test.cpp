// What findings say of an allocation beside sums must be what other commands and panels say.
#include "core/analysis/findings/detail_text.h"
#include "core/analysis/findings/details.h"
#include "core/analysis/findings/find_causes.h"
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
void trace_teapot(RecordingSink& sink) {
    TraceOptions options;
    options.width = options.height = 48;
    options.sm_count = 2;
    options.warps_per_sm = 8;
    trace_option("rays").set(options, "ao:2");
    ThreadPool pool(2);
    trace_scene(load_scene("builtin:teapot?triangles=2000"), options, sink, pool);
}

const HmtFile& occluded_teapot() {
    static const HmtFile file = [] {
        std::vector<std::byte> bytes;
        trace_teapot(*write_hmt(create_memory(bytes)));
        return HmtFile(open_memory(std::move(bytes), "teapot.hmt"));
    }();
    return file;
}

/// Passes a recording on in which the upper, middle and lower third of the image are work on other instances.
template <class Number>
class InThirds final : public RecordingSink {
public:
    InThirds(RecordingSink& out, Number LaneTag::*number) : out_(out), number_(number) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        pixels_ = std::uint64_t{scene->width} * scene->height;
        RecordedScene instanced = *scene;
        instanced.instances.resize(12);
        out_.begin(info, &instanced);
    }
    void begin_launch(const Launch& launch) override { out_.begin_launch(launch); }
    void add(const Request& request) override { out_.add(request); }
    void tag(const LaneTagRun& run) override {
        LaneTagRun third = run;
        third.tag.*number_ = static_cast<Number>(std::uint64_t{3} * run.tag.work_item / pixels_);
        out_.tag(third);
    }
    void finish() override { out_.finish(); }

private:
    RecordingSink& out_;
    Number LaneTag::*number_;
    std::uint64_t pixels_ = 1;
};

template <class Number>
HmtFile in_thirds(Number LaneTag::*number) {
    std::vector<std::byte> bytes;
    {
        const auto file = write_hmt(create_memory(bytes));
        InThirds thirds(*file, number);
        trace_teapot(thirds);
    }
    return HmtFile(open_memory(std::move(bytes), "thirds.hmt"));
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
    static KindSums sums(const HmtFile& recording, const Restriction& only) {
        ThreadPool pool(2);
        return sum_of(sum_recording(*request_source(recording, pool), tiny_caches(), only, pool).kinds);
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
        expect_lookups(of(label).all, sums(file(), {.allocation = label}));
        ASSERT_THAT(of(label).rays, SizeIs(2));
        for (const TagLookUps& rays : of(label).rays) {
            SCOPED_TRACE(rays.number);
            const RaySelection kind{static_cast<std::uint8_t>(rays.number), {}};
            expect_lookups(rays.levels, sums(file(), {.rays = kind, .allocation = label}));
        }
        EXPECT_TRUE(of(label).instances.empty()); // there is one
    }
    EXPECT_TRUE(of("nodes").rays.empty()); // they have no elements
}

TEST_F(FindingDetailsTest, InstancesAreThoseOfLaneTags) {
    const HmtFile instanced = in_thirds(&LaneTag::instance);
    const HmtFile expected = in_thirds(&LaneTag::ray_kind);
    const HierarchyConfig config = tiny_caches();
    ThreadPool pool(2);
    const std::vector<std::size_t> allocations{allocation("boxes"), allocation("vertices"),
                                               allocation("stack")};
    const FindingDetails found = find_details({instanced, {}, config}, allocations, pool, {});
    EXPECT_EQ(found.instances, 12U);
    for (const char* const label : {"boxes", "vertices"}) {
        SCOPED_TRACE(label);
        const AllocationDetails& details = found.allocations.at(allocation(label));
        EXPECT_GE(details.instances.size(), 2U); // rays of the upper third may hit nothing
        double lookups = 0.0;
        for (const TagLookUps& instance : details.instances) {
            SCOPED_TRACE(instance.number);
            lookups += instance.levels[0].lookups;
            const RaySelection kind{static_cast<std::uint8_t>(instance.number), {}};
            expect_lookups(instance.levels, sums(expected, {.rays = kind, .allocation = label}));
        }
        EXPECT_EQ(lookups, details.all[0].lookups) << "each lane has a tag";
        ASSERT_THAT(details.rays, SizeIs(2));
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_EQ(details.rays[i].levels[0].misses, of(label).rays[i].levels[0].misses);
    }
    EXPECT_TRUE(found.allocations.at(allocation("stack")).instances.empty());
}

TEST_F(FindingDetailsTest, FindingsNameTheInstanceWithMostMisses) {
    const HmtFile instanced = in_thirds(&LaneTag::instance);
    const HierarchyConfig config = tiny_caches();
    ThreadPool pool(2);
    std::size_t named = 0;
    for (const Finding& finding :
         find_causes({instanced, {}, config}, find_gpu_preset(config.preset), pool).findings) {
        if (!finding.instance) continue;
        ++named;
        EXPECT_THAT(finding.text,
                    HasSubstr("in instance " + std::to_string(finding.instance->number) + " of 12"));
    }
    EXPECT_GT(named, 0U);
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
    for (const TagLookUps& rays : of("stack").rays)
        EXPECT_NEAR(rays.levels[0].misses, misses.at(static_cast<std::uint8_t>(rays.number)), 1e-6);
}

TEST(FindingInstances, HaveMuchMoreThanTheOthers) {
    AllocationDetails details;
    EXPECT_FALSE(instance_of(details, 1, Level::l1).has_value());
    details.all = {PartLookUps{200, 100}, PartLookUps{100, 80}};
    details.instances = {{0, {PartLookUps{50, 30}, PartLookUps{30, 20}}},
                         {3, {PartLookUps{80, 60}, PartLookUps{60, 40}}}};
    const auto in_l1 = instance_of(details, 4, Level::l1);
    ASSERT_TRUE(in_l1.has_value());
    EXPECT_EQ(in_l1->number, 3);
    EXPECT_EQ(in_l1->instances, 4U);
    EXPECT_EQ(in_l1->amount, 60.0);
    EXPECT_EQ(in_l1->all, 100.0);
    EXPECT_EQ(in_l1->lookups_share, 0.4);
    EXPECT_TRUE(in_l1->of_misses);
    EXPECT_EQ(instance_of(details, 4, Level::l2)->lookups_share, 0.6);
    const auto lookups = instance_of(details, 4, {});
    ASSERT_TRUE(lookups.has_value());
    EXPECT_EQ(lookups->amount, 80.0);
    EXPECT_FALSE(lookups->of_misses);
    // Of two instances, one must have three quarters.
    EXPECT_FALSE(instance_of(details, 2, Level::l1).has_value());
    details.instances[1].levels[0].misses = 75;
    EXPECT_TRUE(instance_of(details, 2, Level::l1).has_value());
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
    finding.instance = FindingInstance{3, 12, true, 60.0, 100.0, 0.4};
    EXPECT_EQ(place_sentence(finding),
              " Counted by element, 75.0 % of its misses in L1 are of ambient occlusion rays, 60.0 % are in "
              "instance 3 of 12, which has 40.0 % of the look-ups, and 4.0 % are in the patch of 120 faces "
              "around (1.5, 0, -3), which has 1.0 % of the look-ups.");
    finding.rays.reset();
    finding.region.reset();
    EXPECT_EQ(place_sentence(finding), " Counted by element, 60.0 % of its misses in L1 are in instance 3 of "
                                       "12, which has 40.0 % of the look-ups.");
    finding.instance.reset();
    finding.region = FindingRegion{std::make_shared<const WorstRegion>(region), 0.01, {1.5, 0.0, -3.0}};
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
