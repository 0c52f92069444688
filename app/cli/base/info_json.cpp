#include "app/cli/base/info_json.h"

#include "core/geometry/file_camera.h"
#include "core/report/column/provenance_json.h"
#include "core/report/rows/allocation_columns.h"
#include "core/trace/elements/element_instance.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/mesh_offset.h"

#include <utility>

namespace hitmap {

namespace {

template <class Vector>
Json vector_json(const Vector& v) {
    return Json::array({v.x, v.y, v.z});
}

Json launches_json(const RecordingInfo& info, std::span<const LaunchRequests> requests) {
    Json launches = Json::array();
    for (std::size_t i = 0; i < info.launches.size(); ++i) {
        const Launch& launch = info.launches[i];
        launches.push_back({{"name", launch.kernel},
                            {"grid", launch.grid},
                            {"block", launch.block},
                            {"requests", requests[i].count},
                            {"local_bytes", launch.local_bytes},
                            {"shared_bytes", launch.shared_bytes}});
    }
    return launches;
}

Json allocations_json(const RecordingInfo& info) {
    Json allocations = Json::array();
    for (const Allocation& allocation : info.allocations)
        put_row(allocations.emplace_back(), allocation_report_columns(), {{}, allocation});
    return allocations;
}

/// Quality of the tree as the reference ray tracer recorded it in the options; null if the recording does not
/// have it.
Json bvh_json(const RecordingInfo& info) {
    Json json;
    for (const auto& [option, key] : {std::pair("bvh-depth", "depth"), std::pair("sah-cost", "sah_cost"),
                                      std::pair("epo", "end_point_overlap")})
        for (const auto& [name, value] : info.options)
            if (name == option) {
                const Json number = Json::parse(value, nullptr, false);
                json[key] = number.is_number() ? number : Json(nullptr);
            }
    return json;
}

Json recorded_sums_json(const SumsSummary& summary) {
    Json sums = Json::object();
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        sums[std::string(element_kinds()[kind].name)] = summary.sums[kind];
    return {{"frames", summary.frames}, {"sums", sums}};
}

Json scene_json(const RecordingInfo& info) {
    const SceneSummary& scene = info.scene;
    if (!scene.present) return nullptr;
    const glm::dvec3 offset = mesh_offset(info);
    Json json{{"vertices", scene.vertices},
              {"faces", scene.faces},
              {"face_slots", scene.face_slots},
              {"boxes", scene.boxes},
              {"framebuffer", {scene.width, scene.height}}};
    json["camera"] = scene.cameras.empty() ? Json(nullptr) : file_camera_json(scene.cameras.front(), offset);
    json["offset"] = vector_json(offset);
    return json;
}

} // namespace

Json camera_json(const Camera& camera) {
    return {{"position", vector_json(camera.position)},
            {"forward", vector_json(camera.forward)},
            {"up", vector_json(camera.up)},
            {"fov_y_degrees", camera.fov_y_degrees}};
}

Json sms_json(const RecordingInfo& info, std::optional<std::uint32_t> gpu) {
    return {{"recorded", recorded_sms(info)},
            {"simulated", info.device.sm_count},
            {"gpu", gpu ? Json(*gpu) : Json(nullptr)}};
}

Json file_camera_json(const Camera& camera, const glm::dvec3& offset) {
    Json json = camera_json(camera);
    if (offset != glm::dvec3(0.0)) json["position"] = vector_json(camera_in_file(camera, offset).position);
    return json;
}

Json rays_json(const RecordingInfo& info) {
    Json json{{"events", info.rays.events}};
    for (std::size_t kind = 0; kind < ray_event_kind_count; ++kind)
        json[std::string(name_of(static_cast<RayEventKind>(kind)))] = info.rays.lanes[kind];
    json["places"] = Json::array();
    for (const RayPlace& place : info.ray_places)
        json["places"].push_back({{"kind", name_of(place.kind)},
                                  {"stage", place.stage},
                                  {"function", place.location.function},
                                  {"file", place.location.file},
                                  {"line", place.location.line},
                                  {"column", place.location.column}});
    return json;
}

Json info_json(const RecordingInfo& info, std::span<const LaunchRequests> launches,
               std::span<const InstanceFaces> instances, Json file) {
    Json json = std::move(file);
    json["producer"] = info.producer;
    json["source"] = info.source_name;
    json["options"] = options_json(info);
    json["bvh"] = bvh_json(info);
    json["device"] = {{"name", info.device.name},
                      {"sm_count", info.device.sm_count},
                      {"warp_slots_per_sm", info.device.warp_slots_per_sm},
                      {"warp_size", info.device.warp_size}};
    json["launches"] = launches_json(info, launches);
    json["requests"] = info.requests;
    json["lane_accesses"] = info.lane_accesses;
    json["axis"] = name_of_axis(info);
    json["element_accesses"] = Json::object();
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        json["element_accesses"][std::string(element_kinds()[kind].name)] =
            info.has_sums() ? Json(nullptr) : Json(info.element_accesses[kind]);
    if (info.has_sums()) json["recorded_sums"] = recorded_sums_json(info.sums);
    json["origin"] = Json::object();
    for (const FieldOrigin& origin : info.origins)
        json["origin"][origin.field] = name_of(origin.origin);
    json["allocations"] = allocations_json(info);
    json["instructions"] = info.instructions.size();
    json["basic_blocks"] = info.basic_blocks.size();
    json["executions"] = info.executions;
    json["rays"] = rays_json(info);
    json["scene"] = scene_json(info);
    if (info.scene.present) json["scene"]["instances"] = instance_count(instances);
    return json;
}

} // namespace hitmap
