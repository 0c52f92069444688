#pragma once

#include "app/figure/figure.h"
#include "render/view/view_state.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A place of the matrix of a figure, from 0.
struct FigurePlace {
    std::size_t row = 0;
    std::size_t column = 0;
    friend auto operator<=>(const FigurePlace&, const FigurePlace&) = default;
};

/// Changes of figures. None of them checks whether the result is a valid recipe: checked_figure() does.

/// Returns a figure with one empty place.
[[nodiscard]] Figure empty_figure();
/// Returns the figure as it is read again from its recipe: panels are sorted, and everything is checked as in
/// parse_figure(), whose FileError names no file. A figure without panels stays as it is.
[[nodiscard]] Figure checked_figure(const Figure& figure);

/// Returns the number of the panel that covers a place; no value if it is empty.
[[nodiscard]] std::optional<std::size_t> panel_at(const Figure& figure, FigurePlace place);
/// Returns the number of an equal recording, or adds this one, under another name if its own is taken.
std::size_t add_recording(Figure& figure, FigureRecording recording);
/// The same for a cache configuration.
std::size_t add_cache(Figure& figure, ExperimentCache cache);
/// Returns a text as a name of a recording or of a cache: letters, digits, '-' and '.'.
[[nodiscard]] std::string figure_word(const std::string& text);

/// Puts a panel to the first empty place that is not in a column of colour bars, or else to a new column or a
/// new row; a second column makes a figure of the usual width as wide as two columns of text. A table gets a
/// row of its own. If no colour bar explains its colours, it gets one at the right. Returns its place.
FigurePlace add_panel(Figure& figure, FigurePanel panel);
/// Adds a colour bar for the panel at a place, in a column of colour bars at its right.
void add_colour_bar(Figure& figure, FigurePlace explained);
/// Removes the panel that covers a place, if there is one.
void remove_panel(Figure& figure, FigurePlace place);
/// Exchanges the contents of two places: of panels with different spans, each fills what the other one
/// filled. A panel that moves to an empty place keeps its span. Colour bars follow the panels that they
/// explain.
void exchange(Figure& figure, FigurePlace a, FigurePlace b);

enum class FigureAxis : std::uint8_t { row, column };
/// Returns the place with which exchange() moves what is at `from` by one step: that of the panel behind it,
/// or one place further if nothing is there. No value at the edge of the matrix.
[[nodiscard]] std::optional<FigurePlace> next_place(const Figure& figure, FigurePlace from, FigureAxis axis,
                                                    bool forward);
/// Inserts an empty row or column before number `before`. Panels across that place span it, too.
void insert_track(Figure& figure, FigureAxis axis, std::size_t before);
/// Removes a row or column with the panels that are in no other one; those that span it become smaller. The
/// last one is only emptied.
void remove_track(Figure& figure, FigureAxis axis, std::size_t number);

/// Gives the camera of a mesh to the other meshes: all of them, or those of its row or column.
/// @param axis  no value: all
void share_camera(Figure& figure, FigurePlace from, std::optional<FigureAxis> axis);
/// Changes the view of a panel. Of its JSON, only the keys that change are written.
void change_view(FigurePanel& panel, const std::function<void(ViewState&)>& change);
/// Removes colour bars that explain nothing, and recordings and caches that no panel uses; the last cache
/// stays.
void remove_unused(Figure& figure);

/// The usual width of a column of colour bars in mm: for numbers such as "+100.0 pp".
inline constexpr double bar_column_mm = 18.0;

} // namespace hitmap
