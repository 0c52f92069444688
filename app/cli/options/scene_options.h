#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/scene.h"
#include "core/geometry/up_axis.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/trace_scene.h"
#include "render/image/image.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace hitmap {

/// Options of programs that trace a scene: what the scene is and from where it is seen.
struct SceneOptions {
    std::string spec;   ///< mesh file or built-in scene
    std::string camera; ///< file; empty: the scene's own camera
    UpChoice up;
    ImportOptions import;
};

/// These add options that set `options`, which must outlive the command.
void add_scene_argument(CLI::App& command, SceneOptions& options);
void add_camera_options(CLI::App& command, SceneOptions& options);
void add_import_options(CLI::App& command, SceneOptions& options);
/// What --help says of an option with values: TraceOption, ReplayOption.
template <class Option>
[[nodiscard]] std::string help_of(const Option& option) {
    std::string help = option.help;
    for (const auto& value : option.values)
        help += (&value == &option.values.front() ? ". " : "; ") + value.name + ": " + value.help;
    return help;
}
/// Adds an option that sets a part of `options`, which must outlive the command.
template <class Option, class Options>
CLI::Option* add_table_option(CLI::App& command, const Option& option, Options& options) {
    return command
        .add_option_function<std::string>(
            "--" + option.name, [&](const std::string& text) { option.set(options, text); }, help_of(option))
        ->type_name(option.form)
        ->default_str(option.get(options));
}
/// Adds all options of trace_option_table().
void add_tracer_options(CLI::App& command, TraceOptions& trace);
/// The built-in scenes, for the end of --help.
[[nodiscard]] std::string scene_help();

/// Reads the file of the camera, if there is one. Throws FileError.
[[nodiscard]] std::optional<FileCamera> read_camera(const SceneOptions& options);

/// The picture as it is saved.
[[nodiscard]] Image image_of(const Picture& picture);

} // namespace hitmap
