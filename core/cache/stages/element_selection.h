#pragma once

#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Some elements of one kind.
struct ElementSelection {
    ElementKindId kind = 0;
    std::vector<std::uint32_t> elements; ///< in ascending order
    friend bool operator==(const ElementSelection&, const ElementSelection&) = default;
};

} // namespace hitmap
