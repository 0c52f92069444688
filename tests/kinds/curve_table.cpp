#include "tests/kinds/cell_rows.h"

#include <array>

namespace hitmap {

std::span<const ElementKind> element_kinds() {
    static constexpr std::array kinds{box_row, face_row, pixel_row, test::cell_row, test::curve_row};
    static_assert(kinds.size() == test::curve_kind + 1U);
    return kinds;
}

} // namespace hitmap
