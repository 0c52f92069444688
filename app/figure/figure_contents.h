#pragma once

#include "app/figure/figure.h"
#include "app/figure/figure_inputs.h"
#include "app/figure/figure_layout.h"
#include "app/figure/figure_table.h"
#include "render/elements/prepared_scene.h"
#include "render/picture/colour_bar.h"
#include "render/picture/metric_picture.h"
#include "render/picture/panels.h"
#include "render/plot/plot_data.h"
#include "render/view/view_state.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The values on one mesh.
struct FigureMesh {
    std::shared_ptr<const PreparedScene> prepared;
    PictureValues values;
};

/// What a panel shows. The members of other kinds than that of the panel are empty.
struct FigureContent {
    FigureNeed need;
    ViewState state; ///< of panels with colours
    ColourBarText bar{};
    ColourRange range; ///< may be common to several panels
    std::string low{}; ///< words at the ends of the colour bar; may be empty
    std::string high{};
    std::vector<FigureMesh> meshes;        ///< that of the panel, then those of its insets
    std::optional<FramebufferPanel> cells; ///< with `range`
    std::optional<PlotData> plot;
    FigureTableText table;
    std::vector<std::string> lines;
    std::vector<std::string> estimates; ///< why its values are estimates (figure_estimates.h)
    std::string bar_estimate{};         ///< what the colour bar of its colours says of that; may be empty
};

/// Simulates everything that the figure shows, chooses the ranges of its colours and says what is an
/// estimate. Returns [panels]. Throws FileError, UsageError, Error (what a panel shows is not known),
/// Cancelled.
[[nodiscard]] std::vector<FigureContent> figure_contents(const Figure& figure, FigureInputs& inputs,
                                                         const JobContext& job = {});

/// Replaces {l1-hit-rate} and {l2-hit-rate} by the hit rates of the headline, {l1-look-ups} and {l2-look-ups}
/// by "12 345 of 67 890 look-ups". Other text stays.
[[nodiscard]] std::string with_rates(const std::string& text, const FigureSource& source,
                                     FigureInputs& inputs, const JobContext& job = {});

} // namespace hitmap
