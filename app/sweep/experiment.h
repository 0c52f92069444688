#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/import_report.h"
#include "core/geometry/up_axis.h"
#include "core/profile/derived/model_texts.h"
#include "core/raytracer/trace_options.h"
#include "render/image/image.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What `hitmap sweep` runs (docs/experiments-format.md): scenes x tracer configurations x caches, and the
/// pictures of each. Names are words that can be part of a file's name.
struct ExperimentScene {
    std::string name;
    std::string spec; ///< as load_scene takes it; a file's path is relative to the experiment's folder
    std::optional<Camera> camera;
    ImportOptions import; ///< of a mesh file
    UpChoice up;          ///< as load_upright_scene takes it
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
    std::string view = "{}"; ///< as docs/view-files.md describes it; over the scene's own camera
    bool all_frames = false; ///< one picture of each frame
};
/// A product of what is named, as indices into the experiment's lists.
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

/// Also reads the presets that the experiment names.
/// @param models  choices of the options, for settings that the experiment's caches leave out
/// Throws FileError with file and place in it; UsageError if a choice of `models` is wrong.
[[nodiscard]] Experiment parse_experiment(std::string_view json, const std::string& file,
                                          const ModelTexts& models = ModelTexts());

} // namespace hitmap
