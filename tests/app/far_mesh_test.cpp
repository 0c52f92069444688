// Meshes far from the origin: the recording keeps their shape, and files have the coordinates of the mesh
// file.
#include "tests/app/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstring>
#include <sstream>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

constexpr double east = 403000.1;
constexpr double north = 5604900.1;

/// A roof of four triangles, 1 unit large, with z up.
std::string roof(double x, double y) {
    std::string text;
    for (const auto& [right, back, height] :
         {std::array{0.0, 0.0, 0.0}, std::array{0.9, 0.0, 0.0}, std::array{0.9, 0.9, 0.0},
          std::array{0.0, 0.9, 0.0}, std::array{0.45, 0.45, 0.3}})
        text += fmt::format("v {:.4f} {:.4f} {:.4f}\n", x + right, y + back, height);
    return text + "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";
}

class FarMesh : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder = new TemporaryFolder;
        folder->write("far.obj", roof(east, north));
        folder->write("near.obj", roof(0.0, 0.0));
        for (const char* name : {"far", "near"}) {
            const Outcome traced =
                folder->hitmap(fmt::format("trace {0}.obj -o {0}.hmt --up z --resolution 16x16", name));
            ASSERT_EQ(traced.status, 0) << traced.err;
            told = traced.err.empty() || std::string(name) == "near" ? told : traced.err;
        }
    }
    static void TearDownTestSuite() {
        delete folder;
        folder = nullptr;
    }
    static nlohmann::json info(const std::string& name) {
        return nlohmann::json::parse(folder->hitmap("info --json " + name).out);
    }

    static inline TemporaryFolder* folder = nullptr;
    static inline std::string told;
};

TEST_F(FarMesh, HasTheTreeAndTheOverlapOfTheSameMeshAtTheOrigin) {
    const nlohmann::json near = info("near.hmt")["bvh"];
    const nlohmann::json far = info("far.hmt")["bvh"];
    EXPECT_EQ(far["depth"], near["depth"]);
    EXPECT_NEAR(far["sah_cost"].get<double>(), near["sah_cost"].get<double>(), 1e-3);
    EXPECT_NEAR(far["end_point_overlap"].get<double>(), near["end_point_overlap"].get<double>(), 1e-3);
    EXPECT_THAT(told, HasSubstr("its coordinates are relative to (403000.5, 5604900.5, 0)"));
}

TEST_F(FarMesh, InfoHasTheOffsetAndTheCameraOfTheFile) {
    const nlohmann::json scene = info("far.hmt")["scene"];
    EXPECT_EQ(scene["offset"], nlohmann::json({403000.5, 0.0, -5604900.5}));
    EXPECT_NEAR(scene["camera"]["position"][0].get<double>(), east, 10.0);
    EXPECT_EQ(info("near.hmt")["scene"]["offset"], nlohmann::json({0.0, 0.0, 0.0}));
    const std::string text = folder->hitmap("info far.hmt").out;
    EXPECT_THAT(text, HasSubstr("mesh offset      (403000.5, 0, -5604900.5) was taken off the coordinates of "
                                "the mesh with y up\n"));
    // What info tells is what --camera takes.
    folder->write("camera.json", scene["camera"].dump());
    ASSERT_EQ(
        folder->hitmap("trace far.obj -o again.hmt --up z --resolution 16x16 --camera camera.json").status,
        0);
    EXPECT_EQ(info("again.hmt")["scene"], scene);
    EXPECT_EQ(info("again.hmt")["requests"], info("far.hmt")["requests"]);
}

TEST_F(FarMesh, ExportsHaveTheCoordinatesOfTheFile) {
    ASSERT_EQ(folder->hitmap("export far.hmt --ply far.ply").status, 0);
    const std::string ply = folder->read("far.ply");
    EXPECT_THAT(ply,
                HasSubstr("element vertex 5\nproperty double x\nproperty double y\nproperty double z\n"));
    double first[3];
    std::memcpy(first, ply.data() + ply.find("end_header\n") + 11, sizeof first);
    EXPECT_NEAR(first[0], east, 1e-6);
    EXPECT_NEAR(first[1], 0.0, 1e-6);
    EXPECT_NEAR(first[2], -north, 1e-6) << "turned, so that y is up";
    // The mesh that comes out is the mesh that went in.
    ASSERT_EQ(folder->hitmap("trace far.ply -o back.hmt --up y --resolution 16x16").status, 0);
    EXPECT_EQ(info("back.hmt")["scene"]["offset"], info("far.hmt")["scene"]["offset"]);

    ASSERT_EQ(folder->hitmap("export far.hmt --vtp far.vtp").status, 0);
    EXPECT_THAT(folder->read("far.vtp"), HasSubstr("type=\"Float64\" Name=\"Points\""));
    ASSERT_EQ(folder->hitmap("export far.hmt --gltf far.glb").status, 0);
    EXPECT_THAT(folder->read("far.glb"), HasSubstr("\"translation\":[403000.5,0.0,-5604900.5]"));
    ASSERT_EQ(folder->hitmap("export near.hmt --ply near.ply").status, 0);
    EXPECT_THAT(folder->read("near.ply"), HasSubstr("property float x\n"));
    ASSERT_EQ(folder->hitmap("export near.hmt --gltf near.glb").status, 0);
    EXPECT_THAT(folder->read("near.glb"), testing::Not(HasSubstr("translation")));
}

TEST_F(FarMesh, PlacesOfRegionsAreThoseOfTheFile) {
    ASSERT_EQ(folder->hitmap("export far.hmt --regions far.csv").status, 0);
    std::istringstream table(folder->read("far.csv"));
    std::string header, row;
    std::getline(table, header);
    ASSERT_TRUE(std::getline(table, row));
    EXPECT_THAT(header, HasSubstr("lower_x,lower_y,lower_z,upper_x"));
    EXPECT_THAT(row, HasSubstr(",403000."));
    EXPECT_THAT(row, HasSubstr(",-5604900."));
}

TEST_F(FarMesh, APartKeepsTheOffset) {
    ASSERT_EQ(folder->hitmap("cut far.hmt -o part.hmt --first 0 --last 100").status, 0);
    EXPECT_EQ(info("part.hmt")["scene"], info("far.hmt")["scene"]);
}

} // namespace
} // namespace hitmap::test
