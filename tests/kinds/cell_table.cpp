#include "tests/kinds/cell_table.h"

#include "core/trace/model/element_kind_rows.h"

#include <array>

namespace hitmap {

namespace {

/// The four triangles, each seen from outside if the fourth corner is behind the first three.
constexpr std::array<std::uint8_t, 12> tetrahedron{0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};

constexpr ElementKind cell_row{.name = "cell",
                               .plural = "cells",
                               .role = test::cell_role,
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

} // namespace

std::span<const ElementKind> element_kinds() {
    static constexpr std::array kinds{box_row, face_row, pixel_row, cell_row};
    static_assert(kinds.size() == test::cell_kind + 1U);
    return kinds;
}

} // namespace hitmap
