#pragma once

#include "app/figure/figure.h"

#include <array>
#include <string_view>
#include <utility>

namespace hitmap {

/// The names of values in recipes, in the order in which users see them.
template <class Value, std::size_t count>
using FigureNameTable = std::array<std::pair<Value, std::string_view>, count>;

inline constexpr FigureNameTable<FigurePanelKind, 7> figure_kind_names{
    {{FigurePanelKind::mesh, "mesh"},
     {FigurePanelKind::image, "image"},
     {FigurePanelKind::framebuffer, "framebuffer"},
     {FigurePanelKind::plot, "plot"},
     {FigurePanelKind::colour_bar, "colour-bar"},
     {FigurePanelKind::table, "table"},
     {FigurePanelKind::text, "text"}}};
inline constexpr FigureNameTable<FigurePlot, 4> figure_plot_names{{{FigurePlot::hit_rates, "hit-rates"},
                                                                   {FigurePlot::accesses, "accesses"},
                                                                   {FigurePlot::l1_capacity, "l1-capacity"},
                                                                   {FigurePlot::l2_capacity, "l2-capacity"}}};
inline constexpr FigureNameTable<FigureTable, 2> figure_table_names{
    {{FigureTable::elements, "elements"}, {FigureTable::allocations, "allocations"}}};
inline constexpr FigureNameTable<FigureCorner, 4> figure_corner_names{
    {{FigureCorner::top_left, "top-left"},
     {FigureCorner::top_right, "top-right"},
     {FigureCorner::bottom_left, "bottom-left"},
     {FigureCorner::bottom_right, "bottom-right"}}};
inline constexpr FigureNameTable<FigureRanges, 3> figure_range_names{
    {{FigureRanges::metric, "metric"}, {FigureRanges::all, "all"}, {FigureRanges::panel, "panel"}}};

template <class Value, std::size_t count>
[[nodiscard]] constexpr std::string_view figure_name(const FigureNameTable<Value, count>& table,
                                                     Value value) {
    for (const auto& [known, name] : table)
        if (known == value) return name;
    return {};
}

} // namespace hitmap
