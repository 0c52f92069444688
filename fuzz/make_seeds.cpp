#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/kinds/cell_table.h"
#include "tests/replay/built_tree.h"
#include "tests/trace/import/samples.h"
#include "tests/trace/random_recording.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

/// A recording with sums in the place of requests, in two launches.
void put_sums(const std::filesystem::path& path, bool deflate) {
    using namespace hitmap;
    RecordingInfo info;
    Allocation& faces = info.allocations.emplace_back();
    faces.role = Role::faces;
    faces.bytes = 1200;
    faces.stride = faces.element_bytes = 12;
    HmtWriteOptions options;
    options.deflate = deflate;
    options.tables_grow = true;
    const auto sink = write_hmt(create_file(path), options);
    sink->begin(info, nullptr);
    FinalTables tables;
    std::vector<RecordedSum> sums;
    for (std::uint32_t frame = 0; frame < 4; ++frame) {
        if (frame % 2 == 0) sink->begin_launch(tables.launches.emplace_back());
        sink->add_frame(sums);
        sums.push_back({frame * 7, face_kind, 0.5F, 1.0F, 4, 5});
    }
    sink->complete(tables);
    sink->finish();
}

/// A recording of a grid to which tetrahedral cells are added (tests/kinds), the first of which is padding
/// if there are sources.
hitmap::MemoryRecording with_cells(std::uint32_t side, bool has_sources) {
    using namespace hitmap;
    constexpr std::uint32_t cell_bytes = 16;
    MemoryRecording recording = grid_recording(side, 60);
    PrimitiveBuffer cells{test::cell_kind, 4, {}, {}};
    const auto vertices = static_cast<std::uint32_t>(recording.scene.vertices.size());
    for (std::uint32_t cell = 0; cell < 6 * side; ++cell) {
        for (std::uint32_t corner = 0; corner < cells.corners_each; ++corner)
            cells.corners.push_back((7 * cell + corner * corner) % vertices);
        if (has_sources) cells.source.push_back(static_cast<std::int32_t>(cell) - 1);
    }
    Allocation& buffer = recording.info.allocations.emplace_back();
    buffer.name = "cells";
    buffer.role = test::cell_role;
    buffer.address = std::uint64_t{1} << 40;
    buffer.bytes = cells.count() * cell_bytes;
    buffer.stride = buffer.element_bytes = cell_bytes;
    recording.scene.primitives.push_back(std::move(cells));
    recording.info.scene = recording.scene.summary();
    return recording;
}

void put_recordings(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const auto put = [&](const std::string& name, const hitmap::MemoryRecording& recording, bool deflate) {
        hitmap::HmtWriteOptions options;
        options.deflate = deflate;
        options.block_requests = 20;
        hitmap::write(recording, *hitmap::write_hmt(hitmap::create_file(folder / name), options));
    };
    for (std::uint64_t seed = 0; seed < 24; ++seed)
        put("random-" + std::to_string(seed), hitmap::random_recording(seed, seed * 2), seed % 4 == 0);
    for (const std::uint32_t side : {1U, 3U, 5U}) {
        put("grid-" + std::to_string(side), hitmap::grid_recording(side, 60), false);
        put("grid-deflated-" + std::to_string(side), hitmap::grid_recording(side, 60), true);
        put("cells-" + std::to_string(side), with_cells(side, side == 3), false);
        put("cells-deflated-" + std::to_string(side), with_cells(side, side != 3), true);
    }
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        hitmap::MemoryRecording recording = hitmap::random_recording(seed, 10);
        hitmap::add_random_executions(recording, seed, 4 + seed * 16);
        put("executions-" + std::to_string(seed), recording, seed % 2 == 0);
        hitmap::add_random_rays(recording, seed, 4 + seed * 8);
        put("rays-" + std::to_string(seed), recording, seed % 2 == 0);
    }
    put_sums(folder / "sums", false);
    put_sums(folder / "sums-deflated", true);
}

void put_samples(const std::filesystem::path& folder) {
    for (const hitmap::ImportSample& sample : hitmap::import_samples()) {
        std::filesystem::create_directories(folder / sample.format);
        std::ofstream(folder / sample.format / sample.name, std::ios::binary) << sample.bytes();
    }
}

/// Acceleration structures of lavapipe, as fuzz/tree_fuzz.cpp reads them.
void put_trees(const std::filesystem::path& folder) {
    using namespace hitmap::test;
    std::filesystem::create_directories(folder);
    for (std::uint32_t count : {1U, 2U, 9U}) {
        std::vector<BuiltTriangle> triangles;
        for (std::uint32_t i = 0; i < count; ++i) {
            const float z = static_cast<float>(i);
            triangles.push_back(
                {{glm::vec3(-1, -1, z), glm::vec3(3, -1, z), glm::vec3(-1, 3, z)}, i, 0, i % 2 == 0});
        }
        const std::vector<std::uint8_t> bottom = built_triangles(triangles);
        BuiltInstance instance;
        instance.address = 0x20000;
        instance.bounds = bounds_of(bottom);
        const std::vector<std::uint8_t> top = built_instances({count, instance});
        std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(top.size()),
                                        static_cast<std::uint8_t>(top.size() >> 8)};
        bytes.insert(bytes.end(), top.begin(), top.end());
        bytes.insert(bytes.end(), bottom.begin(), bottom.end());
        std::ofstream(folder / std::to_string(count), std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
}

} // namespace

/// Writes small files as seeds for the fuzzers: recordings, and samples of other programs' recordings in one
/// folder for each format.
int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: make_seeds RECORDINGS IMPORTS TREES\n");
        return 2;
    }
    put_recordings(argv[1]);
    put_samples(argv[2]);
    put_trees(argv[3]);
    return 0;
}
