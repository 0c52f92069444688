#include "app/cli/base/info_text.h"

#include "core/base/text/printable.h"
#include "core/geometry/file_camera.h"
#include "core/layout/apply/apply_layout.h"
#include "core/trace/elements/element_instance.h"
#include "core/trace/model/allocation_label.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/mesh_offset.h"
#include "core/trace/model/not_recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

using Text = std::back_insert_iterator<std::string>;

/// Prints one line for each launch. The launches before a part have no requests and share a line.
void describe_launches(const RecordingInfo& info, const std::vector<LaunchRequests>& requests, Text out) {
    std::size_t first = 0;
    if (!part_text(info).empty() && !info.has_sums())
        while (first + 1 < info.launches.size() && requests[first].count == 0 &&
               info.launches[first + 1].first_request.value == 0)
            ++first;
    if (first != 0) fmt::format_to(out, "launches         {} before the part\n", first);
    for (std::size_t i = first; i < info.launches.size(); ++i) {
        const Launch& launch = info.launches[i];
        if (info.has_sums()) {
            fmt::format_to(out, "launch {}         {}\n", i, printable(launch.kernel));
            continue;
        }
        fmt::format_to(out, "launch {}         {}, grid {}x{}x{}, block {}x{}x{}, {} requests\n", i,
                       printable(launch.kernel), launch.grid[0], launch.grid[1], launch.grid[2],
                       launch.block[0], launch.block[1], launch.block[2], requests[i].count);
    }
    if (launches_interleave(requests))
        fmt::format_to(out,
                       "                 launches ran at the same time: their requests are interleaved\n");
}

void describe_scene(const SceneSummary& scene, Text out) {
    if (!scene.present) {
        fmt::format_to(out, "scene            none\n");
        return;
    }
    fmt::format_to(out, "scene            {} vertices, {} faces in {} slots, {} boxes\n", scene.vertices,
                   scene.faces, scene.face_slots, scene.boxes);
    if (scene.width == 0 && scene.height == 0)
        fmt::format_to(out, "framebuffer      of unknown size\n");
    else
        fmt::format_to(out, "framebuffer      {} x {} pixels\n", scene.width, scene.height);
}

std::string_view found(const std::vector<std::pair<std::string, std::string>>& options,
                       std::string_view name) {
    const auto option =
        std::ranges::find(options, name, [](const auto& pair) { return std::string_view(pair.first); });
    return option == options.end() ? std::string_view() : std::string_view(option->second);
}

/// Returns the origin of a field that the tracer may have had to guess. "given": the user chose it.
std::string_view certainty(const RecordingInfo& info, std::string_view field) {
    const auto origin = std::ranges::find(info.origins, field, &FieldOrigin::field);
    if (origin == info.origins.end()) return "the scene's own";
    return origin->origin == Origin::recorded ? "given" : name_of(origin->origin);
}

template <class Vector>
std::string place_text(const Vector& v) {
    return fmt::format("({}, {}, {})", v.x, v.y, v.z);
}

/// Prints the up axis, and the camera in the coordinates of the file.
void describe_view(const RecordingInfo& info, Text out) {
    if (const std::string_view up = found(info.options, "up"); !up.empty()) {
        const std::string_view reason = found(info.options, "up-reason");
        const std::string_view basis = certainty(info, "up axis");
        fmt::format_to(out, "up axis          {} of the file, {}{}{}\n", printable(up), basis,
                       reason.empty() || reason == basis ? "" : ": ",
                       reason == basis ? std::string() : printable(reason));
    }
    const glm::dvec3 offset = mesh_offset(info);
    if (offset != glm::dvec3(0.0))
        fmt::format_to(out,
                       "mesh offset      ({}, {}, {}) was taken off the coordinates of the mesh with y up\n",
                       offset.x, offset.y, offset.z);
    for (const Camera& camera : info.scene.cameras)
        fmt::format_to(out, "camera           at {} towards {}, {} degrees high, {}\n",
                       offset == glm::dvec3(0.0) ? place_text(camera.position)
                                                 : place_text(camera_in_file(camera, offset).position),
                       place_text(camera.forward), camera.fov_y_degrees, certainty(info, "camera"));
}

/// Prints the other options. What the mesh file declares and what was read from it are whole sentences and
/// get lines of their own.
void describe_options(const RecordingInfo& info, Text out) {
    static constexpr std::pair<std::string_view, std::string_view> sentences[] = {
        {part_option, "part"},
        {"mesh-declares", "mesh declares"},
        {"mesh-read", "mesh read"},
        {mesh_warning_option, "warning"},
        {import_warning_option, "import warning"},
        {not_recorded_option, "missing"},
        {layout_note_option, "layout"}};
    const auto is_sentence = [](const std::string& key) {
        return key == "up-reason" || key == mesh_offset_option || // describe_view() prints them
               std::any_of(std::begin(sentences), std::end(sentences),
                           [&](const auto& sentence) { return sentence.first == key; });
    };
    std::string words;
    for (const auto& [key, value] : info.options)
        if (!is_sentence(key)) words += fmt::format(" {}={}", printable(key), printable(value));
    if (!words.empty()) fmt::format_to(out, "options         {}\n", words);
    for (const auto& [option, name] : sentences)
        for (const auto& [key, value] : info.options)
            if (key == option) fmt::format_to(out, "{:<17}{}\n", name, printable(value));
}

void describe_sums(const SumsSummary& summary, Text out) {
    fmt::format_to(out, "recorded sums    {} frames;", summary.frames);
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        fmt::format_to(out, "{} {} of {}", kind == 0 ? "" : ",", summary.sums[kind],
                       element_kinds()[kind].plural);
    fmt::format_to(out,
                   "\n                 in the place of requests: no other caches can be simulated, and the "
                   "number and order of accesses are not known; time counts recorded frames\n");
}

void describe_executions(const RecordingInfo& info, Text out) {
    if (!info.basic_blocks.empty())
        fmt::format_to(out, "execution events {} of {} basic blocks\n", info.executions,
                       info.basic_blocks.size());
}

void describe_rays(const RecordingInfo& info, Text out) {
    constexpr std::size_t most_places = 16; // of which a text says more than their number
    const std::size_t places = info.ray_places.size();
    if (places == 0) return;
    const auto count = [&](RayEventKind kind) { return info.rays.of(kind); };
    fmt::format_to(
        out,
        "rays             {} traced, {} candidates, {} hits committed, {} missed, {} hits reported, "
        "in {} events at {} places\n",
        count(RayEventKind::traced), count(RayEventKind::candidate), count(RayEventKind::committed),
        count(RayEventKind::missed), count(RayEventKind::reported), info.rays.events, places);
    for (std::size_t i = 0; i < std::min(places, most_places); ++i) {
        const RayPlace& place = info.ray_places[i];
        fmt::format_to(out, "  place {:<9}{}, {}, {} in {}:{}:{}\n", i, name_of(place.kind),
                       printable(place.stage), printable(place.location.function),
                       printable(place.location.file), place.location.line, place.location.column);
    }
    if (places > most_places) fmt::format_to(out, "  and {} other places\n", places - most_places);
}

void describe_counts(const RecordingInfo& info, Text out) {
    if (info.has_sums()) return describe_sums(info.sums, out);
    fmt::format_to(out, "requests         {}, {} lane accesses\n", info.requests, info.lane_accesses);
    fmt::format_to(out, "element accesses {}", info.axis_is_requests() ? "none; time counts requests" : "");
    for (std::size_t kind = 0; kind < element_kinds().size() && !info.axis_is_requests(); ++kind)
        fmt::format_to(out, "{}{} of {}", kind == 0 ? "" : ", ", info.element_accesses[kind],
                       element_kinds()[kind].plural);
    fmt::format_to(out, "\n");
}

std::string describe_file(const HmtFile& file, const std::string& path) {
    if (const auto foreign = foreign_file(file, path))
        return foreign->bytes ? fmt::format("{}, {} bytes", foreign->format, *foreign->bytes)
                              : std::string(foreign->format);
    return fmt::format(".hmt version {}, {} bytes{}", file.version(), file.file_bytes(),
                       file.incomplete() ? ", incomplete: its end is missing" : "");
}

} // namespace

std::optional<ForeignFile> foreign_file(const HmtFile& file, const std::string& path) {
    const std::string_view format = found(file.info().options, "format");
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) { // a folder, or a pipe, which cannot be read again
        if (format.empty()) return std::nullopt;
        return ForeignFile{format, std::nullopt};
    }
    const auto source = open_file(path);
    if (begins_as_recording(*source) || format.empty()) return std::nullopt;
    return ForeignFile{format, source->size()};
}

std::string facts_text(const HmtFile& file, const std::string& path, const JobContext& job) {
    const RecordingInfo& info = file.info();
    std::string text;
    const Text out(text);
    fmt::format_to(out, "recording        {}\n", describe_file(file, path));
    if (file.incomplete() && file.blocks().empty())
        fmt::format_to(out, "                 no whole block of requests\n");
    fmt::format_to(out, "source           {}\n", printable(info.source_name));
    fmt::format_to(out, "producer         {}\n", printable(info.producer));
    describe_options(info, out);
    fmt::format_to(
        out, "device           {}; {} SMs, {} warps resident on each{}\n", printable(info.device.name),
        info.device.sm_count, info.device.warp_slots_per_sm,
        info.device.warp_size == warp_size ? "" : fmt::format(", {} lanes in a warp", info.device.warp_size));
    describe_launches(info, file.launch_requests(job), out);
    describe_counts(info, out);
    describe_executions(info, out);
    describe_rays(info, out);
    describe_scene(info.scene, out);
    if (const std::uint64_t instances = instance_count(file.read_instance_faces()); instances != 0)
        fmt::format_to(out, "instances        {}\n", instances);
    describe_view(info, out);
    if (!info.origins.empty()) {
        fmt::format_to(out, "origin          ");
        for (const FieldOrigin& origin : info.origins)
            fmt::format_to(out, " {}: {};", printable(origin.field), name_of(origin.origin));
        fmt::format_to(out, "\n");
    }
    return text;
}

std::vector<AllocationRow> rows_of_allocations(const RecordingInfo& info) {
    const std::vector<std::string> labels = allocation_labels(info);
    std::vector<AllocationRow> rows;
    for (std::size_t i = 0; i < labels.size(); ++i)
        rows.push_back({labels[i], info.allocations[i]});
    return rows;
}

} // namespace hitmap
