#pragma once

#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

enum class KindName : std::uint8_t {
    singular,     ///< "face"
    with_article, ///< "a face"
    plural,       ///< "faces"
};

[[nodiscard]] std::string kind_name(ElementKindId kind, KindName name);

/// The names of kinds in a sentence, in the order given: "a box, a face or a pixel".
/// @param last  the word before the last one
[[nodiscard]] std::string list_of(std::span<const ElementKindId> kinds, KindName name,
                                  std::string_view last = "or");
/// The same in the order of what is drawn (in_drawing_order()): "a face, a box or a pixel".
[[nodiscard]] std::string list_of(KindSet kinds, KindName name, std::string_view last = "or");

} // namespace hitmap
