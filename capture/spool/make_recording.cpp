#include "capture/spool/make_recording.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "capture/spool/access_addresses.h"
#include "capture/spool/allocation_plan.h"
#include "capture/spool/built_scene.h"
#include "capture/spool/counted.h"
#include "capture/spool/instruction_numbers.h"
#include "capture/spool/launch_counts.h"
#include "capture/spool/ray_events.h"
#include "capture/spool/recording_summary.h"
#include "capture/spool/spool_survey.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

namespace {

struct Free {
    void operator()(hmt_recorder* recorder) const { hmt_free(recorder); }
};
using Recorder = std::unique_ptr<hmt_recorder, Free>;

/// Calls of the recorder after a failed one have no effect. An error that does not name the file of the
/// recording is one of what the spool has.
class RecorderErrors {
public:
    RecorderErrors(const Recorder& recorder, const SpoolReader& spool, std::string recording)
        : recorder_(recorder), spool_(spool), recording_(std::move(recording)) {}

    /// @param is_event  what the recorder got last is of the current event of the spool
    void check(bool is_event) const {
        if (*hmt_error(recorder_.get()) != '\0') fail(is_event);
    }

private:
    [[noreturn]] void fail(bool is_event) const {
        const std::string error = hmt_error(recorder_.get());
        if (error.starts_with(recording_)) throw SpoolError(error);
        if (is_event) spool_.fail(error);
        throw SpoolError(spool_.path() + ": " + error);
    }

    const Recorder& recorder_;
    const SpoolReader& spool_;
    std::string recording_;
};

/// Lanes 32 * part to 32 * part + 31.
std::uint32_t part_of(const LaneMask& mask, unsigned part) {
    return static_cast<std::uint32_t>(mask[part / 2] >> 32 * (part % 2));
}

/// Writes the launches, requests, execution events and rays.
class RequestWriter {
public:
    RequestWriter(const SpoolTables& tables, const SpoolSurvey& survey, const InstructionNumbers& numbers,
                  hmt_recorder* recorder)
        : tables_(tables),
          survey_(survey),
          numbers_(numbers),
          recorder_(recorder),
          addresses_(tables),
          rays_(tables, survey, recorder) {}

    void add(std::uint32_t launch, const LogRecord& record);
    /// Begins all launches up to and with this one.
    void begin(std::uint32_t launch);

private:
    void add_block(std::uint32_t launch, const LogRecord& record, std::uint32_t block);
    void add_part(std::uint32_t launch, const LogRecord& record, const SiteInstructions& site, unsigned part);

    const SpoolTables& tables_;
    const SpoolSurvey& survey_;
    const InstructionNumbers& numbers_;
    hmt_recorder* recorder_;
    AccessAddresses addresses_;
    RayEvents rays_;
    LaneAddresses lanes_;
    std::uint32_t begun_ = 0;
};

void RequestWriter::begin(std::uint32_t launch) {
    for (; begun_ <= launch; ++begun_) {
        const SpoolLaunch& from = tables_.launches[begun_];
        hmt_launch row{};
        row.kernel = from.kernel.c_str();
        const LaunchShape shape = survey_.warps.shape_of(begun_);
        std::copy(shape.grid.begin(), shape.grid.end(), row.grid);
        std::copy(shape.block.begin(), shape.block.end(), row.block);
        row.shared_bytes = from.shared_bytes;
        hmt_begin_launch(recorder_, &row);
    }
}

void RequestWriter::add(std::uint32_t launch, const LogRecord& record) {
    begin(launch);
    if (record.payload == Payload::begin) return rays_.begin(launch, record);
    if (rays_.add(launch, record)) return;
    if (record.payload == Payload::none) {
        if (const std::uint32_t block = numbers_.block(record.site); block != ~std::uint32_t{0})
            add_block(launch, record, block);
        return;
    }
    const SiteInstructions* const site = numbers_.access(record.site);
    if (site == nullptr || record.payload != site->access->payload || record.payload == Payload::coordinates)
        return;
    addresses_.find(launch, record, *site->module, *site->access, lanes_);
    for (unsigned part = 0; part < 4; ++part)
        if (part_of(lanes_.mask, part) != 0) add_part(launch, record, *site, part);
}

void RequestWriter::add_part(std::uint32_t launch, const LogRecord& record, const SiteInstructions& site,
                             unsigned part) {
    const WarpPlace place = survey_.warps.place_of(launch, *record.subgroup, part);
    hmt_request request{};
    request.launch = launch;
    request.sm = place.sm;
    request.warp = place.warp;
    request.slot = place.slot;
    request.mask = part_of(lanes_.mask, part);
    for (std::uint32_t i = 0; i < site.pieces.size(); ++i) {
        request.instruction = site.first + i;
        for (unsigned lane = 0; lane < 32; ++lane)
            request.address[lane] = lanes_.address[32 * part + lane] + site.pieces[i].offset;
        hmt_add_request(recorder_, &request);
    }
}

void RequestWriter::add_block(std::uint32_t launch, const LogRecord& record, std::uint32_t block) {
    for (unsigned part = 0; part < 4; ++part) {
        const std::uint32_t mask = part_of(record.mask, part);
        if (mask == 0) continue;
        const WarpPlace place = survey_.warps.place_of(launch, *record.subgroup, part);
        const hmt_execution event{launch, place.sm, place.warp, place.slot, block, mask};
        hmt_add_execution(recorder_, &event);
    }
}

void add_allocations(const std::vector<PlannedAllocation>& plan, const SpoolSurvey& survey,
                     hmt_recorder* recorder) {
    std::vector<std::uint64_t> first{0}; // [launch] requests before it
    for (const std::uint64_t requests : survey.requests)
        first.push_back(first.back() + requests);
    const std::size_t launches = survey.requests.size();
    for (const PlannedAllocation& planned : plan) {
        hmt_allocation row{};
        row.name = planned.name.c_str();
        row.role = HMT_OTHER;
        row.space = HMT_GLOBAL;
        row.address = planned.address;
        row.bytes = planned.bytes;
        row.stride = planned.stride;
        row.element_bytes = planned.element_bytes;
        const std::uint64_t begin = first[std::min<std::size_t>(planned.first_launch, launches)];
        const std::uint64_t end = planned.last_launch >= launches ? UINT64_MAX : first[planned.last_launch];
        hmt_add_allocation_between(recorder, &row, begin, end);
    }
}

/// What the driver built becomes allocations with contents, behind those of the plan, if there is room for
/// all of them.
void add_trees(const BuiltScene& scene, const AllocationPlan& plan, const RecordingLimits& limits,
               hmt_recorder* recorder) {
    if (scene.trees.size() > limits.allocations - plan.allocations.size())
        return void(hmt_add_option(recorder, "capture-trees-left-out",
                                   (counted(scene.trees.size(), "acceleration structure of the driver",
                                            "acceleration structures of the driver") +
                                    ", for which the recording has no room")
                                       .c_str()));
    for (std::size_t i = 0; i < scene.trees.size(); ++i) {
        const DriverTree& tree = scene.trees[i];
        const std::string name =
            "acceleration structure " + (i == 0 ? std::string("of instances") : std::to_string(i));
        hmt_allocation row{};
        row.name = name.c_str();
        row.role = HMT_OTHER;
        row.space = HMT_GLOBAL;
        row.address = tree.address;
        row.bytes = tree.build->tree.size();
        hmt_add_allocation(recorder, &row);
        std::array<char, 32> address{};
        std::snprintf(address.data(), address.size(), "0x%" PRIx64, tree.address);
        const std::string place = tree.build->tree_layout + (i == 0 ? " top " : " bottom ") + address.data();
        hmt_add_option(recorder, "acceleration-structure", place.c_str());
    }
}

void add_tree_contents(const BuiltScene& scene, const AllocationPlan& plan, const RecordingLimits& limits,
                       hmt_recorder* recorder) {
    if (scene.trees.size() > limits.allocations - plan.allocations.size()) return;
    for (std::size_t i = 0; i < scene.trees.size(); ++i)
        hmt_add_contents(recorder, static_cast<std::uint32_t>(plan.allocations.size() + i),
                         scene.trees[i].build->tree.data());
}

/// Writes the contents that the spool has, one buffer after the other.
void add_contents(SpoolReader& spool, const std::vector<PlannedAllocation>& plan, hmt_recorder* recorder) {
    std::vector<bool> has(plan.size());
    spool.rewind();
    while (const auto type = spool.next()) {
        if (*type != SpoolEvent::contents) continue;
        const auto contents = spool.event<SpoolContents>();
        for (std::uint32_t i = 0; i < plan.size(); ++i) {
            const PlannedAllocation& planned = plan[i];
            const bool is_part = planned.buffer == contents.buffer &&
                                 planned.buffer_offset + planned.bytes <= contents.bytes.size();
            // Commands that are executed again copy again. The first copy was before the first dispatch.
            if (!is_part || has[i]) continue;
            hmt_add_contents(recorder, i, contents.bytes.data() + planned.buffer_offset);
            has[i] = true;
        }
    }
}

void describe(const SpoolTables& tables, const SpoolSurvey& survey, const AllocationPlan& plan,
              const RecordingSummary& summary, const std::string& producer, hmt_recorder* recorder) {
    hmt_set_producer(recorder, producer.c_str(), "");
    std::string devices;
    for (const SpoolDevice& device : tables.devices)
        if (devices.find(device.name) == std::string::npos)
            devices += (devices.empty() ? "" : ", ") + device.name;
    hmt_set_device(recorder, devices.c_str(), survey.warps.sms(), survey.warps.warp_slots());
    hmt_set_warp_size(recorder, survey.warps.warp_size());
    for (const auto& [name, value] : capture_options(tables, survey, plan, summary))
        hmt_add_option(recorder, name.c_str(), value.c_str());
    hmt_add_origin(recorder, "sm", survey.warps.sms_are_assumed() ? HMT_ASSUMED : HMT_RECORDED);
    hmt_add_origin(recorder, "warp", HMT_DERIVED);
    hmt_add_origin(recorder, "order", HMT_RECORDED);
    hmt_add_origin(recorder, "allocations", HMT_RECORDED);
    hmt_add_origin(recorder, "instructions", HMT_RECORDED);
    if (survey.ray_lanes[0] != 0) hmt_add_origin(recorder, "lane tags", HMT_DERIVED);
}

/// Gives the scene to the recorder, which reads its arrays at the first launch.
void add_scene(const SpoolTables& tables, const BuiltScene& scene, const std::optional<hmt_camera>& camera,
               hmt_recorder* recorder) {
    for (const std::string& what : scene.left_out)
        hmt_add_option(recorder, "capture-geometry-left-out", what.substr(0, 1000).c_str());
    if (scene.faces.empty()) return;
    const std::array<std::uint32_t, 2> size = picture_size(tables.launches[scene.launch]);
    hmt_scene row{};
    row.width = size[0];
    row.height = size[1];
    row.cameras = camera ? &*camera : nullptr;
    row.camera_count = camera ? 1 : 0;
    row.vertices = scene.vertices.front().data();
    row.vertex_count = scene.vertices.size();
    row.faces = scene.faces.front().data();
    row.face_count = scene.faces.size();
    row.face_sources = scene.sources.data();
    hmt_set_scene(recorder, &row);
    for (const ScenePart& part : scene.parts) {
        hmt_instance_faces faces{};
        faces.instance = part.instance;
        faces.geometry = part.geometry;
        faces.custom_index = part.custom_index;
        faces.first_face = part.first_face;
        faces.faces = part.faces;
        faces.mask = static_cast<std::uint8_t>(part.mask);
        faces.instance_flags = static_cast<std::uint8_t>(part.instance_flags);
        faces.geometry_flags = static_cast<std::uint8_t>(part.geometry_flags);
        faces.mirrors = part.mirrors ? 1 : 0;
        hmt_add_instance_faces(recorder, &faces);
    }
    hmt_add_origin(recorder, "scene", HMT_RECORDED);
    if (camera) hmt_add_origin(recorder, "camera", HMT_ASSUMED);
}

/// Counts the launches that had not ended and have no records, and removes those at the end.
void leave_out_launches_without_records(SpoolTables& tables, SpoolSurvey& survey) {
    const auto launches = static_cast<std::uint32_t>(tables.launches.size());
    std::uint32_t kept = tables.ended_launches;
    for (std::uint32_t launch = tables.ended_launches; launch < launches; ++launch) {
        if (survey.warps.has_subgroups(launch))
            kept = launch + 1;
        else
            ++survey.launches_without_records;
    }
    tables.launches.resize(kept);
    survey.requests.resize(kept);
    survey.begun.resize(kept);
}

/// A spool of which nothing was recorded is removed by the callers; one that has records must not be.
[[noreturn]] void fail_without_launches(const std::string& spool, const SpoolTables& tables) {
    if (tables.held_units != 0)
        throw SpoolError(spool + ": it has records, but no launch that they belong to" +
                         (tables.notes.empty() ? "" : ": " + joined(tables.notes)));
    if (!tables.notes.empty()) throw NothingRecorded(joined(tables.notes));
    throw NothingRecorded(tables.ended ? "it submitted no dispatch, draw or launch of rays"
                                       : "it was killed before it had submitted any work, or its spool could "
                                         "not be written");
}

} // namespace

RecordingSummary make_recording(const std::string& spool_path, const std::string& recording,
                                const std::string& producer, const SpoolProgress& progress,
                                const RecordingLimits& limits) {
    SpoolReader spool(spool_path);
    SpoolTables tables = read_tables(spool, limits);
    const std::uint64_t total = 2 * spool.size();
    const auto step = [&](std::uint64_t before) {
        return [&, before](std::uint64_t done) {
            if (progress) progress(before + done, total);
        };
    };
    SpoolSurvey found = survey(spool, tables, step(0));
    leave_out_launches_without_records(tables, found);
    if (tables.launches.empty()) fail_without_launches(spool_path, tables);
    if (const LaunchCounts counts = count_launches(tables, found); nothing_arrived(counts, tables))
        throw NothingRecorded(joined(disagreements(counts, tables, found)));
    const AllocationPlan plan = plan_allocations(tables, found);
    const RecordingSummary summary = summarize(tables, found, plan);

    const Recorder recorder(hmt_open(recording.c_str()));
    if (!recorder) throw SpoolError(recording + ": there is no memory to write it");
    const RecorderErrors errors(recorder, spool, recording);
    errors.check(false);
    describe(tables, found, plan, summary, producer, recorder.get());
    const BuiltScene scene = built_scene(spool, tables, found);
    const std::optional<hmt_camera> camera = found.camera.camera();
    add_scene(tables, scene, camera, recorder.get());
    add_allocations(plan.allocations, found, recorder.get());
    add_trees(scene, plan, limits, recorder.get());
    const InstructionNumbers numbers(tables, found, recorder.get());
    add_sources(tables, recorder.get());
    RequestWriter writer(tables, found, numbers, recorder.get());
    errors.check(false);
    add_contents(spool, plan.allocations, recorder.get());
    add_tree_contents(scene, plan, limits, recorder.get());
    const auto second = step(spool.size());
    for_each_record(
        spool, tables,
        [&](std::uint32_t launch, const LogRecord& record) {
            writer.add(launch, record);
            errors.check(true);
        },
        second);
    writer.begin(static_cast<std::uint32_t>(tables.launches.size()) - 1);
    hmt_close(recorder.get());
    errors.check(false);
    return summary;
}

} // namespace hitmap::capture
