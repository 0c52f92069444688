#pragma once

#include "core/geometry/file_camera.h"
#include "core/geometry/import_report.h"
#include "core/geometry/up_axis.h"
#include "core/profile/models/model_texts.h"
#include "core/raytracer/options/trace_options.h"
#include "render/image/image.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A scene of an experiment. `hitmap sweep` runs all combinations of scenes, tracer configurations and
/// caches, and draws pictures of each (docs/experiments-format.md). All names can be parts of file names.
struct ExperimentScene {
    std::string name;
    std::string spec; ///< parsed by load_scene; paths of files are relative to the folder of the experiment
    std::optional<FileCamera> camera;
    ImportOptions import; ///< options for a mesh file
    UpChoice up;          ///< parameter of load_upright_scene
};
struct ExperimentConfiguration {
    std::string name;
    TraceOptions options;
};
struct ExperimentCache {
    std::string name;
    ResolvedModel model; ///< model, caches and restriction
};
struct ExperimentPicture {
    enum class Panel : std::uint8_t { mesh, framebuffer };
    std::string name;
    Panel panel = Panel::mesh;
    FrameSize size{640, 480};
    std::string view = "{}"; ///< JSON of docs/view-files.md; overrides the camera of the scene
    bool all_frames = false; ///< whether to draw one picture of each frame
};
/// The combinations of some scenes, configurations and caches, as indices into the lists of the experiment.
struct ExperimentProduct {
    std::vector<std::size_t> scenes;
    std::vector<std::size_t> configurations;
    std::vector<std::size_t> caches;
    std::vector<std::size_t> pictures;
};
struct Experiment {
    std::string title;
    std::vector<ExperimentScene> scenes;
    std::vector<ExperimentConfiguration> configurations;
    std::vector<ExperimentCache> caches;
    std::vector<ExperimentPicture> pictures;
    std::vector<ExperimentProduct> runs;
};

/// Parses an experiment and reads the presets that it names. Throws FileError with the file and the place of
/// the error, and UsageError if a choice of `models` is wrong.
/// @param models  choices of the options, for settings that the caches of the experiment leave out
[[nodiscard]] Experiment parse_experiment(std::string_view json, const std::string& file,
                                          const ModelTexts& models = ModelTexts());

} // namespace hitmap
