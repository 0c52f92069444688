#include "app/cli/render/render_check.h"

#include "app/cli/base/option_check.h"
#include "app/cli/export/curve_export.h"
#include "app/cli/render/render_panel.h"
#include "app/cli/render/render_sequence.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

/// An option that only some panels take.
struct OptionOfPanels {
    PanelOption option;
    std::string_view name;
    bool (*is_given)(const RenderOptions&);
    bool (*is_taken)(const RenderPanel&);
    bool names_panel = false; ///< whether the message ends with the panel that was found
};

template <PanelOption option>
bool takes(const RenderPanel& panel) {
    return panel.takes.has(option);
}

constexpr std::array options_of_panels{
    OptionOfPanels{PanelOption::cells, "--cells", [](const RenderOptions& o) { return o.cells.has_value(); },
                   takes<PanelOption::cells>},
    OptionOfPanels{PanelOption::subtree, "--only-subtree",
                   [](const RenderOptions& o) { return o.only_subtree.has_value(); },
                   takes<PanelOption::subtree>, true},
    OptionOfPanels{PanelOption::subtree, "--without-subtree",
                   [](const RenderOptions& o) { return o.without_subtree.has_value(); },
                   takes<PanelOption::subtree>, true},
    OptionOfPanels{PanelOption::cut, "--cut-plane",
                   [](const RenderOptions& o) { return !o.cut_plane.empty(); }, takes<PanelOption::cut>,
                   true},
    OptionOfPanels{PanelOption::cut, "--cut-box", [](const RenderOptions& o) { return !o.cut_box.empty(); },
                   takes<PanelOption::cut>, true},
    OptionOfPanels{PanelOption::ranges, "--only-range",
                   [](const RenderOptions& o) { return !o.only_ranges.empty(); }, takes<PanelOption::ranges>,
                   true},
    OptionOfPanels{PanelOption::ranges, "--only-named",
                   [](const RenderOptions& o) { return !o.only_named.empty(); }, takes<PanelOption::ranges>,
                   true},
    OptionOfPanels{PanelOption::colour_by, "--colour-by",
                   [](const RenderOptions& o) { return o.colour_by.has_value(); },
                   takes<PanelOption::colour_by>, true},
    OptionOfPanels{PanelOption::curve, "--curve", [](const RenderOptions& o) { return !o.curves.empty(); },
                   takes<PanelOption::curve>},
    OptionOfPanels{PanelOption::addresses, "--address-range",
                   [](const RenderOptions& o) { return !o.addresses.range.empty(); },
                   takes<PanelOption::addresses>},
    OptionOfPanels{PanelOption::addresses, "--address-rows",
                   [](const RenderOptions& o) { return o.addresses.rows.has_value(); },
                   takes<PanelOption::addresses>},
};

void check_taken(const RenderPanel& panel, const RenderOptions& options) {
    for (const OptionOfPanels& each : options_of_panels)
        if (each.is_given(options) && !each.is_taken(panel))
            throw UsageError(fmt::format("{}: expected with --panel {}{}", each.name,
                                         panel_names(each.is_taken),
                                         each.names_panel ? fmt::format(", found {}", panel.name) : ""));
}

void check_compare(const RenderPanel& panel, const RenderOptions& options) {
    if (options.compare.empty()) {
        for (const std::string& option : {options.sides.given(), options.frames_b.given(),
                                          std::string(options.geometry ? "--geometry" : "")})
            if (!option.empty()) throw UsageError(option + ": expected with --compare");
        return;
    }
    const auto is_compared = [](const RenderPanel& each) { return each.draw_difference != nullptr; };
    if (!is_compared(panel))
        throw UsageError(fmt::format("--compare: expected with --panel {}, found {}",
                                     panel_names(is_compared), panel.name));
    if (options.geometry && !takes<PanelOption::geometry>(panel))
        throw UsageError(fmt::format("--geometry: expected with --panel {}, found {}",
                                     panel_names(takes<PanelOption::geometry>), panel.name));
    if (options.range == "all-frames" && !options.sequence.of_frames())
        throw UsageError(
            "--range all-frames: expected without --compare or with --sequence frames; differences are known "
            "of the frames that are shown");
}

void check_model(const RenderPanel& panel, const ModelConfig& config, const Restriction& only) {
    if (panel.of_hierarchy && !std::holds_alternative<HierarchyConfig>(config))
        throw UsageError(fmt::format("--panel {}: expected with --model hierarchy", panel.name));
    if (panel.of_everything && !only.empty())
        throw UsageError(fmt::format("--panel {}: is of everything; found {}", panel.name, to_string(only)));
}

bool is_written_as_svg(const RenderPanel& panel) {
    return std::ranges::find(panel.formats, "svg") != panel.formats.end();
}

void check_output(const RenderPanel& panel, const RenderOptions& options) {
    const std::string& output = options.output;
    if ((output.ends_with(".svg") || output.ends_with(".SVG")) && !is_written_as_svg(panel))
        throw UsageError(fmt::format("--panel {} is written as PNG only (the other panels as SVG too), "
                                     "found '{}'",
                                     panel.name, output));
    refuse_overwriting(output, "--output",
                       {options.file, options.compare, options.view, options.sequence.camera_file()});
}

} // namespace

void check_options(const RenderOptions& options, const ModelConfig& config) {
    const RenderPanel& panel = options.drawn();
    const ViewState asked = options.state();
    check_compare(panel, options);
    (void)options.frames_b.over(asked.frames);
    (void)options.model.part.part();
    const Restriction only = options.model.restriction();
    if (panel.check != nullptr) panel.check(options, config);
    check_taken(panel, options);
    (void)curve_requests(options.curves);
    check_model(panel, config, only);
    check_sequence(options);
    check_output(panel, options);
}

} // namespace hitmap
