#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"
#include "tests/trace/random_recording.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

constexpr float infinity = std::numeric_limits<float>::infinity();

RayEvents all_rays(const HmtFile& file) {
    RayEvents all;
    RayEvents some;
    for (std::size_t i = 0; i < file.ray_chunks(); ++i) {
        file.read_rays(i, some);
        for (const RayEvents::Entry& event : some.events)
            all.append(event, some.lanes_of(event));
    }
    return all;
}

/// Places 0 to 4 are of the kinds with these numbers.
RecordingInfo info_with_places() {
    RecordingInfo info;
    info.device = {"device", 2, 4};
    info.instructions.emplace_back().bytes_per_lane = 4;
    for (std::size_t kind = 0; kind < ray_event_kind_count; ++kind)
        info.ray_places.push_back({static_cast<RayEventKind>(kind), "compute", {"main", "a.comp", 1, 2}});
    return info;
}

RayEvent event_of(RayEventKind kind, std::uint32_t mask, std::uint32_t warp = 0, std::uint32_t launch = 0) {
    return {RequestIndex(0), launch, 0, warp, warp % 4, static_cast<std::uint32_t>(kind), mask, kind};
}

/// A recording of rays in one launch without requests.
std::vector<std::byte> recording_of(const RayEvents& rays, const HmtWriteOptions& options = {}) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), options);
    sink->begin(info_with_places(), nullptr);
    sink->begin_launch({});
    for (const RayEvents::Entry& event : rays.events)
        sink->trace_rays(event, rays.lanes_of(event));
    sink->finish();
    return bytes;
}

/// The bytes of a file with these events, which is compared with what was written.
double bytes_of(const RayEvents& rays) {
    const std::vector<std::byte> bytes = recording_of(rays);
    EXPECT_TRUE(same_rays(all_rays(HmtFile(open_memory(bytes, "a.hmt"))), rays));
    return static_cast<double>(bytes.size());
}
double bytes_per_ray(const RayEvents& rays) {
    return bytes_of(rays) / static_cast<double>(rays.rays.size());
}

/// Rays of warps of 8 x 4 pixels in a picture of that width, as they are made by `ray_of`.
RayEvents picture_of(std::uint32_t width, const std::function<Ray(float x, float y)>& ray_of) {
    RayEvents rays;
    std::uint32_t warp = 0;
    for (std::uint32_t y = 0; y < width; y += 4)
        for (std::uint32_t x = 0; x < width; x += 8, ++warp) {
            std::vector<Ray> lanes;
            for (std::uint32_t lane = 0; lane < warp_size; ++lane)
                lanes.push_back(ray_of(static_cast<float>(x + lane % 8), static_cast<float>(y + lane / 8)));
            rays.append(event_of(RayEventKind::traced, ~0U, warp), {lanes, {}});
        }
    return rays;
}

/// A point of an uneven surface.
glm::vec3 surface_point(float x, float y) {
    return {0.013F * x, 0.5F * std::sin(0.11F * x) * std::cos(0.07F * y), 0.017F * y};
}

Ray ray_between(const glm::vec3& from, const glm::vec3& to, bool unit) {
    const glm::vec3 way = to - from;
    const float length = glm::length(way);
    Ray ray;
    ray.origin = from;
    ray.direction = unit ? way / length : way;
    ray.tmin = 0.001F;
    ray.tmax = unit ? length : 1.0F;
    ray.mask = 0xff;
    ray.structure = 0x7f12'0000'3400;
    return ray;
}

TEST(RayEvents, OfPrimaryAndShadowRaysTakeFewBytes) {
    constexpr std::uint32_t width = 128;
    const glm::vec3 eye(3.0F, 4.0F, 5.0F);
    const glm::vec3 light(-1.0F, 7.0F, 2.0F);
    for (const bool unit : {false, true}) {
        EXPECT_LT(bytes_per_ray(picture_of(
                      width, [&](float x, float y) { return ray_between(eye, surface_point(x, y), unit); })),
                  9.0);
        EXPECT_LT(
            bytes_per_ray(picture_of(
                width, [&](float x, float y) { return ray_between(surface_point(x, y), light, unit); })),
            12.0);
    }
    // A program that ends rays in front of the light, so that they do not hit it.
    EXPECT_LT(bytes_per_ray(picture_of(width,
                                       [&](float x, float y) {
                                           Ray ray = ray_between(surface_point(x, y), light, true);
                                           ray.tmax *= 0.999F;
                                           return ray;
                                       })),
              12.0);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    EXPECT_LT(bytes_per_ray(picture_of(width,
                                       [&](float x, float y) {
                                           Ray ray = ray_between(surface_point(x, y), light, true);
                                           const glm::vec3 way(normal(random), normal(random),
                                                               normal(random));
                                           ray.direction = way / glm::length(way);
                                           ray.tmax = infinity;
                                           return ray;
                                       })),
              24.0);
}

TEST(RayEvents, ThatGoOnFromAHitFollowFromIt) {
    RayEvents with;
    RayEvents without; // the hits are not recorded
    RayEvents first;
    RayEvents second;
    RayEvents hits_alone;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> distance(1.0F, 2.0F); // surfaces that are not smooth at all
    for (std::uint32_t warp = 0; warp < 400; ++warp) {
        std::vector<Ray> rays;
        std::vector<RayHit> hits;
        std::vector<Ray> next;
        for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
            const auto x = static_cast<float>(warp % 20 * 8 + lane % 8);
            const auto y = static_cast<float>(warp / 20 * 4 + lane / 8);
            rays.push_back(ray_between({3.0F, 4.0F, 5.0F}, {0.01F * x, 0.0F, 0.01F * y}, false));
            hits.push_back({HitShape::triangle, 0, 0, warp, distance(random)});
            next.push_back(
                ray_between(rays.back().origin + rays.back().direction * hits.back().t, {-1, 7, 2}, true));
        }
        const RayEvent traced = event_of(RayEventKind::traced, ~0U, warp);
        const RayEvent committed = event_of(RayEventKind::committed, ~0U, warp);
        for (RayEvents* to : {&with, &without, &first})
            to->append(traced, {rays, {}});
        for (RayEvents* to : {&with, &hits_alone})
            to->append(committed, {{}, hits});
        for (RayEvents* to : {&with, &without, &second})
            to->append(traced, {next, {}});
    }
    const double alone = bytes_of(first) + bytes_of(second);
    EXPECT_LT(bytes_of(without), 0.7 * alone);
    EXPECT_LT(bytes_of(with) - bytes_of(hits_alone), 0.5 * alone);
}

TEST(RayEvents, OfAnyBitsAreReadAsTheyWereWritten) {
    constexpr std::array<std::uint32_t, 14> bits{
        0,           0x8000'0000, 1,           0x8000'0001, 0x007f'ffff, 0x0080'0000, 0x3f80'0000,
        0x7f7f'ffff, 0xff7f'ffff, 0x7f80'0000, 0xff80'0000, 0x7f80'0001, 0x7fc0'1234, 0xffff'ffff};
    RayEvents rays;
    std::mt19937 random(1);
    const auto any = [&] { return std::bit_cast<float>(bits[random() % bits.size()]); };
    for (std::uint32_t i = 0; i < 3000; ++i) {
        std::vector<Ray> lanes;
        std::vector<RayHit> hits;
        const std::uint32_t mask = i % 3 == 0 ? ~0U : 0x8000'0101U;
        for (int lane = std::popcount(mask); lane > 0; --lane) {
            Ray ray;
            ray.origin = {any(), any(), any()};
            ray.direction = {any(), any(), any()};
            ray.tmin = any();
            ray.tmax = any();
            ray.flags = bits[random() % bits.size()];
            ray.mask = bits[random() % bits.size()];
            ray.structure = std::uint64_t{bits[random() % bits.size()]} << 32U | bits[random() % bits.size()];
            lanes.push_back(ray);
            hits.push_back({random() % 2 == 0 ? HitShape::box : HitShape::triangle,
                            bits[random() % bits.size()], bits[random() % bits.size()],
                            bits[random() % bits.size()], any()});
        }
        rays.append(event_of(RayEventKind::traced, mask, i % 7), {lanes, {}});
        rays.append(event_of(i % 2 == 0 ? RayEventKind::committed : RayEventKind::candidate, mask, i % 7),
                    {{}, hits});
        rays.append(event_of(RayEventKind::missed, mask, i % 7), {});
    }
    for (const bool deflate : {true, false})
        EXPECT_TRUE(same_rays(
            all_rays(HmtFile(open_memory(recording_of(rays, {.deflate = deflate}), "a.hmt"))), rays));
}

TEST(RayEvents, ManyTakeSeveralChunks) {
    RayEvents rays;
    std::mt19937 random(1);
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        const RayEventKind kind = i % 3 == 0 ? RayEventKind::traced : RayEventKind::missed;
        std::vector<Ray> lanes(has_rays(kind) ? 3 : 0);
        for (Ray& ray : lanes)
            ray.flags = static_cast<std::uint32_t>(random());
        rays.append(event_of(kind, 0x1010'0001, i % 8), {lanes, {}});
    }
    const HmtFile file(open_memory(recording_of(rays), "a.hmt"));
    ThreadPool pool(2);
    file.validate(pool);
    EXPECT_EQ(file.version(), 1U) << "older readers skip the chunks";
    EXPECT_GE(file.ray_chunks(), 3U);
    EXPECT_EQ(file.info().rays.events, 200'000U);
    EXPECT_EQ(file.info().rays.of(RayEventKind::traced), 3U * 66'667U);
    EXPECT_EQ(file.info().rays.of(RayEventKind::missed), 3U * 133'333U);
    EXPECT_TRUE(same_rays(all_rays(file), rays));
}

TEST(RayEvents, OfTheSameRayForEverAreStoredWithinTheLimit) {
    RayEvents rays;
    const std::vector<Ray> lanes(warp_size);
    for (int i = 0; i < 20'000; ++i) // would deflate to less than a 16th of a byte each
        rays.append(event_of(RayEventKind::traced, ~0U), {lanes, {}});
    EXPECT_TRUE(same_rays(all_rays(HmtFile(open_memory(recording_of(rays), "a.hmt"))), rays));
}

/// Launch 0 has requests 0 to 3, launch 1 none, launch 2 requests 4 to 9. Each request has an event before it
/// with a ray whose flags are its number, and each launch one behind its last request.
std::vector<std::byte> launches_with_rays() {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes), {.block_requests = 3});
    sink->begin(info_with_places(), nullptr);
    std::uint32_t launch = 0;
    std::uint32_t number = 0;
    const auto trace = [&] {
        Ray ray;
        ray.flags = number;
        sink->trace_rays(event_of(RayEventKind::traced, 2, 0, launch), {std::span(&ray, 1), {}});
        sink->trace_rays(event_of(RayEventKind::missed, 2, 0, launch), {});
    };
    for (const int requests : {4, 0, 6}) {
        sink->begin_launch({});
        for (int i = 0; i < requests; ++i, ++number) {
            trace();
            Request request;
            request.mask = 1;
            request.launch = launch;
            sink->add(request);
        }
        trace();
        ++launch;
    }
    sink->finish();
    return bytes;
}

/// "launch:request=flags" of the rays.
std::string ray_text(const HmtFile& file) {
    std::string text;
    const RayEvents rays = all_rays(file);
    for (const RayEvents::Entry& event : rays.events)
        if (has_rays(event.kind))
            text += fmt::format("{}:{}={} ", event.launch, event.request.value,
                                rays.lanes_of(event).rays.front().flags);
    return text;
}

TEST(RayEvents, BelongToThePartsOfTheirRequests) {
    const HmtFile file(open_memory(launches_with_rays(), "a.hmt"));
    EXPECT_EQ(ray_text(file), "0:0=0 0:1=1 0:2=2 0:3=3 0:4=4 1:4=4 2:4=4 2:5=5 2:6=6 2:7=7 2:8=8 2:9=9 "
                              "2:10=10 ");
    struct Case {
        RecordingPart part;
        std::string rays;
    };
    ThreadPool pool(1);
    for (const Case& each : {Case{{.requests = {1, 3}}, "0:0=1 0:1=2 "},
                             Case{{.requests = {3, 6}}, "0:0=3 0:1=4 1:1=4 2:1=4 2:2=5 "},
                             Case{{.launches = {0, 1}}, "0:0=0 0:1=1 0:2=2 0:3=3 0:4=4 "},
                             Case{{.launches = {2, 3}}, "2:0=4 2:1=5 2:2=6 2:3=7 2:4=8 2:5=9 2:6=10 "}}) {
        const HmtFile part = file.part(each.part);
        EXPECT_EQ(ray_text(part), each.rays);
        const RayEvents rays = all_rays(part);
        EXPECT_EQ(part.info().rays.events, rays.events.size());
        EXPECT_EQ(part.info().rays.of(RayEventKind::traced), rays.events.size() / 2);
        std::vector<std::byte> written;
        write_recording(part, create_memory(written), pool);
        const HmtFile cut(open_memory(written, "b.hmt"));
        cut.validate(pool);
        EXPECT_TRUE(same_rays(all_rays(cut), rays));
        EXPECT_EQ(cut.info().ray_places.size(), ray_event_kind_count);
        EXPECT_EQ(cut.info().rays, part.info().rays);
    }
}

TEST(RayEvents, TruncatedFilesKeepThoseWhoseRequestsTheyHave) {
    const std::vector<std::byte> whole = launches_with_rays();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        try {
            const HmtFile file(open_memory(cut, "a.hmt"));
            const RayEvents rays = all_rays(file);
            EXPECT_EQ(rays.events.size(), file.info().rays.events);
            for (const RayEvent& event : rays.events) {
                EXPECT_LE(event.request.value, file.info().requests);
                EXPECT_LT(event.launch, file.info().launches.size());
            }
        } catch (const FileError& error) {
            EXPECT_EQ(std::string(error.what()).find("event"), std::string::npos) << error.what();
        }
    }
}

TEST(RayEvents, AreCheckedByTheWriter) {
    const std::vector<Ray> rays(1);
    const std::vector<RayHit> hits(1);
    const std::vector<RayHit> shapeless{{static_cast<HitShape>(2), 0, 0, 0, 0.0F}};
    struct Row {
        RayEvent event;
        RayLanes lanes;
        const char* message;
    };
    using Kind = RayEventKind;
    const RequestIndex none;
    for (const Row& row :
         {Row{{none, 1, 0, 0, 0, 0, 1, Kind::traced}, {rays, {}}, "expected a launch below 1, found 1"},
          Row{{none, 0, 2, 0, 0, 0, 1, Kind::traced}, {rays, {}}, "expected an SM below 2, found 2"},
          Row{{none, 0, 0, 0, 4, 0, 1, Kind::traced}, {rays, {}}, "expected a warp slot below 4, found 4"},
          Row{{none, 0, 0, 0, 0, 5, 1, Kind::traced}, {rays, {}}, "expected a place below 5, found 5"},
          Row{{none, 0, 0, 0, 0, 0, 0, Kind::traced}, {rays, {}}, "expected an active lane, found none"},
          Row{{none, 0, 0, 0, 0, 0, 1, Kind::missed}, {}, "expected the kind of its place, 0, found 3"},
          Row{{none, 0, 0, 0, 0, 0, 3, Kind::traced},
              {rays, {}},
              "expected 2 rays and 0 hits, found 1 and 0"},
          Row{{none, 0, 0, 0, 0, 1, 1, Kind::candidate},
              {rays, hits},
              "expected 0 rays and 1 hits, found 1 and 1"},
          Row{{none, 0, 0, 0, 0, 3, 1, Kind::missed},
              {{}, hits},
              "expected 0 rays and 0 hits, found 0 and 1"},
          Row{{none, 0, 0, 0, 0, 4, 1, Kind::reported},
              {{}, shapeless},
              "expected a shape below 2, found 2"}}) {
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes));
        sink->begin(info_with_places(), nullptr);
        sink->begin_launch({});
        try {
            sink->trace_rays(row.event, row.lanes);
            FAIL() << row.message;
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), std::string("ray event 0: ") + row.message);
        }
    }
}

} // namespace
} // namespace hitmap
