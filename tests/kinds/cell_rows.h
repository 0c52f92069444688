#pragma once

#include "core/trace/model/element_kind_rows.h"
#include "tests/kinds/cell_table.h"

#include <array>

namespace hitmap::test {

// The rows of the kinds that the programs of this folder add to the table. Only tables include this.

/// The four triangles, each seen from outside if the fourth corner is behind the first three.
inline constexpr std::array<std::uint8_t, 12> tetrahedron{0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};

inline constexpr ElementKind cell_row{.name = "cell",
                                      .plural = "cells",
                                      .role = cell_role,
                                      .has_look_ups = true,
                                      .look_up = {.bytes = 16,
                                                  .names = 4,
                                                  .named_role = Role::vertices,
                                                  .named = "vertex",
                                                  .named_bytes = 12,
                                                  .numbers = primitive::corners},
                                      .geometry = ElementGeometry{.form = CellForm::triangles,
                                                                  .corners = 4,
                                                                  .cells = tetrahedron,
                                                                  .count = primitive::count,
                                                                  .vertices = primitive::corners,
                                                                  .corner = primitive::corner,
                                                                  .bounds = primitive::bounds},
                                      .is_exported = true,
                                      .drawing_order = 2,
                                      .sources = primitive::sources,
                                      .expected = primitive::expected};

/// From each control point to the next.
inline constexpr std::array<std::uint8_t, 6> polyline{0, 1, 1, 2, 2, 3};

inline constexpr ElementKind curve_row{.name = "curve",
                                       .plural = "curves",
                                       .role = curve_role,
                                       .has_look_ups = true,
                                       .look_up = {.bytes = 16,
                                                   .names = 4,
                                                   .named_role = Role::vertices,
                                                   .named = "vertex",
                                                   .named_bytes = 12,
                                                   .numbers = primitive::corners},
                                       .geometry = ElementGeometry{.form = CellForm::edges,
                                                                   .corners = 4,
                                                                   .cells = polyline,
                                                                   .count = primitive::count,
                                                                   .vertices = primitive::corners,
                                                                   .corner = primitive::corner,
                                                                   .bounds = primitive::bounds},
                                       .is_exported = true,
                                       .drawing_order = 3,
                                       .sources = primitive::sources,
                                       .expected = primitive::expected};

} // namespace hitmap::test
