#pragma once

#include "core/trace/model/element_kind.h"

#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// "box, face or pixel": the names of kinds in a sentence, in the order given.
[[nodiscard]] std::string kind_names(std::span<const ElementKindId> kinds, std::string_view last = "or");

} // namespace hitmap
