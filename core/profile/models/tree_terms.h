#pragma once

#include "core/profile/query/box_terms.h"
#include "core/tree/tree_shape.h"

#include <memory>

namespace hitmap {

/// Returns the terms of the boxes of a tree.
[[nodiscard]] std::shared_ptr<const BoxTerms> tree_terms(std::shared_ptr<TreeOnce> tree);

} // namespace hitmap
