#include "core/trace/elements/kind_names.h"

namespace hitmap {

std::string kind_name(ElementKindId kind, KindName name) {
    const ElementKind& row = element_kinds()[kind];
    if (name == KindName::plural) return std::string(row.plural);
    if (name == KindName::singular) return std::string(row.name);
    constexpr std::string_view vowels = "aeiou";
    const bool vowel = !row.name.empty() && vowels.find(row.name.front()) != std::string_view::npos;
    return std::string(vowel ? "an " : "a ").append(row.name);
}

std::string list_of(std::span<const ElementKindId> kinds, KindName name, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (i != 0 && i + 1 == kinds.size())
            text.append(" ").append(last).append(" ");
        else if (i != 0)
            text += ", ";
        text += kind_name(kinds[i], name);
    }
    return text;
}

std::string list_of(KindSet kinds, KindName name, std::string_view last) {
    return list_of(in_drawing_order(kinds), name, last);
}

} // namespace hitmap
