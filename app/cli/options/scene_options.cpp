#include "app/cli/options/scene_options.h"

#include "app/cli/base/input_file.h"

#include <fmt/format.h>

#include <cstring>
#include <iterator>

namespace hitmap {

void add_scene_argument(CLI::App& command, SceneOptions& options) {
    command.add_option("SCENE", options.spec, "Mesh file or built-in scene")->required();
}

void add_camera_options(CLI::App& command, SceneOptions& options) {
    command
        .add_option(
            "--camera", options.camera,
            "Camera to look through instead of the scene's own: a JSON object with position, forward "
            "(or target), up, fov_y_degrees; in coordinates of the mesh file, after the turn that makes y up")
        ->type_name("CAMERA.json");
    command
        .add_option_function<std::string>(
            "--up", [&options](const std::string& text) { options.up = parse_up(text, "--up"); },
            "Axis of the mesh file that points upwards; the mesh is turned so that it becomes y. auto: what "
            "the format says, else found from the shape of the mesh")
        ->type_name(fmt::format("{}", fmt::join(up_names(), "|")))
        ->default_str("auto");
}

void add_import_options(CLI::App& command, SceneOptions& options) {
    command.add_flag(
        "--allow-files-outside", options.import.files_outside,
        "Let the mesh file name files outside its own folder; what they hold becomes part of the "
        "recording");
}

void add_tracer_options(CLI::App& command, TraceOptions& trace) {
    for (const TraceOption& option : trace_option_table())
        add_table_option(command, option, trace);
}

std::string scene_help() {
    std::string text = "SCENE is a mesh file (OBJ, PLY, STL, glTF, COLLADA, ...) or one of\n";
    for (const BuiltinScene& scene : builtin_scenes())
        fmt::format_to(std::back_inserter(text), "  builtin:{:<8} {} ({} triangles)\n", scene.name,
                       scene.description, scene.triangles);
    return text + "Built-in scenes take options, e.g. builtin:statue?triangles=1000000&seed=2\n";
}

std::optional<FileCamera> read_camera(const SceneOptions& options) {
    if (options.camera.empty()) return std::nullopt;
    return file_camera_from_json(read_text_file(options.camera), options.camera);
}

Image image_of(const Picture& picture) {
    // Pixels are 0xAABBGGRR; on a little-endian machine their bytes are R, G, B, A.
    Image image({static_cast<int>(picture.width), static_cast<int>(picture.height)});
    std::memcpy(image.rgba.data(), picture.pixels.data(), image.rgba.size());
    return image;
}

} // namespace hitmap
