#pragma once

#include "core/profile/query/element_terms.h"
#include "core/tree/tree_shape.h"

#include <memory>

namespace hitmap {

/// Returns the terms of the boxes of a tree.
[[nodiscard]] std::shared_ptr<const ElementTerms> tree_terms(std::shared_ptr<TreeOnce> tree);

} // namespace hitmap
