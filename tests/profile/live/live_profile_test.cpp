// A profile from kept distances is compared with another simulation, query by query and bit for bit.

#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/profile/live/live_pixels.h"
#include "core/profile/live/live_profile.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/pixel_tables.h"
#include "core/profile/sums/sm_table.h"
#include "core/raytracer/trace_scene.h"
#include "tests/cache/memory_source.h"
#include "tests/cache/random_requests.h"
#include "tests/raytracer/recording_in_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

class LiveSource final : public MemorySource {
public:
    LiveSource(RecordingInfo info, std::shared_ptr<const RecordedScene> scene,
               const std::vector<Request>& requests, std::vector<LaneTagRun> tags = {})
        : MemorySource(std::move(info), std::move(scene)), tags_(std::move(tags)) {
        for (const Request& request : requests)
            add(request, 90);
    }
    [[nodiscard]] std::vector<LaneTagRun> lane_tags(const JobContext& /*job*/) override { return tags_; }

private:
    std::vector<LaneTagRun> tags_;
};

std::unique_ptr<LiveSource> random_source(unsigned seed) {
    const RandomRequests random(seed, 900);
    return std::make_unique<LiveSource>(random.info, random.scene, random.requests);
}

std::unique_ptr<LiveSource> traced_source(const char* rays) {
    TraceOptions options;
    options.width = 40;
    options.height = 32;
    options.sm_count = 2;
    options.warps_per_sm = 3;
    trace_option("rays").set(options, rays);
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(load_scene("builtin:statue?triangles=1000"), options, recording, pool);
    // A file knows its counts, which pixels need.
    RequestBlock all;
    for (const Request& request : recording.requests)
        all.append(request);
    std::vector<ElementAccess> accesses;
    ElementAccessFinder(recording.info).find(all, accesses);
    for (const ElementAccess& access : accesses)
        ++recording.info.element_accesses[access.kind];
    recording.info.requests = recording.requests.size();
    return std::make_unique<LiveSource>(recording.info, std::make_shared<RecordedScene>(recording.scene),
                                        recording.requests, recording.tags);
}

SdcmConfig config_of(const char* l1, const char* l2) {
    return {parse_cache_geometry(l1), parse_cache_geometry(l2)};
}

/// The bits of floats, so that undefined values are equal to themselves.
std::vector<std::uint32_t> bits_of(const std::vector<float>& values) {
    std::vector<std::uint32_t> bits;
    for (const float value : values)
        bits.push_back(std::bit_cast<std::uint32_t>(value));
    return bits;
}

/// Regions of every third face.
void expect_equal_regions(const Profile& live, const Profile& fresh, TimeWindow window) {
    ElementRegions regions;
    regions.sizes.assign(3, 0);
    for (std::uint32_t face = 0; face < live.element_count(face_kind); ++face) {
        regions.region_of.push_back(face % 3);
        ++regions.sizes[face % 3];
    }
    for (const MetricInfo& metric : metric_table()) {
        std::vector<QuantitySums> found;
        std::vector<QuantitySums> expected;
        EXPECT_EQ(live.region_sums(window, regions, metric.metric, found),
                  fresh.region_sums(window, regions, metric.metric, expected));
        ASSERT_EQ(found.size(), expected.size());
        const QuantityInfo& quantity = info_of(metric.metric.quantity);
        for (std::size_t r = 0; r < found.size(); ++r)
            EXPECT_EQ(std::bit_cast<std::uint64_t>(quantity.value(found[r])),
                      std::bit_cast<std::uint64_t>(quantity.value(expected[r])))
                << metric.name;
    }
}

void expect_equal_window(const Profile& live, const Profile& fresh, TimeWindow window) {
    WindowSums found;
    WindowSums expected;
    live.window(window, found);
    fresh.window(window, expected);
    EXPECT_EQ(found.window, expected.window);
    EXPECT_TRUE(found.elements == expected.elements);
    EXPECT_EQ(found.totals, expected.totals);
    EXPECT_EQ(live.totals(window), fresh.totals(window));
    for (const MetricInfo& metric : metric_table())
        for (const ElementKindId kind : {box_kind, face_kind, pixel_kind}) {
            std::vector<float> a;
            std::vector<float> b;
            EXPECT_EQ(live.values(window, kind, metric.metric, a),
                      fresh.values(window, kind, metric.metric, b));
            EXPECT_TRUE(bits_of(a) == bits_of(b)) << metric.name << " of kind " << int{kind};
        }
    expect_equal_regions(live, fresh, window);
    const AllocationWindow of_live = live.allocations(window);
    const AllocationWindow of_fresh = fresh.allocations(window);
    EXPECT_EQ(of_live.window, of_fresh.window);
    EXPECT_EQ(of_live.allocations, of_fresh.allocations);
}

void expect_equal_elements(const Profile& live, const Profile& fresh, TimeWindow window,
                           std::mt19937& random) {
    for (int i = 0; i < 20; ++i) {
        const ElementKindId kind = i % 2 == 0 ? face_kind : box_kind;
        const std::uint64_t element = random() % (live.element_count(kind) + 1);
        EXPECT_EQ(live.element(window, kind, element), fresh.element(window, kind, element));
        EXPECT_EQ(live.element_frames(7, kind, element), fresh.element_frames(7, kind, element));
    }
    EXPECT_EQ(live.element(window, pixel_kind, 0), fresh.element(window, pixel_kind, 0));
}

void expect_equal_sms(const Profile& live, const Profile& fresh) {
    const auto found = live.sm_table();
    const auto expected = fresh.sm_table();
    ASSERT_TRUE(found != nullptr && expected != nullptr);
    ASSERT_EQ(found->sms(), expected->sms());
    ASSERT_EQ(found->intervals(), expected->intervals());
    for (std::size_t sm = 0; sm < found->sms(); ++sm)
        EXPECT_TRUE(std::ranges::equal(found->of(sm), expected->of(sm))) << sm;
}

struct CasesOfLive {
    LiveSource& source;
    Restriction only;
    std::vector<SdcmConfig> configs;
};

/// Compares all configurations, which have the same lines, with one that is simulated and of which the
/// distances are kept.
void compare(const CasesOfLive& cases, unsigned threads) {
    ThreadPool pool(threads);
    std::mt19937 random(threads);
    const SdcmConfig& first = cases.configs.front();
    const auto base = make_sdcm_profile(cases.source, first, cases.only, pool);
    const auto sums = std::make_shared<LiveSums>(
        keep_distances(cases.source, first.l1.line, first.l2.line, cases.only, {}, pool), pool);
    const std::uint64_t n = base->positions();
    for (const SdcmConfig& config : cases.configs) {
        SCOPED_TRACE(to_string(config.l1) + " " + to_string(config.l2) + " " + to_string(cases.only));
        const auto fresh = make_sdcm_profile(cases.source, config, cases.only, pool);
        const LiveProfile live(base, sums, config);
        EXPECT_EQ(live.positions(), n);
        expect_equal_window(live, *fresh, {0, n});
        for (int i = 0; i < 6; ++i) {
            const std::uint64_t a = random() % n;
            const std::uint64_t b = random() % (i < 3 ? 40 : n);
            const TimeWindow window{a, std::min(n, a + b)};
            expect_equal_window(live, *fresh, window);
            expect_equal_elements(live, *fresh, window, random);
        }
        expect_equal_sms(live, *fresh);
        EXPECT_TRUE(live.frame_totals(13, {}) == fresh->frame_totals(13));
        EXPECT_EQ(live.extent_over_frames(5, "l2-misses"_metric, {}),
                  fresh->extent_over_frames(5, "l2-misses"_metric, {}));
    }
}

TEST(NoTsanLiveProfile, IsAnotherSimulationOfRandomRequests) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE(seed);
        const auto source = random_source(seed);
        compare({*source,
                 {},
                 {config_of("1KiB:32:4", "4KiB:16:8"), config_of("1KiB:32:1", "4KiB:16:1"),
                  config_of("32:32:1", "16:16:1"), config_of("256:32:full", "512:16:full"),
                  config_of("96:32:2", "1MiB:16:3")}},
                1 + seed % 2);
    }
}

TEST(LiveProfile, IsAnotherSimulationOfTracedRays) {
    const auto source = traced_source("primary");
    for (const unsigned threads : {1U, 2U})
        compare({*source,
                 {},
                 {config_of("32KiB:128:64", "6MiB:32:16"), config_of("2KiB:128:1", "8KiB:32:2"),
                  config_of("128:128:1", "32:32:1"), config_of("4KiB:128:full", "64KiB:32:full")}},
                threads);
}

TEST(NoTsanLiveProfile, CountsWhatTheRestrictionCounts) {
    const auto source = traced_source("ao:2");
    ASSERT_FALSE(source->lane_tags({}).empty());
    const std::vector<SdcmConfig> configs{config_of("32KiB:128:64", "6MiB:32:16"),
                                          config_of("2KiB:128:1", "8KiB:32:2")};
    for (const RaySelection& kind : ray_selections(source->lane_tags({})))
        compare({*source, {.rays = kind}, configs}, 2);
    compare({*source, {.allocation = "faces"}, configs}, 2);
    compare({*source, {.instruction = 1}, configs}, 2);
}

/// Compares the pixels of two windows, quantity by quantity and number by number.
void expect_equal_pixels(const WindowPixels& live, const WindowPixels& fresh) {
    ASSERT_EQ(live.pixels(), fresh.pixels());
    for (const PixelQuantity& quantity : pixel_quantities()) {
        if (quantity.needs && !fresh.knows(*quantity.needs)) continue;
        EXPECT_TRUE(bits_of(live.values(quantity, {})) == bits_of(fresh.values(quantity, {})))
            << quantity.name;
    }
    for (std::size_t pixel = 0; pixel < live.pixels(); ++pixel)
        ASSERT_EQ(live.counts(pixel).sums, fresh.counts(pixel).sums) << pixel;
}

TEST(LivePixels, AreThoseOfAnotherSimulation) {
    const auto source = traced_source("ao:2");
    ThreadPool pool(2);
    const SdcmConfig simulated = config_of("32KiB:128:64", "6MiB:32:16");
    for (const Restriction& only :
         {Restriction{}, Restriction{.rays = ray_selections(source->lane_tags({})).back()},
          Restriction{.allocation = "faces"}, Restriction{.instruction = 1}}) {
        SCOPED_TRACE(to_string(only));
        const auto sums =
            std::make_shared<const LiveSums>(keep_distances(*source, 128, 32, only, {}, pool), pool);
        const auto pixels = keep_pixels(*source, sums->kept(), only, {});
        const std::uint64_t n = sums->kept().accesses;
        for (const SdcmConfig& config :
             {config_of("2KiB:128:1", "8KiB:32:2"), config_of("4KiB:128:full", "64KiB:32:16")})
            for (const TimeWindow window : {TimeWindow{0, n}, TimeWindow{n / 7, n / 3}, TimeWindow{9, 10}}) {
                const auto base = std::make_shared<const PixelTable>(
                    make_pixel_table(*source, simulated, only, window, pool));
                const auto fresh = make_pixel_table(*source, config, only, window, pool);
                const LivePixels live(base, pixels, sums,
                                      {sums->table(0, config.l1, {}), sums->table(1, config.l2, {})}, window);
                expect_equal_pixels(live, fresh);
            }
    }
}

TEST(LiveProfile, RefusesOtherLines) {
    const auto source = random_source(3);
    ThreadPool pool(1);
    const SdcmConfig config = config_of("1KiB:32:4", "4KiB:16:8");
    const auto base = make_sdcm_profile(*source, config, pool);
    const auto sums = std::make_shared<LiveSums>(keep_distances(*source, 32, 16, {}, {}, pool), pool);
    EXPECT_THROW(LiveProfile(base, sums, config_of("1KiB:64:4", "4KiB:16:8")), UsageError);
    EXPECT_THROW(LiveProfile(base, sums, config_of("1KiB:32:33", "4KiB:16:8")), UsageError);
}

TEST(KeepDistances, SaysWhenMemoryIsTooLow) {
    const auto source = traced_source("primary");
    ThreadPool pool(2);
    EXPECT_THROW(static_cast<void>(keep_distances(*source, 128, 32, {}, {.bytes = 10000}, pool)),
                 DistancesTooLarge);
    const auto kept_in = [&](std::uint64_t bytes) -> std::shared_ptr<const KeptDistances> {
        try {
            return keep_distances(*source, 128, 32, {}, {.bytes = bytes}, pool);
        } catch (const DistancesTooLarge&) {
            return nullptr;
        }
    };
    std::uint64_t too_low = 10000;
    std::uint64_t enough = std::uint64_t{1} << 24;
    EXPECT_NE(kept_in(enough)->sms, nullptr);
    while (enough - too_low > 64) {
        const std::uint64_t between = (too_low + enough) / 2;
        (kept_in(between) != nullptr ? enough : too_low) = between;
    }
    const auto without_sms = kept_in(enough);
    EXPECT_EQ(without_sms->sms, nullptr) << "less important than the distances";
    const SdcmConfig config = config_of("32KiB:128:64", "6MiB:32:16");
    EXPECT_EQ(LiveProfile(make_sdcm_profile(*source, config, pool),
                          std::make_shared<LiveSums>(without_sms, pool), config)
                  .sm_table({}),
              nullptr);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(static_cast<void>(keep_distances(*source, 128, 32, {}, {}, pool, {stop.get_token()})),
                 Cancelled);
}

} // namespace
} // namespace hitmap
