// Vertices stored as a structure of arrays: three planes of 4-byte coordinates.
#include "core/cache/sdcm/scene_lines.h"
#include "core/cache/sdcm/sdcm.h"
#include "tests/cache/sdcm_reference.h"
#include "tests/cache/text_recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

namespace hitmap {
namespace {

RecordingInfo planar_info(std::uint32_t faces) {
    RecordingInfo info = strip_info(faces);
    Allocation& vertices = info.allocations[3];
    vertices.layout = ElementLayout::planar;
    vertices.stride = 4;
    return info;
}

/// Returns allocation and line of each look-up. Lines are numbered consecutively over all allocations.
std::string look_ups(std::uint32_t faces, std::uint32_t line_bytes, std::uint32_t face) {
    const RecordingInfo info = planar_info(faces);
    const SceneLines scene(info, strip_scene(faces), line_bytes);
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> lines{};
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> allocations{};
    SceneLines::Output out{lines.data(), allocations.data(), 0};
    scene.append_lookups(face_kind, face, out);
    EXPECT_LE(out.end, SceneLines::max_lookups);
    std::string text;
    for (std::uint32_t i = 0; i < out.end; ++i)
        text += fmt::format("{}{} ", info.allocations[allocations[i]].name.substr(0, 1), lines[i]);
    return text;
}

TEST(PlanarVertices, CountAsManyAsTheirPlanesHold) {
    const Allocation vertices = planar_info(40).allocations[3];
    EXPECT_EQ(vertices.element_count(), 42U);
    EXPECT_EQ(vertices.plane_bytes(), 168U);
}

TEST(PlanarVertices, AreLookedUpPlaneByPlane) {
    // 40 boxes take lines 0 to 7, 40 faces 8 to 11, 42 vertices 12 to 15: x from byte 0, y from byte 168, z
    // from byte 336 of their buffer. Face f has the vertices f, f + 1, f + 2.
    EXPECT_EQ(look_ups(40, 128, 0), "f8 v12 v13 v14 v12 v13 v14 v12 v13 v14 ");
    // Bytes 80, 248, 416; 84, 252, 420; 88, 256, 424.
    EXPECT_EQ(look_ups(40, 128, 20), "f9 v12 v13 v15 v12 v13 v15 v12 v14 v15 ");
    // Bytes 120, 288, 456; 124, 292, 460; 128, 296, 464.
    EXPECT_EQ(look_ups(40, 128, 30), "f10 v12 v14 v15 v12 v14 v15 v13 v14 v15 ");
}

TEST(PlanarVertices, LookUpALineOfTwoPlanesOnce) {
    EXPECT_EQ(look_ups(1, 128, 0), "f1 v2 v2 v2 ");
    // x from byte 0, y from 12, z from 24: vertex 2 has bytes 8, 20 and 32.
    EXPECT_EQ(look_ups(1, 32, 0), "f1 v2 v2 v2 v3 ");
}

/// Compares every access with the reference.
class ReferenceSink : public OutcomeSink {
public:
    explicit ReferenceSink(SdcmReference reference) : reference_(std::move(reference)) {}
    void add(const RequestView&, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            const AccessOutcome expected = reference_.access(0, 0, accesses[i].kind, accesses[i].element);
            const AccessOutcome& found = *outcomes[i];
            ASSERT_EQ(
                std::tie(found.l1_hits, found.l1_lookups, found.l1_cold, found.l1_distance),
                std::tie(expected.l1_hits, expected.l1_lookups, expected.l1_cold, expected.l1_distance));
            ASSERT_EQ(
                std::tie(found.l2_hits, found.l2_lookups, found.l2_cold, found.l2_distance),
                std::tie(expected.l2_hits, expected.l2_lookups, expected.l2_cold, expected.l2_distance));
            ++compared;
        }
    }
    int compared = 0;

private:
    SdcmReference reference_;
};

TEST(PlanarVertices, AgreesWithTheReferenceOnEveryAccess) {
    constexpr std::uint32_t faces = 500;
    std::mt19937 random(1);
    std::string requests;
    for (int request = 0; request < 300; ++request) {
        requests += random() % 4 == 0 ? "0 0 boxes" : "0 0 faces";
        const std::uint32_t near = static_cast<std::uint32_t>(random()) % (faces - 4);
        for (int lane = 0; lane < 8; ++lane) // neighbours, many of them several times
            requests += fmt::format(" {}", near + random() % 4);
        requests += '\n';
    }
    for (const char* l1 : {"1024:128:full", "256:16:4"}) {
        const SdcmConfig config{parse_cache_geometry(l1), parse_cache_geometry("2048:32:16")};
        MemorySource source(planar_info(faces), strip_scene(faces));
        add_requests(source, requests);
        ReferenceSink sink(SdcmReference(source.info(), strip_scene(faces), config));
        ThreadPool pool(2);
        simulate_sdcm(source, config, sink, pool);
        EXPECT_EQ(sink.compared, 2400);
    }
}

} // namespace
} // namespace hitmap
