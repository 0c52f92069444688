#include "app/cli/render/panel_writers.h"
#include "app/cli/render/render_panels.h"
#include "core/base/error.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/pixel_index/pixel_index_builder.h"
#include "core/profile/pixels/pixel_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

constexpr std::array<std::string_view, 2> png_and_svg{"png", "svg"};
constexpr std::array<std::string_view, 4> pictures_and_values{"png", "svg", "exr", "npy"};

void check_cells(const RenderOptions& options, const ModelConfig& config) {
    if (!shows_stack(options)) return;
    if (!std::holds_alternative<HierarchyConfig>(config))
        throw UsageError("--cells stack-sectors: expected with --model hierarchy");
    if (options.state().frames.total > 1)
        throw UsageError("--cells stack-sectors: is of the whole recording; expected without --frames");
    if (const Restriction only = options.model.restriction(); !only.empty())
        throw UsageError(fmt::format("--cells stack-sectors: is of everything; found {}", to_string(only)));
}

UsageError needs_hierarchy(std::string_view metric) {
    return UsageError(fmt::format("--metric {}: expected with --model hierarchy", metric));
}

void check_image(const RenderOptions& options, const ModelConfig& config) {
    if (options.range == "all-frames" && !options.sequence.of_frames())
        throw UsageError(
            "--range all-frames: expected with --panel mesh or --sequence frames, found --panel image");
    if (options.pixel_quantity().needs == PixelPart::sectors &&
        !std::holds_alternative<HierarchyConfig>(config))
        throw needs_hierarchy(options.pixel_quantity().name);
}

void check_addresses(const RenderOptions& options, const ModelConfig& /*config*/) {
    (void)options.address_quantity();
}

/// Metrics of the reasons of misses need a model that determines these reasons.
void explain_mesh(const RenderOptions& options, ModelConfig& config) {
    const Metric metric = options.state().metric;
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (!quantity.is_class_of_misses()) return;
    if (auto* hierarchy = std::get_if<HierarchyConfig>(&config))
        hierarchy->explain_misses = true;
    else if (quantity.sums.has(Sum::conflict))
        throw needs_hierarchy(info_of(metric).name);
}

void explain_image(const RenderOptions& options, ModelConfig& config) {
    if (options.pixel_quantity().needs != PixelPart::causes) return;
    auto* const explained = std::get_if<HierarchyConfig>(&config);
    if (explained == nullptr) throw needs_hierarchy(options.pixel_quantity().name);
    explained->explain_misses = true;
}

std::uint64_t profile_bytes(const RenderOptions& /*options*/, const RecordingInfo& info) {
    return estimate_profile_bytes(info);
}

std::uint64_t image_bytes(const RenderOptions& options, const RecordingInfo& info) {
    // Metrics that choose elements need a profile.
    if (depend_on_time(options.state().view.only_ranges)) return estimate_profile_bytes(info);
    return options.sequence.given() ? estimate_pixel_index_bytes(info) : estimate_pixel_table_bytes(info);
}

constexpr auto panels = std::to_array<RenderPanel>({
    {.name = "mesh",
     .help = "",
     .formats = png_format,
     .needs = PanelNeeds::mesh,
     .takes = {PanelOption::subtree, PanelOption::cut, PanelOption::ranges, PanelOption::geometry,
               PanelOption::colour_by},
     .draw = draw_mesh,
     .draw_sequence = draw_mesh_sequence,
     .draw_difference = draw_mesh_difference,
     .draw_difference_sequence = draw_mesh_difference_sequence,
     .explain = explain_mesh,
     .memory = profile_bytes},
    {.name = "framebuffer",
     .help = "cells of pixels, see --cells",
     .formats = png_and_svg,
     .needs = PanelNeeds::scene,
     .takes = {PanelOption::cells},
     .has_fixed_range = true,
     .draw = draw_framebuffer,
     .draw_sequence = draw_framebuffer_sequence,
     .check = check_cells,
     .memory = profile_bytes},
    {.name = "image",
     .help = "what the lanes of each pixel did, see --metric",
     .formats = pictures_and_values,
     .metric = PanelMetric::pixels,
     .takes = {PanelOption::ranges},
     .draw = draw_image,
     .draw_sequence = draw_image_sequence,
     .draw_difference = draw_image_difference,
     .draw_difference_sequence = draw_image_difference_sequence,
     .check = check_image,
     .explain = explain_image,
     .memory = image_bytes},
    {.name = "curves",
     .help = "hit rates and accesses over the frames",
     .formats = png_and_svg,
     .needs = PanelNeeds::profile,
     .takes = {PanelOption::curve},
     .draw = draw_curves,
     .memory = profile_bytes},
    {.name = "addresses",
     .help = "memory by time",
     .formats = png_and_svg,
     .metric = PanelMetric::addresses,
     .takes = {PanelOption::addresses},
     .of_hierarchy = true,
     .of_everything = true,
     .draw = draw_addresses,
     .draw_sequence = draw_address_sequence,
     .check = check_addresses,
     .memory = profile_bytes},
    {.name = "miss-ratio",
     .help = "hit rate of every capacity",
     .formats = png_and_svg,
     .of_hierarchy = true,
     .of_everything = true,
     .draw = draw_miss_ratio,
     .memory = profile_bytes},
});

} // namespace

std::span<const RenderPanel> render_panels() {
    return panels;
}

const RenderPanel& panel_named(std::string_view name) {
    const auto found = std::ranges::find(panels, name, &RenderPanel::name);
    return found == panels.end() ? panels.front() : *found;
}

std::string panel_names(bool (*is_named)(const RenderPanel&)) {
    std::string names;
    std::string_view last;
    for (const RenderPanel& panel : panels) {
        if (!is_named(panel)) continue;
        if (!last.empty()) names += fmt::format("{}{}", names.empty() ? "" : ", ", last);
        last = panel.name;
    }
    return names.empty() ? std::string(last) : fmt::format("{} or {}", names, last);
}

} // namespace hitmap
