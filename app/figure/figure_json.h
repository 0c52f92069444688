#pragma once

#include "app/figure/figure.h"
#include "render/view/view_state.h"

#include <string>
#include <string_view>

namespace hitmap {

/// Parses a recipe (docs/figures.md) and reads the presets that it names. Recordings and meshes are not
/// opened. Throws FileError with the file, the place, what was expected and what was found.
/// @param file  path of the recipe; paths in it are relative to its folder
[[nodiscard]] Figure parse_figure(std::string_view json, const std::string& file);

/// Returns the view of a panel: that of its JSON over the usual one of figures, which has neither axes nor
/// frustum.
/// @param camera  used if the JSON has none
/// Throws FileError that names the panel.
[[nodiscard]] ViewState figure_view(const FigurePanel& panel, const Camera& camera = {});
/// Returns a text that two panels share if one colour bar can explain both. The panel must have colours.
[[nodiscard]] std::string scale_key(const FigurePanel& panel);

/// Returns "row 1, column 2", for messages.
[[nodiscard]] std::string place_of(const FigurePanel& panel);

} // namespace hitmap
