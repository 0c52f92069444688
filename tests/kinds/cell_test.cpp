#include "core/base/error.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/export/element_files.h"
#include "core/export/rtmemtracer_export.h"
#include "core/profile/elements/element_quantity.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/scene_match.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/kinds/cell_table.h"
#include "tests/kinds/open_cells.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using namespace test;
using testing::ElementsAreArray;
using testing::HasSubstr;

class Printer final : public OutcomeSink {
public:
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i) {
            const AccessOutcome& outcome = *outcomes[i];
            if (accesses[i].kind == pixel_kind && leaves_pixels_out) continue;
            texts.push_back(fmt::format("{} {}: L1 {}/{}, L2 {}/{}", element_kinds()[accesses[i].kind].name,
                                        accesses[i].element, outcome.l1_hits / hit_unit, outcome.l1_lookups,
                                        outcome.l2_hits / hit_unit, outcome.l2_lookups));
        }
    }
    std::vector<std::string> texts;
    bool leaves_pixels_out = false;
};

TEST(CellKind, IsCountedAndHasItsPlaceInTheFile) {
    const OpenCells cells;
    const RecordingInfo& info = cells.file().info();
    EXPECT_EQ(cells.file().version(), 3U);
    std::uint64_t loads = 0;
    for (const CellRecording::Request& request : cells.recording.requests)
        loads += request.instruction == CellRecording::load_cell ? request.addresses.size() : 0;
    EXPECT_EQ(info.element_accesses[cell_kind], loads);
    EXPECT_EQ(info.scene.primitives[cell_kind], 25U);
    EXPECT_EQ(ElementAccessFinder(info).element_count(cell_kind), 25U);
    EXPECT_EQ(name_of(info.allocations.at(1).role), "cells");
    ThreadPool pool(1);
    EXPECT_NO_THROW(cells.file().validate(pool));
    const auto scene = cells.file().read_scene();
    ASSERT_EQ(scene->primitives.size(), 1U);
    EXPECT_EQ(scene->primitives[0].corners, cells.recording.cells);
    EXPECT_EQ(scene->primitives[0].source, cells.recording.cell_sources);
}

TEST(CellKind, IsWrittenAsItWasRead) {
    const OpenCells cells;
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    const auto scene = cells.file().read_scene();
    sink->begin(cells.file().info(), scene.get());
    sink->begin_launch(cells.file().info().launches.at(0));
    sink->finish();
    const HmtFile again(open_memory(bytes, "again.hmt"));
    EXPECT_EQ(again.version(), 3U);
    EXPECT_EQ(again.read_scene()->primitives, scene->primitives);
    EXPECT_EQ(again.info().scene.primitives, cells.file().info().scene.primitives);
}

/// The first recording of version 3: it must stay readable, and recorder.h goes on to write it.
TEST(CellKind, IsInARecordingOfThisVersion) {
    const auto bytes_of = [](const std::filesystem::path& path) {
        const auto file = open_file(path);
        std::vector<std::byte> bytes(file->size());
        file->read(0, bytes);
        return bytes;
    };
    const auto stored = std::filesystem::path(HITMAP_TEST_DATA) / "kinds" / "data" / "version-3-cells.hmt";
    const OpenCells cells;
    EXPECT_EQ(bytes_of(cells.file().name()), bytes_of(stored));
    EXPECT_EQ(HmtFile(open_file(stored)).version(), 3U);
}

TEST(CellKind, IsLookedUpByTheStackDistanceModel) {
    OpenCells cells;
    Printer printer;
    simulate_sdcm_outcomes(cells.source(), small_sdcm(), printer, cells.pool());
    EXPECT_THAT(printer.texts, ElementsAreArray(plain_sdcm(cells.recording, small_caches)));
    EXPECT_THAT(printer.texts, testing::Contains(testing::MatchesRegex("cell .*: L1 [0-9]+/6, .*")));
}

TEST(CellKind, IsLookedUpByTheHierarchyModel) {
    OpenCells cells;
    Printer printer;
    printer.leaves_pixels_out = true;
    HierarchyConfig config;
    config.l1 = {64U << 10, 128, 32, 512, "lru", "linear"};
    config.l2 = {512U << 10, 128, 32, 4096, "lru", "linear"};
    HierarchySinks sinks;
    sinks.outcomes = &printer;
    (void)simulate_hierarchy(cells.source(), config, sinks, cells.pool());
    EXPECT_THAT(printer.texts, ElementsAreArray(plain_hierarchy(cells.recording)));
}

/// The sums of the texts of accesses of each cell.
std::vector<double> hit_rates(const std::vector<std::string>& texts, std::size_t cells) {
    std::vector<double> hits(cells);
    std::vector<double> lookups(cells);
    for (const std::string& text : texts) {
        unsigned cell = 0;
        unsigned hit = 0;
        unsigned all = 0;
        if (std::sscanf(text.c_str(), "cell %u: L1 %u/%u", &cell, &hit, &all) != 3) continue;
        hits.at(cell) += hit;
        lookups.at(cell) += all;
    }
    for (std::size_t cell = 0; cell < cells; ++cell)
        hits[cell] =
            lookups[cell] == 0 ? std::numeric_limits<double>::quiet_NaN() : hits[cell] / lookups[cell];
    return hits;
}

TEST(CellKind, HasValuesAndQuantities) {
    OpenCells cells;
    const auto profile = make_profile(cells.source(), small_sdcm(), {}, cells.pool());
    const auto expected = hit_rates(plain_sdcm(cells.recording, small_caches), cells.recording.cell_count());
    std::vector<float> values;
    profile->values({0, profile->positions()}, cell_kind, "l1-hit-rate"_metric, values);
    ASSERT_EQ(values.size(), expected.size());
    const ElementQuantity* const quantity = element_quantity_named("cell-l1-hit-rate");
    ASSERT_NE(quantity, nullptr);
    EXPECT_EQ(quantity->title, "L1 hit rate of cells");
    EXPECT_EQ(element_quantity_named("cell-sah-cost"), nullptr) << "a term of boxes alone";
    const auto scene = cells.file().read_scene();
    const SceneInTime in_time{*scene, profile.get(), {0, profile->positions()}};
    ASSERT_TRUE(has_quantity(in_time, *quantity));
    const std::vector<float> of_quantity = element_quantity_values(in_time, *quantity);
    for (std::size_t cell = 0; cell < expected.size(); ++cell) {
        const auto wanted = static_cast<float>(expected[cell]);
        EXPECT_TRUE(values[cell] == wanted || (std::isnan(values[cell]) && std::isnan(wanted))) << cell;
        EXPECT_TRUE(of_quantity[cell] == values[cell] || std::isnan(of_quantity[cell])) << cell;
    }
}

std::string exported(void (*write)(const AttributedElements&, ByteSink&, const JobContext&),
                     const AttributedElements& elements) {
    std::vector<std::byte> bytes;
    const auto sink = create_memory(bytes);
    write(elements, *sink, {});
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(CellKind, IsExportedAsItsTriangles) {
    const OpenCells cells;
    const auto scene = cells.file().read_scene();
    AttributedElements elements{*scene, cell_kind, {}, {}, "cells"};
    elements.attributes.push_back({"number", std::vector<float>(25, 1.0F)});
    const ElementCells written(elements);
    EXPECT_EQ(written.elements.size(), 24U) << "padding is left out";
    EXPECT_EQ(written.cell_count(), 96U);
    EXPECT_EQ(written.points, scene->vertices);
    for (std::size_t i = 0; i < written.elements.size(); ++i) {
        const std::uint32_t cell = written.elements[i];
        EXPECT_EQ(written.sources[i], static_cast<std::uint32_t>(cells.recording.cell_sources[cell]));
        for (std::size_t corner = 0; corner < 4; ++corner) { // each corner is in three of the triangles
            const auto triangles = std::span(written.indices).subspan(12 * i, 12);
            EXPECT_EQ(std::ranges::count(triangles, cells.recording.cells[4 * cell + corner]), 3) << cell;
        }
    }
    EXPECT_THAT(exported(write_ply, elements), HasSubstr("element face 96\n"));
    EXPECT_THAT(exported(write_vtp, elements), HasSubstr("NumberOfPolys=\"96\""));
    EXPECT_THAT(exported(write_gltf, elements), HasSubstr("\"name\":\"cells\""));
    AttributedElements pixels{*scene, pixel_kind, {}, {}, "pixels"};
    EXPECT_THAT(
        [&] { exported(write_ply, pixels); },
        testing::ThrowsMessage<Error>("expected elements that are exported as a mesh (faces, boxes or "
                                      "cells), found pixels"));
}

TEST(CellKind, IsRefusedByAFormatThatCannotHoldIt) {
    OpenCells cells;
    std::vector<std::byte> bytes;
    const auto sink = create_memory(bytes);
    EXPECT_THAT(
        [&] {
            export_simulated_sums(cells.source(), SdcmConfig(), RtmemtracerVariant::plain, *sink,
                                  cells.pool());
        },
        testing::ThrowsMessage<Error>(HasSubstr("found accesses to cells")));
}

TEST(CellKind, IsMatchedBySource) {
    const OpenCells a(1);
    const OpenCells b(2);
    const auto scene_of = [](const OpenCells& cells) {
        const auto scene = std::make_shared<RecordedScene>(*cells.file().read_scene());
        scene->source_hash = 5;
        return scene;
    };
    const SceneMatch match(scene_of(a), scene_of(b));
    ASSERT_EQ(match.refusal(cell_kind), "");
    EXPECT_TRUE(match.matches(face_kind));
    ASSERT_NE(a.recording.cell_sources, b.recording.cell_sources);
    for (std::size_t cell = 0; cell < a.recording.cell_count(); ++cell) {
        const auto other = match.element_of(Side::compared, cell_kind, cell);
        if (a.recording.cell_sources[cell] < 0) {
            EXPECT_FALSE(other.has_value());
            continue;
        }
        ASSERT_TRUE(other.has_value());
        EXPECT_EQ(b.recording.cell_sources.at(*other), a.recording.cell_sources[cell]);
    }
}

} // namespace
} // namespace hitmap
