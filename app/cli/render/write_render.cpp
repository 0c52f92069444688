#include "app/cli/render/write_render.h"

#include "app/cli/base/option_check.h"
#include "app/cli/export/tree_export.h"
#include "app/cli/input/model_input.h"
#include "app/cli/render/render_check.h"
#include "app/cli/render/render_panel.h"
#include "app/cli/render/render_sequence.h"
#include "core/analysis/regions/scene_regions.h"
#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/profile/elements/rays_memory.h"
#include "render/picture/image_sides.h"
#include "render/picture/raw_image.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

namespace hitmap {

namespace {

std::string name_of(const std::string& file, const LayoutChoice& layout) {
    const std::string name = std::filesystem::path(file).filename().string();
    const std::string title = layout.title();
    return title.empty() ? name : fmt::format("{} ({})", name, title);
}

std::shared_ptr<const RecordedScene> scene_of(ModelInput& input, const JobContext& job) {
    auto scene = input.source->scene(job);
    if (scene == nullptr)
        throw Error(input.path +
                    ": there is no picture of a mesh or a framebuffer: the recording has no scene. --panel "
                    "curves and --panel miss-ratio need none");
    return scene;
}

/// Throws Error if the scene has nothing to draw.
void require_mesh(const ModelInput& input, const RecordedScene& scene) {
    if (scene.face_slots.empty() && scene.boxes.empty())
        throw Error(input.path +
                    ": there is no picture of a mesh: the scene of the recording has neither faces nor "
                    "boxes. --panel curves and --panel miss-ratio need none");
    require_vertex_positions(input);
}

/// Throws Error if there is no difference of the images of the sides.
void require_same_counting(const RenderOptions& options, const RenderedSide& a, const RenderedSide& b) {
    if (options.drawn().metric != PanelMetric::pixels) return;
    if (const auto refusal = image_difference_refusal(options.pixel_quantity(), a.config, b.config, {});
        !refusal.empty())
        throw Error("no difference: " + refusal);
}

/// Finds what the panel needs of the scene. Throws if the recording does not have it.
void find_scene(const RenderOptions& options, RenderedSide& side, const JobContext& job) {
    const PanelNeeds needs = options.drawn().needs;
    if (needs >= PanelNeeds::scene && side.scene == nullptr) side.scene = scene_of(side.input, job);
    if (needs == PanelNeeds::mesh) require_mesh(side.input, *side.scene);
}

/// Throws if the recording does not know the tree that the metric measures.
void check_tree(const RenderOptions& options, ModelInput& model, const JobContext& job) {
    if (options.drawn().needs == PanelNeeds::mesh && info_of(options.state().metric.quantity).term)
        require_tree(model, job);
}

/// Throws UsageError if faces are to be coloured by regions that are not known.
void check_colours(const RenderOptions& options, const RenderedSide& side) {
    const ColourBy by = options.state().view.colour_by;
    if (options.drawn().needs == PanelNeeds::mesh && !has_regions(*side.scene, by))
        throw UsageError(fmt::format("{} {}: expected {}, found {}",
                                     options.colour_by ? "--colour-by" : "the view: colour_by",
                                     info_of(by).name, needed_for(by), side.input.path));
}

/// Throws if a recording of sums does not have what the picture shows.
void check_recorded(const RenderOptions& options, const ModelInput& model, const Profile& profile) {
    if (!model.file.info().has_sums()) return;
    require_whole_frames(model, options.state().frames.total);
    const RenderPanel& panel = options.drawn();
    const bool of_cells = panel.takes.has(PanelOption::cells);
    const Metric metric = of_cells ? "access-order"_metric : options.state().metric;
    if (panel.needs >= PanelNeeds::scene && !can_answer(profile.capabilities(), metric))
        throw UsageError(
            fmt::format("--{}: {} has sums of hits and look-ups for each frame, from which the {} "
                        "does not follow",
                        of_cells ? "panel framebuffer" : "metric", model.path, info_of(metric).title));
}

/// The memory that the picture needs beside the model.
std::uint64_t extra_bytes(const RenderOptions& options, const RecordingInfo& info) {
    const std::uint64_t rays =
        depend_on_rays(options.state().view.only_ranges) ? estimate_rays_bytes(info) : 0;
    return options.drawn().memory(options, info) + rays;
}

/// Where pictures go: one picture, or many.
struct Outputs {
    PictureOutput* picture = nullptr;   ///< null for a sequence
    SequenceOutput* sequence = nullptr; ///< null for one picture
};

/// The options and the model of side B.
struct ComparedModel {
    ModelOptions options;
    ModelConfig config;
};

/// Draws both sides of a comparison. If they are of the same part of one file, it is read only once.
void render_sides(const RenderOptions& options, const ModelConfig& config_a, const ComparedModel& model_b,
                  FrameSize size, const Outputs& outputs, const JobContext& job) {
    const auto estimate = [&](const RecordingInfo& info) { return extra_bytes(options, info); };
    std::unique_ptr<ModelInput> model;
    std::unique_ptr<ModelInput> other;
    if (is_same_file(options.file, options.compare) && read_the_same(options.model, model_b.options)) {
        model = open_model_input(options.file, {config_a, model_b.config}, options.model, job, estimate);
    } else {
        model = open_model_input(options.file, {config_a}, options.model, job, estimate);
        other = open_model_input(options.compare, {model_b.config}, model_b.options, job, estimate);
    }
    RenderedSide a{name_of(options.file, options.model.layout), *model, config_a, options.model.restriction(),
                   nullptr};
    RenderedSide b{name_of(options.compare, model_b.options.layout), other ? *other : *model, model_b.config,
                   model_b.options.restriction(), nullptr};
    require_same_counting(options, a, b);
    find_scene(options, a, job);
    if (!other) b.scene = a.scene;
    find_scene(options, b, job);
    for (const RenderedSide* side : {&a, &b})
        check_tree(options, side->input, job);
    check_colours(options, options.geometry == "b" ? b : a);
    const PanelSides sides{options, a, b, size, job};
    if (outputs.sequence != nullptr)
        options.drawn().draw_difference_sequence(sides, *outputs.sequence);
    else
        options.drawn().draw_difference(sides, *outputs.picture);
}

void render_recording(const RenderOptions& options, const ModelConfig& config, FrameSize size,
                      const Outputs& outputs, const JobContext& job) {
    const RenderPanel& panel = options.drawn();
    const auto model =
        open_model_input(options.file, {config}, options.model, job,
                         [&](const RecordingInfo& info) { return extra_bytes(options, info); });
    RenderedSide side{name_of(options.file, options.model.layout), *model, config,
                      options.model.restriction(), nullptr};
    find_scene(options, side, job);
    check_tree(options, *model, job);
    check_colours(options, side);
    std::shared_ptr<const Profile> profile;
    if (panel.needs >= PanelNeeds::profile) {
        profile = side.simulate(job);
        check_recorded(options, *model, *profile);
    }
    const PanelInput input{options, side, profile.get(), size, job};
    if (outputs.sequence != nullptr)
        panel.draw_sequence(input, *outputs.sequence);
    else
        panel.draw(input, *outputs.picture);
}

PictureOutput open_picture(const RenderOptions& options, const JobContext& job) {
    PictureOutput output(options.output, "--output", job, options.drawn().formats);
    if (options.colour_vision.given() && raw_format_named(output.format()))
        throw UsageError(fmt::format(
            "--colour-vision: expected a PNG or SVG file, found {}, which has values and no colours",
            options.output));
    return output;
}

} // namespace

void write_render(const RenderOptions& asked, const JobContext& job) {
    const auto [width, height] = parse_resolution(asked.size, "--size", {64, 32767});
    const FrameSize size{static_cast<int>(width), static_cast<int>(height)};
    RenderOptions options = asked;
    options.panel = asked.chosen_panel();
    options.model = asked.sides.of(Side::baseline, asked.model);
    ModelConfig config = options.model.config();
    check_options(options, config);
    ComparedModel model_b{asked.sides.of(Side::compared, asked.model), {}};
    const RenderPanel& panel = options.drawn();
    if (panel.explain != nullptr) panel.explain(options, config);
    model_b.config = model_b.options.config();
    if (panel.explain != nullptr) panel.explain(options, model_b.config);
    const auto draw = [&](const Outputs& outputs) {
        if (options.compare.empty())
            render_recording(options, config, size, outputs, job);
        else
            render_sides(options, config, model_b, size, outputs, job);
    };
    if (options.sequence.given()) {
        const auto sequence = open_sequence_of(options, size, job);
        return draw({nullptr, sequence.get()});
    }
    refuse_sequence_format(options.output);
    PictureOutput output = open_picture(options, job);
    draw({&output, nullptr});
}

} // namespace hitmap
