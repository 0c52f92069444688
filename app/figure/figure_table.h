#pragma once

#include "app/figure/figure.h"
#include "core/profile/query/profile.h"
#include "core/profile/query/time_window.h"
#include "core/trace/model/recording.h"
#include "render/image/canvas.h"

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The texts of a table; the first column names the rows.
struct FigureTableText {
    std::vector<std::string> titles;            ///< [columns]
    std::vector<std::vector<std::string>> rows; ///< [rows][columns]
};

/// Returns the keys that FigurePanel::keys may have: those of the columns of all tables.
[[nodiscard]] std::vector<std::string> figure_table_keys();

/// Returns the table of a panel. Rates have hits and look-ups beside them unless its keys leave them out;
/// columns that no row knows are left out unless its keys name them. Throws Cancelled.
[[nodiscard]] FigureTableText figure_table_of(const FigurePanel& panel, const RecordingInfo& info,
                                              const Profile& profile, TimeWindow window,
                                              const JobContext& job = {});

/// Returns the height of a table in points if it is wide enough.
[[nodiscard]] double figure_table_height(const FigureTableText& table, double font_size);
/// Draws a table with rules above, below and under its titles. If it is wider than the place, it is made
/// smaller.
/// @param corner  upper left corner; `width` is that of the place
void draw_figure_table(Canvas& canvas, CanvasPoint corner, double width, const FigureTableText& table,
                       const Figure& figure);

} // namespace hitmap
