#include "tests/app/program.h"
#include "tests/kinds/cell_lookups.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

struct Sums {
    std::uint64_t accesses = 0;
    std::array<std::uint64_t, 2> hits{};
    std::array<std::uint64_t, 2> lookups{};
};

/// The sums of the accesses of each cell, by plain_sdcm().
std::map<unsigned, Sums> sums_of_cells(const CellRecording& recording) {
    std::map<unsigned, Sums> sums;
    for (const std::string& text : plain_sdcm(recording, command_caches)) {
        unsigned cell = 0;
        std::array<unsigned, 4> numbers{};
        if (std::sscanf(text.c_str(), "cell %u: L1 %u/%u, L2 %u/%u", &cell, numbers.data(), &numbers[1],
                        &numbers[2], &numbers[3]) != 5)
            continue;
        Sums& of_cell = sums[cell];
        ++of_cell.accesses;
        of_cell.hits[0] += numbers[0];
        of_cell.lookups[0] += numbers[1];
        of_cell.hits[1] += numbers[2];
        of_cell.lookups[1] += numbers[3];
    }
    return sums;
}

Sums sum_of(const std::map<unsigned, Sums>& cells) {
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
    std::map<unsigned, Sums> found;
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

} // namespace
} // namespace hitmap::test
