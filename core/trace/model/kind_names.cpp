#include "core/trace/model/kind_names.h"

namespace hitmap {

std::string kind_names(std::span<const ElementKindId> kinds, std::string_view last) {
    if (kinds.size() < 2) return names_of(kinds, "");
    return names_of(kinds.first(kinds.size() - 1), ", ")
        .append(" ")
        .append(last)
        .append(" ")
        .append(element_kinds()[kinds.back()].name);
}

} // namespace hitmap
