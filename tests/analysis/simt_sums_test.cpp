// Compares the sums of active lanes with a reference that visits each lane of each request.

#include "core/analysis/simt/active_lanes.h"
#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/profile/query/time_window.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/trace_scene.h"
#include "tests/analysis/tagged_source.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint64_t frame_count = 7;
using Rows = std::map<std::string, LaneHistogram>;

/// The rows of a recording by definition: docs/simt-efficiency.md.
class Reference {
public:
    explicit Reference(const RecordingInMemory& recording) : recording_(recording) {
        for (const LaneTagRun& run : recording.tags)
            tags_[{run.launch, run.warp, run.lane}].push_back(run);
        for (std::size_t i = 0; i < recording.requests.size(); ++i)
            add(i);
    }
    std::map<SimtBy, Rows> rows;
    std::map<std::string, LaneSums> pixels;

private:
    void add(std::size_t number) {
        const Request& request = recording_.requests[number];
        const Instruction& instruction = recording_.info.instructions[request.instruction];
        const auto file = instruction.location.file.substr(instruction.location.file.rfind('/') + 1);
        const std::string line = fmt::format("{}:{}", file, instruction.location.line);
        const std::string& kernel = recording_.info.launches[request.launch].kernel;
        unsigned active = 0;
        std::map<std::string, unsigned> allocations;
        std::map<std::string, unsigned> kinds;
        std::map<std::string, unsigned> bounces;
        std::set<std::string> of_pixels;
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            if ((request.mask >> lane & 1U) == 0) continue;
            ++active;
            ++allocations[allocation_of(instruction.space, request.address[lane])];
            const LaneTag* const tag = tag_of(request, lane, number);
            ++kinds[tag == nullptr ? "not tagged"
                                   : std::vector{"primary", "shadow", "ao", "path"}[tag->ray_kind]];
            ++bounces[tag == nullptr ? "not tagged" : fmt::format("{}", tag->bounce)];
            const std::uint32_t width = recording_.info.scene.width;
            if (tag != nullptr)
                of_pixels.insert(fmt::format("{},{}", tag->work_item % width, tag->work_item / width));
        }
        rows[SimtBy::launch][fmt::format("{} {}", request.launch, kernel)].add(active);
        rows[SimtBy::kernel][kernel].add(active);
        rows[SimtBy::line][line].add(active);
        rows[SimtBy::instruction][fmt::format("{} #{}", line, request.instruction)].add(active);
        rows[SimtBy::sm][fmt::format("{}", request.sm)].add(active);
        rows[SimtBy::frame][fmt::format("{}", frame())].add(active);
        for (const auto& [by, lanes_of] :
             {std::pair{SimtBy::allocation, &allocations}, std::pair{SimtBy::ray_kind, &kinds},
              std::pair{SimtBy::bounce, &bounces}})
            for (const auto& [name, lanes] : *lanes_of)
                rows[by][name].add(lanes);
        for (const std::string& pixel : of_pixels) {
            pixels[pixel].requests += 1;
            pixels[pixel].active_lanes += active;
        }
        position_ += accesses_of(request, instruction);
    }

    [[nodiscard]] std::string allocation_of(Space space, std::uint64_t address) const {
        for (const Allocation& each : recording_.info.allocations)
            if (each.space == space && address >= each.address && address - each.address < each.bytes)
                return each.name;
        return "no allocation";
    }

    [[nodiscard]] const LaneTag* tag_of(const Request& request, unsigned lane, std::size_t number) const {
        const auto runs = tags_.find({request.launch, request.warp, lane});
        const LaneTag* tag = nullptr;
        if (runs != tags_.end())
            for (const LaneTagRun& run : runs->second)
                if (run.first_request.value <= number) tag = &run.tag;
        return tag;
    }

    /// The number of first bytes of elements that the lanes of the request access.
    [[nodiscard]] std::uint64_t accesses_of(const Request& request, const Instruction& instruction) const {
        if (instruction.space != Space::global || instruction.operation == Operation::atomic) return 0;
        std::uint64_t accesses = 0;
        for (const Allocation& each : recording_.info.allocations) {
            if (each.role != Role::boxes && each.role != Role::faces && each.role != Role::framebuffer)
                continue;
            for (unsigned lane = 0; lane < warp_size; ++lane)
                for (unsigned byte = 0; (request.mask >> lane & 1U) != 0 && byte < instruction.bytes_per_lane;
                     ++byte) {
                    const std::uint64_t at = request.address[lane] + byte;
                    if (at >= each.address && at < each.address + each.bytes)
                        accesses += (at - each.address) % each.stride == 0 ? 1 : 0;
                }
        }
        return accesses;
    }

    [[nodiscard]] std::uint64_t frame() const {
        for (std::uint64_t f = 0; f + 1 < frame_count; ++f)
            if (position_ < frame_window(recording_.info.positions(), frame_count, f).last) return f;
        return frame_count - 1;
    }

    const RecordingInMemory& recording_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, std::vector<LaneTagRun>> tags_;
    std::uint64_t position_ = 0;
};

RecordingInMemory traced_with(const char* rays, const char* kernel) {
    TraceOptions options;
    options.width = 24;
    options.height = 18;
    options.sm_count = 2;
    options.warps_per_sm = 3;
    trace_option("rays").set(options, rays);
    trace_option("kernel").set(options, kernel);
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(load_scene("builtin:statue?triangles=1000"), options, recording, pool);
    set_counts(recording);
    return recording;
}

TEST(SimtSums, AreThoseOfAPassOverEveryLane) {
    for (const auto& [rays, kernel] : {std::pair{"path:3", "while-while"}, std::pair{"shadow", "if-if"}}) {
        const RecordingInMemory recording = traced_with(rays, kernel);
        const Reference reference(recording);
        TaggedSource source(recording);
        std::vector<SimtBy> all;
        for (const SimtByInfo& table : simt_tables())
            all.push_back(table.by);
        const SimtSums sums = sum_active_lanes(source, all, frame_count);
        EXPECT_EQ(sums.all.sums().requests, recording.requests.size());
        EXPECT_EQ(sums.warp_lanes, 32U);
        ASSERT_EQ(sums.tables.size(), all.size());
        for (const SimtTable& table : sums.tables) {
            EXPECT_EQ(table.why_empty, "");
            if (table.by == SimtBy::pixel) {
                std::map<std::string, LaneSums> pixels;
                for (const SimtRow& row : table.rows)
                    pixels[row.name] = row.sums;
                EXPECT_EQ(pixels, reference.pixels);
                continue;
            }
            Rows rows;
            for (const SimtRow& row : table.rows) {
                EXPECT_EQ(row.sums, row.histogram->sums());
                if (row.sums.requests != 0) rows[row.name] = *row.histogram;
            }
            EXPECT_EQ(rows, reference.rows.at(table.by)) << info_of(table.by).name << " " << rays;
        }
    }
}

/// One warp with an instruction of 4 bytes.
RecordingInMemory small_recording(const std::vector<Request>& requests) {
    RecordingInMemory recording;
    recording.info.instructions.resize(1);
    recording.info.instructions[0].bytes_per_lane = 4;
    Launch launch;
    launch.kernel = "k";
    recording.begin_launch(launch);
    for (const Request& request : requests)
        recording.add(request);
    set_counts(recording);
    return recording;
}

/// "name: requests with 1, 2, 3, 4 lanes" of each row.
std::string rows_of(const RecordingInMemory& recording, SimtBy by) {
    TaggedSource source(recording);
    const SimtSums sums = sum_active_lanes(source, std::vector{by});
    std::string text = sums.tables.front().why_empty;
    for (const SimtRow& row : sums.tables.front().rows) {
        const auto& requests = row.histogram->requests;
        text +=
            fmt::format("{}: {} {} {} {}\n", row.name, requests[1], requests[2], requests[3], requests[4]);
    }
    return text;
}

TEST(SimtSums, ARequestCountsForEachAllocationAndRayKindWithTheirLanes) {
    RecordingInMemory recording = small_recording(
        {{.mask = 0b1111, .address = {100, 104, 200, 7}}, {.mask = 0b0110, .address = {0, 104, 108}}});
    EXPECT_EQ(rows_of(recording, SimtBy::allocation), "the recording lists no allocations");
    EXPECT_EQ(rows_of(recording, SimtBy::ray_kind),
              "the recording has no lane tags, which say what a lane works on");
    for (const auto& [name, address] : {std::pair{"a", 100}, std::pair{"b", 200}}) {
        Allocation& allocation = recording.info.allocations.emplace_back();
        allocation.name = name;
        allocation.address = static_cast<std::uint64_t>(address);
        allocation.bytes = 50;
    }
    EXPECT_EQ(rows_of(recording, SimtBy::allocation), "a: 0 2 0 0\nb: 1 0 0 0\nno allocation: 1 0 0 0\n");
    recording.tags = {{RequestIndex(0), 0, 0, 0, {.ray_kind = 0}},
                      {RequestIndex(0), 0, 0, 1, {.ray_kind = 1, .bounce = 1}},
                      {RequestIndex(1), 0, 0, 1, {.ray_kind = 0, .bounce = 0}}};
    EXPECT_EQ(rows_of(recording, SimtBy::ray_kind),
              "primary: 2 0 0 0\nshadow: 1 0 0 0\nnot tagged: 1 1 0 0\n");
    EXPECT_EQ(rows_of(recording, SimtBy::bounce), "0: 2 0 0 0\n1: 1 0 0 0\nnot tagged: 1 1 0 0\n");
}

TEST(SimtSums, WarpsOfACpuHaveOneLane) {
    RecordingInMemory recording = small_recording({{.mask = 1}, {.mask = 1}});
    const auto warp_lanes = [&] {
        TaggedSource source(recording);
        return sum_active_lanes(source, {}).warp_lanes;
    };
    EXPECT_EQ(warp_lanes(), 32U);
    recording.info.options = {{"format", "csv"}};
    EXPECT_EQ(warp_lanes(), 32U);
    for (const char* format : {"drmemtrace", "drmemtrace-view", "lackey", "memtrace", "memtrace-binary"}) {
        recording.info.options = {{"format", format}};
        EXPECT_EQ(warp_lanes(), 1U) << format;
    }
    recording.requests.front().mask = 3; // a file that contradicts itself
    EXPECT_EQ(warp_lanes(), 32U);
}

TEST(SimtSums, AreUndefinedWithoutRequests) {
    const RecordingInMemory recording = small_recording({});
    EXPECT_EQ(rows_of(recording, SimtBy::line), "the recording has no requests");
    EXPECT_EQ(rows_of(recording, SimtBy::frame), "0: 0 0 0 0\n");
    EXPECT_EQ(LaneHistogram().sums().efficiency(32), std::nullopt);
}

TEST(SimtSums, AreRefusedForRecordingsOfSumsAndCanBeCancelled) {
    RecordingInMemory recording = small_recording({{.mask = 1}});
    std::stop_source stop;
    stop.request_stop();
    TaggedSource source(recording);
    EXPECT_THROW((void)sum_active_lanes(source, {}, 1, {.stop = stop.get_token()}), Cancelled);
    recording.info.sums.frames = 1;
    TaggedSource of_sums(recording);
    EXPECT_THROW((void)sum_active_lanes(of_sums, {}), Error);
}

} // namespace
} // namespace hitmap
