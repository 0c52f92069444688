#include "core/trace/model/element_kind_rows.h"

#include <array>

// Nothing else is defined here, so that the linker leaves this source out of a program with its own table.
namespace hitmap {

std::span<const ElementKind> element_kinds() {
    static constexpr std::array kinds{box_row, face_row, pixel_row};
    static_assert(kinds.size() <= most_element_kinds);
    return kinds;
}

} // namespace hitmap
