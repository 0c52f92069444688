#pragma once

#include "core/trace/model/element_kind.h"

namespace hitmap::test {

/// A tetrahedral cell with four vertices, the kind that the programs of this folder add to the table of
/// kinds: they define element_kinds() themselves, with the rows of Hitmap and one more.
inline constexpr ElementKindId cell_kind = 3;
inline constexpr Role cell_role{role_count};

} // namespace hitmap::test
