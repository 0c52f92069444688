#include "app/sweep/sweep.h"
#include "core/base/error.h"
#include "core/jobs/output_files.h"
#include "tests/sweep/results_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap {
namespace {

constexpr std::string_view experiment_text = R"({
    "title": "Trees & caches",
    "scenes": {"statue": "builtin:statue?triangles=1000"},
    "defaults": {"resolution": "24x16", "sms": 2, "warps-per-sm": 2},
    "configurations": {"sah": {}, "median": {"bvh": "median"}, "warp": {"fetch": "warp"}},
    "caches": {"paper": {}, "small": {"l1": "2KiB:64:4", "l2": "16KiB:32:full"}},
    "pictures": {"zoom": {"size": "200x200", "view": {"metric": "l1-hit-rate", "frames": 2}, "all_frames": true},
                 "order": {"panel": "framebuffer", "size": "200x200"}},
    "runs": [{"pictures": []}, {"configurations": ["sah"], "caches": ["small"]}]
})";

using Results = test::ResultsFolder;

TEST(Sweep, SharesResumesAndWritesTheSameBytes) {
    const Experiment experiment = parse_experiment(experiment_text, "e.json");
    const Results one("one");
    SweepOptions options;
    options.threads = 1;
    const SweepSummary first = run_sweep(experiment, one.path, options);
    EXPECT_EQ(first.runs, 6U);
    EXPECT_EQ(first.resumed, 0U);
    EXPECT_EQ(first.scenes_loaded, 1U);
    EXPECT_EQ(first.trees_built, 2U) << "sah and warp have one tree";
    const auto files = one.contents();
    EXPECT_EQ(files.size(), 6U + 3 + 2);
    EXPECT_TRUE(files.contains("pictures/statue_sah_small_zoom_1.png"));
    const std::string& csv = files.at("results.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
    EXPECT_TRUE(csv.starts_with("scene,configuration,cache,resolution,bvh,")) << csv;
    EXPECT_NE(files.at("index.html").find("<h1>Trees &amp; caches</h1>"), std::string::npos);

    const Results two("two");
    options.threads = 3;
    run_sweep(experiment, two.path, options);
    EXPECT_EQ(two.contents(), files);

    // Simulates an interrupted sweep: results that are missing, damaged or of another experiment are computed
    // again.
    std::filesystem::remove(two.path / "index.html");
    std::filesystem::remove(two.path / "runs" / "statue_warp_paper.json");
    std::filesystem::remove(two.path / "pictures" / "statue_sah_small_order.png");
    std::ofstream(two.path / "runs" / "statue_median_small.json") << "{";
    std::vector<std::string> remaining;
    for (const SweepGroup& group : remaining_runs(experiment, two.path, options))
        for (const SweepRun& run : group.runs)
            remaining.push_back(run.name);
    EXPECT_EQ(remaining,
              (std::vector<std::string>{"statue_sah_small", "statue_median_small", "statue_warp_paper"}));
    const SweepSummary rest = run_sweep(experiment, two.path, options);
    EXPECT_EQ(rest.resumed, 3U);
    EXPECT_EQ(two.contents(), files);
    EXPECT_EQ(run_sweep(experiment, two.path, options).resumed, 6U);
}

TEST(Sweep, EveryChangeOfAStoredResultIsFoundAndSaid) {
    const Experiment experiment = parse_experiment(experiment_text, "e.json");
    const Results results("changed");
    SweepOptions options;
    options.threads = 1;
    run_sweep(experiment, results.path, options);
    const auto files = results.contents();
    const std::string name = "runs/statue_sah_small.json";
    const std::string& text = files.at(name);
    const auto put = [&](const std::string& file, const std::string& changed) {
        std::ofstream(results.path / file, std::ios::binary) << changed;
    };
    std::string said;
    options.result_damaged = [&](const std::string& reason) { said += reason + "\n"; };
    const auto remaining = [&] {
        said.clear();
        std::vector<std::string> names;
        for (const SweepGroup& group : remaining_runs(experiment, results.path, options))
            for (const SweepRun& run : group.runs)
                names.push_back(run.name);
        return names;
    };
    const std::vector<std::string> the_run{"statue_sah_small"};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) continue;
        std::string changed = text;
        changed[i] = changed[i] == '9' ? '8' : static_cast<char>(changed[i] + 1);
        put(name, changed);
        EXPECT_EQ(remaining(), the_run) << "byte " << i;
        EXPECT_TRUE(said.starts_with((results.path / name).string() + ": expected ")) << said;
    }
    const std::pair<std::string, std::string> edits[] = {
        {"\"hash\": ", "\"other\": "}, {"\"l1\"", "\"l2\""}, {"[", "[-1,"}};
    for (const auto& [before, after] : edits) {
        std::string changed = text;
        changed.replace(changed.rfind(before), before.size(), after);
        put(name, changed);
        EXPECT_EQ(remaining(), the_run) << after;
        EXPECT_FALSE(said.empty()) << after;
    }
    put(name, text);
    EXPECT_TRUE(remaining().empty());
    EXPECT_EQ(said, "");
    const std::string picture = "pictures/statue_sah_small_order.png";
    put(picture, files.at(picture) + "x");
    EXPECT_EQ(remaining(), the_run);
    EXPECT_NE(said.find(picture + ": expected the hash"), std::string::npos) << said;
    run_sweep(experiment, results.path, options);
    EXPECT_EQ(results.contents(), files);
}

TEST(Sweep, RecordingsThatAreMissingAreMade) {
    const Experiment experiment = parse_experiment(experiment_text, "e.json");
    const Results results("recordings");
    SweepOptions options;
    run_sweep(experiment, results.path, options);
    options.recordings = true;
    EXPECT_EQ(run_sweep(experiment, results.path, options).resumed, 0U);
    EXPECT_TRUE(std::filesystem::exists(results.path / "recordings" / "statue_warp.hmt"));
    std::filesystem::remove(results.path / "recordings" / "statue_warp.hmt");
    EXPECT_EQ(run_sweep(experiment, results.path, options).resumed, 4U) << "all but the two of warp";
    EXPECT_TRUE(std::filesystem::exists(results.path / "recordings" / "statue_warp.hmt"));
}

/// The cells of the column, from top to bottom.
std::vector<std::string> column(const std::string& csv, const std::string& name) {
    std::istringstream lines(csv);
    std::vector<std::string> result;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        std::vector<std::string> cells;
        std::istringstream row(line);
        for (std::string cell; std::getline(row, cell, ',');)
            cells.push_back(cell);
        if (number == 0)
            number = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), name) - cells.begin());
        else
            result.push_back(number < cells.size() ? cells[number] : "");
    }
    return result;
}

TEST(Sweep, SizesAndTimesAreColumnsWhereTheyAreAskedFor) {
    const Experiment experiment = parse_experiment(experiment_text, "e.json");
    const Results results("columns");
    SweepOptions options;
    options.recordings = options.timing = true;
    run_sweep(experiment, results.path, options);
    const std::string csv = results.contents().at("results.csv");
    const auto names = column(csv, "configuration");
    const auto bytes = column(csv, "recording_bytes");
    const auto request_bytes = column(csv, "request_bytes");
    const auto requests = column(csv, "requests");
    const auto bytes_per_request = column(csv, "bytes_per_request");
    const auto seconds = column(csv, "seconds");
    const auto processor_seconds = column(csv, "launch_processor_seconds");
    const auto launch_seconds = column(csv, "launch_seconds");
    ASSERT_EQ(names.size(), 6U);
    for (std::size_t run = 0; run < names.size(); ++run) {
        EXPECT_EQ(bytes[run], std::to_string(std::filesystem::file_size(results.path / "recordings" /
                                                                        ("statue_" + names[run] + ".hmt"))));
        EXPECT_GT(std::stod(request_bytes[run]), 0.0);
        EXPECT_LT(std::stod(request_bytes[run]), std::stod(bytes[run]) - 12'000)
            << "the scene lies before it";
        EXPECT_NEAR(std::stod(bytes_per_request[run]),
                    std::stod(request_bytes[run]) / std::stod(requests[run]), 1e-6);
        EXPECT_GT(std::stod(launch_seconds[run]), 0.0);
        EXPECT_LE(std::stod(launch_seconds[run]), std::stod(seconds[run]));
        EXPECT_GT(std::stod(processor_seconds[run]), 0.0);
    }
}

TEST(Sweep, RefusesWhatDoesNotFit) {
    const Experiment experiment = parse_experiment(experiment_text, "e.json");
    const Results results("limit");
    SweepOptions options;
    options.memory_limit = 1U << 20;
    try {
        run_sweep(experiment, results.path, options);
        ADD_FAILURE() << "it ran";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("more than the limit of 1 MiB"), std::string::npos)
            << error.what();
    }
    options.memory_limit = estimate_sweep_bytes(experiment, options); // one recording at a time
    options.threads = 2;
    EXPECT_EQ(run_sweep(experiment, results.path, options).runs, 6U);
}

TEST(Sweep, WhatAGroupThatFailedHadFinishedDoesNotStayForOthers) {
    const Experiment experiment = parse_experiment(R"({
        "scenes": {"teapot": "builtin:teapot?triangles=500"},
        "configurations": {"fails": {"resolution": "16x16"}, "slow": {"resolution": "256x256"}},
        "caches": {"small": {"l1": "2KiB:64:4", "l2": "16KiB:32:full"}},
        "pictures": {"l1": {"size": "200x200", "view": {"metric": "l1-hit-rate"}}}
    })",
                                                   "e.json");
    const Results results("failing");
    // The picture is drawn, and then the name of its result cannot be used.
    const std::string run = (results.path / "runs" / "teapot_fails_small.json").string();
    std::filesystem::create_directories(run + ".part");
    for (int number = 2; number <= 100; ++number)
        std::filesystem::create_directory(run + "." + std::to_string(number) + ".part");
    SweepOptions options;
    options.threads = 2;
    OutputFiles outputs;
    EXPECT_THROW(run_sweep(experiment, results.path, options, {{}, nullptr, &outputs}), FileError);
    for (const auto& [name, content] : results.contents())
        EXPECT_EQ(name.find("pictures/teapot_fails"), std::string::npos) << name;
}

TEST(Sweep, StopsWhenAsked) {
    const Experiment experiment = parse_experiment(experiment_text, "e.json");
    const Results results("stop");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(run_sweep(experiment, results.path, {}, {stop.get_token()}), Cancelled);
}

} // namespace
} // namespace hitmap
