#include "widgets/session/recording/trace_request.h"

#include "core/base/error.h"
#include "core/base/text/shell_word.h"
#include "core/geometry/scene.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <sstream>

namespace hitmap {

namespace {

constexpr std::string_view prefix = "trace:";
constexpr std::string_view camera_name = "camera";
constexpr std::string_view up_name = "up";
constexpr std::string_view blocks_name = "blocks";
constexpr std::string_view blocks_value = "on";

std::string camera_text(const Camera& camera) {
    std::string text;
    for (const glm::vec3& v : {camera.position, camera.forward, camera.up})
        fmt::format_to(std::back_inserter(text), "{},{},{},", v.x, v.y, v.z);
    return text + fmt::format("{}", camera.fov_y_degrees);
}

Camera camera_of(std::string_view text) {
    std::istringstream in{std::string(text)};
    in.imbue(std::locale::classic());
    const auto number = [&] {
        float value = 0.0F;
        if (!(in >> value)) throw UsageError(fmt::format("--camera: expected ten numbers, found '{}'", text));
        in.ignore(1, ',');
        return value;
    };
    Camera camera;
    for (glm::vec3* v : {&camera.position, &camera.forward, &camera.up}) {
        for (int axis = 0; axis < 3; ++axis)
            (*v)[axis] = number();
    }
    camera.fov_y_degrees = number();
    (void)normalised(camera); // refuses what is no camera
    return camera;
}

/// Calls `f(name, value)` for each option that differs from the default, except the camera.
template <class F>
void for_unusual(const TraceRequest& request, F f) {
    const TraceOptions usual;
    if (request.up) f(std::string(up_name), std::string(name_of(*request.up)));
    for (const TraceOption& option : trace_option_table()) {
        const std::string value = option.get(request.options);
        if (value != option.get(usual)) f(option.name, value);
    }
}

std::string short_scene(const std::string& scene) {
    return scene.starts_with("builtin:") ? scene : std::filesystem::path(scene).filename().string();
}

} // namespace

bool names_trace(std::string_view spec) {
    return spec.starts_with(prefix);
}

std::string spec_of(const TraceRequest& request) {
    std::string spec(prefix);
    for_unusual(request, [&](const std::string& name, const std::string& value) {
        spec += fmt::format("--{}={} ", name, value);
    });
    if (request.options.records_blocks) spec += fmt::format("--{}={} ", blocks_name, blocks_value);
    if (request.camera) spec += fmt::format("--{}={} ", camera_name, camera_text(*request.camera));
    return spec + "-- " + request.scene;
}

TraceRequest trace_request(std::string_view spec) {
    TraceRequest request;
    if (!names_trace(spec)) {
        request.scene = spec;
        return request;
    }
    std::string_view rest = spec.substr(prefix.size());
    while (!rest.starts_with("-- ")) {
        const auto end = rest.find(' ');
        const auto equals = rest.find('=');
        if (!rest.starts_with("--") || end == std::string_view::npos || equals > end)
            throw UsageError(fmt::format("{}: expected --OPTION=VALUE or --, found '{}'", spec, rest));
        const std::string_view name = rest.substr(2, equals - 2);
        const std::string_view value = rest.substr(equals + 1, end - equals - 1);
        if (name == camera_name) {
            request.camera = camera_of(value);
        } else if (name == up_name) {
            request.up = parse_up(value, "--up");
        } else if (name == blocks_name) {
            if (value != blocks_value)
                throw UsageError(fmt::format("--blocks: expected '{}', found '{}'", blocks_value, value));
            request.options.records_blocks = true;
        } else {
            trace_option(name).set(request.options, value);
        }
        rest.remove_prefix(end + 1);
    }
    request.scene = rest.substr(3);
    return request;
}

std::string short_name_of(const TraceRequest& request) {
    std::string unusual;
    for_unusual(request, [&](const std::string& name, const std::string& value) {
        unusual += fmt::format("{}{} {}", unusual.empty() ? "" : ", ", name, value);
    });
    if (request.options.records_blocks) unusual += unusual.empty() ? "basic blocks" : ", basic blocks";
    const std::string scene = short_scene(request.scene);
    return unusual.empty() ? scene : fmt::format("{} ({})", scene, unusual);
}

std::string command_of(const TraceRequest& request, const glm::dvec3& offset) {
    const std::string stem = scene_stem(request.scene);
    const std::string camera_file = shell_word(stem + "-camera.json");
    std::string command;
    if (request.camera)
        command =
            fmt::format("echo {} > {}\n", shell_word(camera_to_json(camera_in_file(*request.camera, offset))),
                        camera_file);
    command += fmt::format("hitmap trace {}", shell_word(request.scene));
    for_unusual(request, [&](const std::string& name, const std::string& value) {
        command += fmt::format(" --{} {}", name, shell_word(value));
    });
    if (request.options.records_blocks) command += fmt::format(" --{}", blocks_name);
    if (request.camera) command += fmt::format(" --{} {}", camera_name, camera_file);
    return command + fmt::format(" -o {}", shell_word(stem + ".hmt"));
}

} // namespace hitmap
