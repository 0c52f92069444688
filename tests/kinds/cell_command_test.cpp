#include "tests/app/program.h"
#include "tests/kinds/cell_lookups.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

constexpr PlainCaches command_caches{6, 10};
const std::string options = " --model sdcm --l1 768:128:6 --l2 1280:128:10";

using Sums = PlainSums;

/// The sums of the accesses of each cell, by plain_sdcm().
std::map<std::uint64_t, Sums> sums_of_cells(const CellRecording& recording) {
    return plain_sums_of_cells(plain_sdcm(recording, command_caches));
}

Sums sum_of(const std::map<std::uint64_t, Sums>& cells) {
    Sums all;
    for (const auto& [cell, sums] : cells) {
        all.accesses += sums.accesses;
        for (std::size_t level = 0; level < 2; ++level) {
            all.hits[level] += sums.hits[level];
            all.lookups[level] += sums.lookups[level];
        }
    }
    return all;
}

/// The program, with the table of kinds that has cells, in a folder with two recordings.
class CellCommand : public testing::Test {
protected:
    CellCommand() {
        cells.write((folder.path() / "a.hmt").string());
        other.write((folder.path() / "b.hmt").string());
    }
    Outcome run(const std::string& arguments) const {
        Outcome outcome = folder.hitmap(arguments);
        EXPECT_EQ(outcome.status, 0) << arguments << "\n" << outcome.err;
        return outcome;
    }

    TemporaryFolder folder;
    CellRecording cells = cell_recording(1);
    CellRecording other = cell_recording(2);
};

TEST_F(CellCommand, InfoListsCells) {
    const Sums all = sum_of(sums_of_cells(cells));
    const Json info = Json::parse(run("info a.hmt --json").out);
    EXPECT_EQ(info["element_accesses"]["cell"], all.accesses);
    EXPECT_THAT(run("info a.hmt").out, HasSubstr(fmt::format("{} of cells", all.accesses)));
    run("validate a.hmt");
}

TEST_F(CellCommand, SimulateSumsThem) {
    const Sums all = sum_of(sums_of_cells(cells));
    const Json json = Json::parse(run("simulate a.hmt --json" + options).out);
    const Json& row = json["elements"]["cell"];
    EXPECT_EQ(row["accesses"], all.accesses);
    EXPECT_EQ(row["l1_hits"], static_cast<double>(all.hits[0]));
    EXPECT_EQ(row["l1_lookups"], all.lookups[0]);
    EXPECT_EQ(row["l2_hits"], static_cast<double>(all.hits[1]));
    EXPECT_EQ(row["l2_lookups"], all.lookups[1]);
    EXPECT_THAT(run("simulate a.hmt" + options).out, HasSubstr("cell"));
}

TEST_F(CellCommand, ExportsTheirMetrics) {
    run("export a.hmt --metrics m.csv" + options);
    std::istringstream lines(folder.read("m.csv"));
    std::map<std::uint64_t, Sums> found;
    for (std::string line; std::getline(lines, line);) {
        unsigned cell = 0;
        int source = 0;
        unsigned long accesses = 0;
        std::array<unsigned long, 2> hits{};
        std::array<unsigned long, 2> lookups{};
        if (std::sscanf(line.c_str(), "cell,%u,%d,%lu,%lu,%lu,%*f,%lu,%lu", &cell, &source, &accesses,
                        hits.data(), lookups.data(), &hits[1], &lookups[1]) < 5)
            continue;
        EXPECT_EQ(source, cells.cell_sources.at(cell));
        found[cell] = {accesses, {hits[0], hits[1]}, {lookups[0], lookups[1]}};
    }
    for (const auto& [cell, sums] : sums_of_cells(cells)) {
        EXPECT_EQ(found[cell].accesses, sums.accesses) << cell;
        EXPECT_EQ(found[cell].hits, sums.hits) << cell;
        EXPECT_EQ(found[cell].lookups, sums.lookups) << cell;
    }
    run("export a.hmt --npz a.npz" + options);
    EXPECT_THAT(folder.read("a.npz"), HasSubstr("cell_l1_hits.npy"));
}

TEST_F(CellCommand, ExportsThemAsMeshes) {
    run("export a.hmt --ply a.ply --kind cell" + options);
    EXPECT_THAT(folder.read("a.ply"), HasSubstr("element face 96\n"));
    run("export a.hmt --vtp a.vtp --kind cell" + options);
    EXPECT_THAT(folder.read("a.vtp"), HasSubstr("NumberOfPolys=\"96\""));
    run("export a.hmt --gltf a.glb --kind cell" + options);
    EXPECT_THAT(folder.read("a.glb"), HasSubstr("\"name\":\"cells\""));
    EXPECT_THAT(folder.hitmap("export a.hmt --rtmemtracer a.trace" + options).err,
                HasSubstr("found accesses to cells"));
}

TEST_F(CellCommand, ComparesThem) {
    const Json json = Json::parse(run("compare a.hmt b.hmt --json" + options).out);
    const Json& accesses = json["elements"]["cell"]["accesses"];
    EXPECT_EQ(accesses["a"], sum_of(sums_of_cells(cells)).accesses);
    EXPECT_EQ(accesses["b"], sum_of(sums_of_cells(other)).accesses);
}

TEST_F(CellCommand, KeepsThemInOtherRecordings) {
    run("cut a.hmt -o part.hmt --requests 0:20");
    run("validate part.hmt");
    run("relayout a.hmt -o order.hmt --vertex-order random");
    run("validate order.hmt");
    const Json before = Json::parse(run("simulate a.hmt --json" + options).out);
    const Json after = Json::parse(run("simulate order.hmt --json" + options).out);
    EXPECT_EQ(after["elements"]["cell"]["accesses"], before["elements"]["cell"]["accesses"]);
    EXPECT_EQ(after["elements"]["cell"]["l1_lookups"].is_number(), true);
}

/// A field of a line of a CSV file.
std::string field_of(const std::string& line, std::size_t field) {
    std::istringstream fields(line);
    std::string text;
    for (std::size_t i = 0; i <= field; ++i)
        std::getline(fields, text, ',');
    return text;
}

/// The rows of a CSV file that begin so, as fields by the names of their columns.
std::vector<std::map<std::string, std::string>> rows_of(const std::string& text, const std::string& start) {
    std::istringstream lines(text);
    std::string header;
    std::getline(lines, header);
    std::vector<std::map<std::string, std::string>> rows;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(start)) continue;
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i <= static_cast<std::size_t>(std::ranges::count(header, ',')); ++i)
            row[field_of(header, i)] = field_of(line, i);
    }
    return rows;
}

TEST_F(CellCommand, ExportsTheirGroupsAndRegions) {
    run("export a.hmt --groups g.csv" + options);
    const Sums all = sum_of(sums_of_cells(cells));
    std::uint64_t elements = 0;
    std::uint64_t accesses = 0;
    for (auto& row : rows_of(folder.read("g.csv"), "cell-size,cell,")) {
        elements += std::stoull(row.at("elements"));
        accesses += std::stoull(row.at("accesses"));
    }
    EXPECT_EQ(elements, cells.cell_count() - 1) << "without padding";
    EXPECT_EQ(accesses, all.accesses);
    EXPECT_FALSE(rows_of(folder.read("g.csv"), "face-slant,face,").empty());

    run("export a.hmt --regions r.csv" + options);
    for (const std::size_t level : {0U, 1U}) {
        double misses = 0.0;
        for (auto& row : rows_of(folder.read("r.csv"), fmt::format("cell-cluster,l{},", level + 1))) {
            misses += std::stod(row.at("misses"));
            EXPECT_EQ(std::stoi(row.at("source")), cells.cell_sources.at(std::stoul(row.at("element"))));
        }
        EXPECT_EQ(misses, static_cast<double>(all.lookups.at(level) - all.hits.at(level)));
    }
    EXPECT_FALSE(rows_of(folder.read("r.csv"), "patch,l1,").empty());
}

/// The cells of a grid of 4 x 4 x 4 over the vertices, in which the means of the corners are.
std::map<std::string, Sums> sums_by_place(const CellRecording& recording) {
    std::map<std::string, Sums> places;
    for (const auto& [cell, sums] : sums_of_cells(recording)) {
        std::array<int, 3> steps{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            float lower = 1e9F;
            float upper = -1e9F;
            for (std::size_t i = axis; i < recording.vertices.size(); i += 3) {
                lower = std::min(lower, recording.vertices[i]);
                upper = std::max(upper, recording.vertices[i]);
            }
            float mean = 0.0F;
            for (std::size_t corner = 0; corner < 4; ++corner)
                mean += recording.vertices.at(3 * std::size_t{recording.cells.at(4 * cell + corner)} + axis);
            mean /= 4.0F;
            steps.at(axis) = std::min(3, static_cast<int>((mean - lower) / (upper - lower) * 4.0F));
        }
        Sums& place = places[fmt::format("x {}/4, y {}/4, z {}/4", steps[0] + 1, steps[1] + 1, steps[2] + 1)];
        place.accesses += sums.accesses;
        place.hits[0] += sums.hits[0];
        place.lookups[0] += sums.lookups[0];
    }
    return places;
}

TEST_F(CellCommand, ComparesThemByPlace) {
    const Json json = Json::parse(run("compare a.hmt b.hmt --json" + options).out);
    auto in_a = sums_by_place(cells);
    auto in_b = sums_by_place(other);
    ASSERT_GT(in_a.size(), 3U);
    std::size_t of_a = 0;
    for (const Json& part : json["by"]["cell_place"]) {
        const std::string name = part["name"];
        for (const auto& [side, sums] : {std::pair("a", &in_a), std::pair("b", &in_b)}) {
            const auto found = sums->find(name);
            if (found == sums->end()) {
                EXPECT_TRUE(part["accesses"][side].is_null()) << name;
                continue;
            }
            of_a += side == std::string("a") ? 1 : 0;
            EXPECT_EQ(part["accesses"][side], found->second.accesses) << name;
            EXPECT_EQ(part["l1_misses"][side], found->second.lookups[0] - found->second.hits[0]) << name;
        }
    }
    EXPECT_EQ(of_a, in_a.size());
    const std::string text = run("compare a.hmt b.hmt" + options).out;
    EXPECT_THAT(text, HasSubstr("cells by place: L1 misses"));
}

/// Replaces the hits of rows, which are results of a model.
std::string without_hits(const std::string& table) {
    std::istringstream lines(table);
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        for (std::size_t field = 0; field < 12; ++field)
            text += field == 8 || field == 10 ? "-," : field_of(line, field) + ",";
        text += "\n";
    }
    return text;
}

/// The look-ups of the vertices of cells are those of the table, too, though their vertices are others.
TEST_F(CellCommand, ATableOfTheirAccessesIsImported) {
    run("export a.hmt --accesses a.csv --model sdcm");
    run("import a.csv -o again.hmt");
    run("validate again.hmt");
    run("export again.hmt --accesses again.csv --model sdcm");
    EXPECT_EQ(without_hits(folder.read("again.csv")), without_hits(folder.read("a.csv")));
    EXPECT_THAT(run("info again.hmt").out, HasSubstr("accesses of cells, whose vertices are assumed"));
    folder.write("b.csv",
                 "order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups\n"
                 "0,0,0,0,0,sphere,0,0,0,1,0,1\n");
    EXPECT_THAT(folder.hitmap("import b.csv -o b2.hmt").err,
                HasSubstr("expected box, face, pixel or cell, found 'sphere'"));
}

TEST_F(CellCommand, ATableOfPixelsHasAColumnOfThem) {
    cells.write((folder.path() / "tags.hmt").string(), CellRecording::Tags::pixels);
    run("export tags.hmt --pixels p.csv" + options);
    std::istringstream lines(folder.read("p.csv"));
    std::string line;
    std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("pixel,x,y,accesses,boxes,faces,requests,")) << line;
    ASSERT_TRUE(line.ends_with(",stack_sectors,cells")) << line;
    std::uint64_t sum = 0;
    while (std::getline(lines, line))
        sum += std::stoull(line.substr(line.rfind(',') + 1));
    EXPECT_EQ(sum, sum_of(sums_of_cells(cells)).accesses);
}

} // namespace
} // namespace hitmap::test
