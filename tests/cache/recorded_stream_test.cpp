#include "core/cache/sdcm_engine.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

namespace fs = std::filesystem;

const fs::path streams = fs::path(HITMAP_TEST_DATA) / ".." / ".." / "shared" / "streams";

/// Unpacks with the xz program; empty where the file is not there or cannot be unpacked.
std::vector<char> unpacked(const std::string& name) {
    std::vector<char> bytes;
    const fs::path file = streams / name;
    if (!fs::exists(file)) return bytes;
    const std::string command = "xz -dc '" + file.string() + "' 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::array<char, 65536> part;
    while (pipe) {
        const std::size_t count = fread(part.data(), 1, part.size(), pipe.get());
        if (count == 0) break;
        bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
    }
    return bytes;
}

template <class T>
T value_at(const std::vector<char>& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

struct RecordedStream {
    RecordingInfo info;
    std::shared_ptr<const RecordedScene> scene;
    std::vector<AccessBlock> blocks;
};

void read_scene(const std::vector<char>& bytes, RecordedStream& out) {
    const auto vertices = value_at<std::uint32_t>(bytes, 8);
    const auto faces = value_at<std::uint32_t>(bytes, 12);
    const auto boxes = value_at<std::uint32_t>(bytes, 16);
    auto scene = std::make_shared<RecordedScene>();
    scene->face_slots.resize(faces);
    const std::size_t first_face = 40 + 13 * 4 + std::size_t{12} * vertices;
    for (std::uint32_t f = 0; f < faces; ++f)
        scene->face_slots[f] = value_at<glm::uvec3>(bytes, first_face + std::size_t{12} * f);
    out.scene = std::move(scene);
    std::uint64_t address = 0;
    const auto add = [&](Role role, std::uint64_t count, std::uint32_t stride) {
        Allocation allocation;
        allocation.role = role;
        allocation.address = address;
        allocation.bytes = count * stride;
        allocation.stride = stride;
        out.info.allocations.push_back(allocation);
        address = (address + allocation.bytes + 127) / 128 * 128;
    };
    add(Role::boxes, boxes, 24);
    add(Role::faces, faces, 12);
    add(Role::vertices, vertices, 12);
}

void read_accesses(const std::vector<char>& bytes, RecordedStream& out) {
    const auto count = value_at<std::uint64_t>(bytes, 8);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::size_t record = 32 + 8 * i;
        const auto sm = value_at<std::uint8_t>(bytes, record + 5);
        const bool new_request = (value_at<std::uint8_t>(bytes, record + 7) & 1U) != 0;
        if (out.blocks.empty() || (new_request && out.blocks.back().accesses.size() >= 30000))
            out.blocks.emplace_back();
        AccessBlock& block = out.blocks.back();
        if (new_request) block.room().entries.push_back({0, sm, 0, 0, 0, 1, 0});
        block.see_all();
        block.accesses.push_back({value_at<std::uint32_t>(bytes, record),
                                  value_at<std::uint8_t>(bytes, record + 4) == 2 ? box_kind : face_kind,
                                  value_at<std::uint8_t>(bytes, record + 6), 0,
                                  static_cast<std::uint32_t>(block.requests.entries.size() - 1)});
    }
}

/// The published tool of the first paper, its address segments corrected, on a million accesses.
TEST(RecordedStream, EveryElementAgreesWithThePublishedTool) {
    const auto scene = unpacked("torus.scene.xz");
    const auto accesses = unpacked("torus-1m.stream.xz");
    const auto expected = unpacked("torus-1m.sdcm.xz");
    if (scene.empty() || accesses.empty() || expected.empty()) {
        std::cout << "left out: no sample streams in " << streams << "\n";
        return;
    }
    RecordedStream stream;
    read_scene(scene, stream);
    read_accesses(accesses, stream);
    ThreadPool pool(2);
    SdcmEngine engine(stream.info, stream.scene, {}, pool);
    for (AccessBlock& block : stream.blocks)
        engine.prepare(block);
    engine.simulate(stream.blocks, {});
    std::size_t record = 0;
    double worst = 0;
    std::array<double, 2> hits{};
    std::array<double, 2> lookups{};
    for (AccessBlock& block : stream.blocks) {
        block.expand_outcomes();
        for (const AccessOutcome& outcome : block.outcomes) {
            const double l1 = outcome.l1_hits / static_cast<double>(hit_unit);
            const double l2 = outcome.l2_hits / static_cast<double>(hit_unit);
            ASSERT_EQ(outcome.l1_lookups, value_at<std::uint8_t>(expected, record + 8)) << record / 10;
            ASSERT_EQ(outcome.l2_lookups, value_at<std::uint8_t>(expected, record + 9)) << record / 10;
            worst = std::max(worst, std::fabs(l1 - static_cast<double>(value_at<float>(expected, record))));
            worst =
                std::max(worst, std::fabs(l2 - static_cast<double>(value_at<float>(expected, record + 4))));
            hits[0] += l1;
            hits[1] += l2;
            lookups[0] += outcome.l1_lookups;
            lookups[1] += outcome.l2_lookups;
            record += 10;
        }
    }
    std::cout << record / 10 << " accesses, largest difference " << worst << "\n";
    EXPECT_EQ(record, expected.size());
    EXPECT_LT(worst, 1e-5);
    EXPECT_NEAR(hits[0] / lookups[0], 0.976985, 5e-7);
    EXPECT_NEAR(hits[1] / lookups[1], 0.994385, 5e-7);
}

} // namespace
} // namespace hitmap
