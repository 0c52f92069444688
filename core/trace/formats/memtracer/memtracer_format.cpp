#include "core/trace/formats/memtracer/memtracer_format.h"

#include "core/base/error.h"
#include "core/trace/formats/memtracer/trace_import.h"
#include "core/trace/import/assumed_gpu.h"
#include "core/trace/import/copy_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <unordered_set>
#include <utility>

namespace hitmap {

namespace memtracer {

namespace {

/// A trace does not say which GPU made it: as an RTX 2080 Ti.
constexpr std::uint32_t default_warp_slots = 32;

using Hash = std::array<std::uint8_t, 16>;

std::string hex(const Hash& hash) {
    std::string text;
    for (const std::uint8_t byte : hash)
        text += fmt::format("{:02x}", byte);
    return text;
}

void check_hash(const Hash& found, const Hash& expected, const std::string& name,
                const ImportContext& context) {
    if (found == expected) return;
    if (!context.choices.ignore_hash)
        throw FileError(name, "hash",
                        fmt::format("expected {}, found {}: the file is damaged (hitmap import --ignore-hash "
                                    "imports it anyway)",
                                    hex(expected), hex(found)));
    context.warnings.count("hashes that differ from the content of the file");
}

SurveyedTrace survey(SeekableInput& file, const ImportContext& context) {
    SurveyedTrace trace;
    trace.header = read_header(file);
    trace.tables = read_tables(file, trace.header, context.warnings);
    trace.scene = find_stored_scene(file, trace.tables, context);
    trace.instructions = instructions_of(trace.tables, context.warnings);
    AccessReader accesses(file, trace.header, trace.tables);
    trace.launches = survey_accesses(accesses, file, trace.tables, trace.instructions, context.warnings);
    trace.anomalies = accesses.anomalies();
    context.warnings.count("accesses without an address, which were left out", trace.anomalies.without_lanes);
    context.warnings.count("accesses of instructions without an opcode, taken as loads of 4 bytes",
                           trace.anomalies.unknown_instruction);
    context.warnings.count("addresses of lanes that the block does not have, which were left out",
                           trace.anomalies.lanes_outside_block);
    context.balance.begin(AccessBalance::Unit::request);
    context.balance.read(trace.header.accesses.count);
    for (const LaunchSurvey& launch : trace.launches) {
        context.warnings.count(wide_windows,
                               launch.local.is_too_wide() || launch.shared.is_too_wide() ? 1 : 0);
        context.balance.left_out(launch.left_out);
    }
    return trace;
}

RecordingInfo info_of(const SurveyedTrace& trace, const std::string& name, const ImportChoices& choices) {
    RecordingInfo info;
    info.producer = "MemTracer";
    info.source_name = name.substr(name.rfind('/') + 1);
    info.options = {{"format", "memtracer"}, {"version", std::to_string(trace.header.version)}};
    info.device = {"not known", choices.sms != 0 ? choices.sms : assumed_sms, default_warp_slots};
    info.origins = {{"sm", Origin::assumed},
                    {"warp", Origin::recorded},
                    {"order", Origin::recorded},
                    {"allocations", Origin::recorded},
                    {"instructions", Origin::derived}};
    if (trace.scene) info.origins.push_back({"scene", Origin::derived});
    if (trace.scene && trace.scene->scene.width != 0) info.origins.push_back({"lane tags", Origin::derived});
    info.instructions = trace.instructions;
    if (trace.anomalies.unknown_instruction == 0) info.instructions.pop_back();
    info.sources = {listing(trace.tables)};
    return info;
}

Launch launch_of(const TraceLaunch& from, const LaunchSurvey& survey) {
    Launch launch;
    launch.kernel = "not known";
    launch.grid = from.grid;
    launch.block = from.block;
    launch.local_bytes = survey.local.bytes();
    launch.shared_bytes = survey.shared.bytes();
    return launch;
}

/// Writes the accesses of one launch after another as requests, with pixels as lane tags.
class RequestWriter {
public:
    RequestWriter(const SurveyedTrace& trace, const Device& device, AccessReader& accesses,
                  RecordingSink& sink)
        : trace_(trace), device_(device), accesses_(accesses), sink_(sink) {}

    void write(std::uint32_t launch) {
        const LaunchSurvey& survey = trace_.launches[launch];
        if (survey.requests == 0) return;
        find_image(launch);
        TraceAccess access;
        accesses_.seek(survey.first_access);
        CopyPairs copies;
        for (std::uint64_t i = survey.first_access; i <= survey.last_access && accesses_.next(access); ++i) {
            if (access.launch != launch) continue;
            if (is_copy(trace_.tables, access) && !copies.is_of_global(access.warp)) continue;
            if (access.mask != 0) write(access);
        }
    }

private:
    void find_image(std::uint32_t launch) {
        tagged_.clear();
        has_image_ = false;
        if (!trace_.scene || trace_.scene->scene.width == 0) return;
        const TraceRegion* const framebuffer = region_of(trace_.tables, RegionId::framebuffer);
        const auto size = image_size(trace_.tables.launches[launch], framebuffer->bytes);
        has_image_ = size == ImageSize{trace_.scene->scene.width, trace_.scene->scene.height};
    }

    void write(const TraceAccess& access) {
        const TraceLaunch& launch = trace_.tables.launches[access.launch];
        if (has_image_ && tagged_.insert(access.warp).second) tag(access, launch);
        // Blocks are assumed to go to the SMs in turn, and to stay in one of the places that an SM has.
        const std::uint64_t places = std::max(device_.warp_slots_per_sm / launch.warps_per_block(), 1U);
        const std::uint64_t place = access.block / device_.sm_count % places;
        request_.launch = access.launch;
        request_.sm = static_cast<std::uint32_t>(access.block % device_.sm_count);
        request_.slot = static_cast<std::uint32_t>(place * launch.warps_per_block() + access.local_warp);
        request_.warp = access.warp;
        request_.instruction = access.instruction;
        request_.mask = access.mask;
        request_.address = access.address;
        const Space space = trace_.instructions[access.instruction].space;
        if (space != Space::global) {
            const LaunchSurvey& survey = trace_.launches[access.launch];
            (space == Space::local ? survey.local : survey.shared).move(request_);
        }
        sink_.add(request_);
    }

    /// Tags the lanes of a warp with their pixels.
    void tag(const TraceAccess& access, const TraceLaunch& launch) {
        const RecordedScene& scene = trace_.scene->scene;
        const auto block_x = static_cast<std::uint32_t>(access.block % launch.grid[0]);
        const auto block_y = static_cast<std::uint32_t>(access.block / launch.grid[0]);
        for (std::uint8_t lane = 0; lane < warp_size; ++lane) {
            const std::uint32_t thread = access.local_warp * warp_size + lane;
            const std::uint32_t x = image_block_side * block_x + thread % image_block_side;
            const std::uint32_t y = image_block_side * block_y + thread / image_block_side;
            if (x >= scene.width || y >= scene.height) continue;
            LaneTagRun run;
            run.launch = access.launch;
            run.warp = access.warp;
            run.lane = lane;
            run.tag.work_item = y * scene.width + x;
            sink_.tag(run);
        }
    }

    const SurveyedTrace& trace_;
    const Device& device_;
    AccessReader& accesses_;
    RecordingSink& sink_;
    Request request_;
    bool has_image_ = false;                   ///< the launch has a thread for each pixel
    std::unordered_set<std::uint32_t> tagged_; ///< warps of the launch
};

FinalTables import_trace(const ByteSource& source, RecordingSink& sink, const ImportContext& context) {
    SeekableInput file(source, context.job);
    context.job.begin("checking " + source.name(), source.size(), "bytes");
    const SurveyedTrace trace = survey(file, context);
    RecordingInfo info = info_of(trace, source.name(), context.choices);
    info.allocations = allocations_of(trace);
    read_contents(file, trace, context.warnings, info.allocations);
    sink.begin(info, trace.scene ? &trace.scene->scene : nullptr);

    context.job.begin("reading " + source.name(), source.size(), "bytes");
    AccessReader accesses(file, trace.header, trace.tables);
    RequestWriter writer(trace, info.device, accesses, sink);
    FinalTables tables{info.device, {}, {}};
    for (std::uint32_t i = 0; i < trace.launches.size(); ++i) {
        tables.launches.push_back(launch_of(trace.tables.launches[i], trace.launches[i]));
        sink.begin_launch(tables.launches.back());
        writer.write(i);
    }
    return tables;
}

} // namespace

} // namespace memtracer

bool MemtracerFormat::recognises(std::string_view start) const {
    using namespace std::string_view_literals;
    return start.size() >= memtracer::file_header_bytes && start.starts_with("TRAC") &&
           start.substr(5, 3) == "\0\0\0"sv;
}

FinalTables MemtracerFormat::read(const ImportFiles& files, RecordingSink& sink,
                                  const ImportContext& context) const {
    using namespace memtracer;
    const ByteSource& source = *files.files.front();
    // All of the file is hashed while it is imported. A wrong hash is reported before what may follow from
    // it.
    Hash found{};
    Hash expected{};
    TaskGroup hashing(context.pool);
    hashing.run([&] {
        SeekableInput hashed(source, {context.job.stop});
        found = hash_of(hashed);
        expected = read_header(hashed).hash;
    });
    FinalTables tables;
    std::exception_ptr error;
    try {
        tables = import_trace(source, sink, context);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        error = std::current_exception();
    }
    hashing.wait();
    check_hash(found, expected, source.name(), context);
    if (error) std::rethrow_exception(error);
    return tables;
}

} // namespace hitmap
