#pragma once

#include "core/trace/model/element_kind.h"

namespace hitmap::test {

/// A tetrahedral cell with four vertices, the kind that the programs of this folder add to the table of
/// kinds: they define element_kinds() themselves, with the rows of Hitmap and one more.
inline constexpr ElementKindId cell_kind = 3;
inline constexpr Role cell_role{role_count};

/// A curve with four control points, drawn as the edges between them: the kind that some of the programs add
/// after the cell (curve_table.cpp).
inline constexpr ElementKindId curve_kind = 4;
inline constexpr Role curve_role{role_count + 1};

} // namespace hitmap::test
