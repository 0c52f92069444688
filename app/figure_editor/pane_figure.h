#pragma once

#include "app/figure/figure_edit.h"
#include "app/figure_editor/figure_maker.h"
#include "widgets/session/state/session.h"

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace hitmap {

/// What of a pane can be added to a figure.
enum class AddedView : std::uint8_t {
    shown, ///< the mesh or the image, as the pane shows it
    framebuffer,
    hit_rates,
    accesses,
    l1_capacity,
    l2_capacity,
    elements,
    allocations,
};

/// Returns why a pane cannot be part of a figure, as a sentence; empty if it can. Recipes name recordings by
/// their files, or by a scene and the options of the tracer, with their part and memory layouts.
[[nodiscard]] QString why_no_figure(const Pane& pane);

/// A panel that shows the same as a pane, and what its recordings and caches are.
struct AddedPanel {
    FigurePanel panel; ///< its sources are numbers in `sources`, for recordings and caches alike
    std::vector<OpenedSource> sources;
};
/// Returns the panel with the present metric, frames, colours and camera of the pane. Requires
/// why_no_figure() to be empty. Axes and frustum, which explain a window, are left out.
/// @param aspect  width / height of the view on screen
[[nodiscard]] AddedPanel panel_of(const Pane& pane, AddedView what, double aspect);
/// Adds the panel to a figure and returns its place.
FigurePlace add_to(Figure& figure, const AddedPanel& added);

/// The recordings of a matrix, and the figure with them.
struct PaneMatrix {
    Figure figure;
    std::vector<OpenedSource> sources;
};
/// Returns a matrix of the panes with meshes: a column for each, and rows for the metrics that they show. If
/// that is one metric of look-ups, also for the one of the other level. Panes of the mesh of the first one
/// have the camera of the active pane, and differences to the first one. No value if no pane can be shown.
/// @param aspect  as for panel_of()
[[nodiscard]] std::optional<PaneMatrix> figure_of_panes(const Session& session, double aspect);
/// Returns a sentence about each open pane that figure_of_panes() leaves out, with the reason. Panes that
/// show the same as another one are not missed.
[[nodiscard]] QStringList left_out_of_figure(const Session& session);

} // namespace hitmap
