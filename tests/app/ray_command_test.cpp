// What the commands say of recorded ray events.

#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

Ray ray_of(float x) {
    Ray ray;
    ray.origin = {x, 0.1F, -0.0F};
    ray.tmin = 1e-45F;
    ray.direction = {0.0F, std::numeric_limits<float>::quiet_NaN(), 16777216.0F};
    ray.tmax = std::numeric_limits<float>::infinity();
    ray.flags = 13;
    ray.mask = 255;
    ray.structure = 0xffff'ffff'ffff'fff0;
    return ray;
}

/// Two lanes trace rays before request 0: one has a candidate and then misses, the other one hits. Behind the
/// request, a lane reports a hit.
void write_rays(const std::filesystem::path& path) {
    RecordingInfo info;
    info.device = {"device", 2, 4};
    info.instructions.emplace_back().bytes_per_lane = 4;
    for (std::size_t kind = 0; kind < ray_event_kind_count; ++kind)
        info.ray_places.push_back({static_cast<RayEventKind>(kind),
                                   kind == 4 ? "intersection" : "compute",
                                   {"main", "a.comp", static_cast<std::uint32_t>(kind + 1), 3}});
    const auto sink = write_hmt(create_file(path));
    sink->begin(info, nullptr);
    sink->begin_launch({});
    const auto event = [](RayEventKind kind, std::uint32_t mask) {
        return RayEvent{{}, 0, 1, 2, 3, static_cast<std::uint32_t>(kind), mask, kind};
    };
    const std::vector<Ray> rays{ray_of(0.5F), ray_of(-1.0F / 3.0F)};
    const std::vector<RayHit> box{{HitShape::box, 1, 2, 3, std::numeric_limits<float>::quiet_NaN()}};
    const std::vector<RayHit> triangle{{HitShape::triangle, 4, 5, 4294967295U, 0.1F}};
    sink->trace_rays(event(RayEventKind::traced, 5), {rays, {}});
    sink->trace_rays(event(RayEventKind::candidate, 1), {{}, box});
    sink->trace_rays(event(RayEventKind::committed, 4), {{}, triangle});
    sink->trace_rays(event(RayEventKind::missed, 1), {});
    Request request;
    request.mask = 1;
    sink->add(request);
    sink->trace_rays(event(RayEventKind::reported, 0x8000'0000U), {{}, triangle});
    sink->finish();
}

class RayCommands : public testing::Test {
protected:
    RayCommands() { write_rays(folder.path() / "rays.hmt"); }
    [[nodiscard]] nlohmann::json json(const std::string& command) const {
        const Outcome outcome = folder.hitmap(command + " --json");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out);
    }
    TemporaryFolder folder;
};

TEST_F(RayCommands, InfoAndValidateCountThem) {
    const auto rays = json("info rays.hmt")["rays"];
    EXPECT_EQ(rays["events"], 5);
    EXPECT_EQ(rays["traced"], 2);
    for (const char* kind : {"candidate", "committed", "missed", "reported"})
        EXPECT_EQ(rays[kind], 1) << kind;
    ASSERT_EQ(rays["places"].size(), 5U);
    EXPECT_EQ(rays["places"][4], (nlohmann::json{{"kind", "reported"},
                                                 {"stage", "intersection"},
                                                 {"function", "main"},
                                                 {"file", "a.comp"},
                                                 {"line", 5},
                                                 {"column", 3}}));
    EXPECT_THAT(folder.hitmap("info rays.hmt").out,
                HasSubstr("rays             2 traced, 1 candidates, 1 hits committed, 1 missed, 1 hits "
                          "reported, in 5 events at 5 places\n"
                          "  place 0        traced, compute, main in a.comp:1:3\n"));
    EXPECT_THAT(folder.hitmap("validate rays.hmt").out, HasSubstr("ray events: 5 of 5 places\n"));
}

TEST_F(RayCommands, ExportHasARowForEachLane) {
    const Outcome outcome = folder.hitmap("export rays.hmt --rays out.csv");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(folder.read("out.csv"),
              "request,launch,sm,warp,slot,lane,kind,place,origin_x,origin_y,origin_z,tmin,direction_x,"
              "direction_y,direction_z,tmax,flags,mask,structure,shape,instance,geometry,primitive,t\n"
              "0,0,1,2,3,0,traced,0,0.5,0.1,-0,1e-45,0,nan,16777216,inf,13,255,18446744073709551600,,,,,\n"
              "0,0,1,2,3,2,traced,0,-0.33333334,0.1,-0,1e-45,0,nan,16777216,inf,13,255,"
              "18446744073709551600,,,,,\n"
              "0,0,1,2,3,0,candidate,1,,,,,,,,,,,,box,1,2,3,nan\n"
              "0,0,1,2,3,2,committed,2,,,,,,,,,,,,triangle,4,5,4294967295,0.1\n"
              "0,0,1,2,3,0,missed,3,,,,,,,,,,,,,,,,\n"
              "1,0,1,2,3,31,reported,4,,,,,,,,,,,,triangle,4,5,4294967295,0.1\n");
    const auto provenance = nlohmann::json::parse(folder.read("out.csv.json"));
    EXPECT_EQ(provenance["table"], "rays");
    EXPECT_EQ(provenance["rays"], json("info rays.hmt")["rays"]);
    EXPECT_EQ(folder.hitmap("export rays.hmt --rays -").out, folder.read("out.csv"));
}

TEST_F(RayCommands, CutKeepsThoseOfItsRequests) {
    ASSERT_EQ(folder.hitmap("cut rays.hmt --requests :1 -o part.hmt").status, 0);
    EXPECT_EQ(json("info part.hmt")["rays"], json("info rays.hmt")["rays"])
        << "behind the last request of its launch, an event belongs to that one";
    EXPECT_EQ(folder.hitmap("validate part.hmt").status, 0);
}

TEST_F(RayCommands, ARecordingWithoutThemIsRefused) {
    ASSERT_EQ(folder.hitmap("trace builtin:teapot?triangles=300 --resolution 8x8 -o t.hmt").status, 0);
    for (const std::string output : {"--rays r.csv", "--npz r.npz --arrays rays"}) {
        const Outcome outcome = folder.hitmap("export t.hmt " + output);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_THAT(outcome.err, HasSubstr("t.hmt: expected a recording with ray events, found one without"));
    }
    EXPECT_EQ(json("info t.hmt")["rays"]["events"], 0);
    EXPECT_EQ(folder.hitmap("export rays.hmt --npz r.npz --arrays rays,requests").status, 0);
    EXPECT_TRUE(folder.has("r.npz"));
}

} // namespace
} // namespace hitmap::test
