#include "core/trace/model/told_kinds.h"

namespace hitmap {

namespace {

std::string name_in_form(ElementKindId kind, KindName name) {
    const ElementKind& row = element_kinds()[kind];
    if (name == KindName::plural) return std::string(row.plural);
    if (name == KindName::single) return std::string(row.name);
    constexpr std::string_view vowels = "aeiou";
    const bool vowel = !row.name.empty() && vowels.find(row.name.front()) != std::string_view::npos;
    return std::string(vowel ? "an " : "a ").append(row.name);
}

} // namespace

KindSet told_kinds(const RecordingInfo& info) {
    KindSet told(box_kind, face_kind, pixel_kind);
    for (const ElementKindId kind : all_kinds())
        if (info.scene.primitives[kind] != 0) told.insert(kind);
    for (const Allocation& allocation : info.allocations)
        if (const auto kind = element_kind_of(allocation.role)) told.insert(*kind);
    return told;
}

KindSet told_drawn_kinds(const RecordingInfo& info) {
    KindSet drawn;
    for (const ElementKindId kind : told_kinds(info))
        if (element_kinds()[kind].geometry) drawn.insert(kind);
    return drawn;
}

std::string list_of(KindSet kinds, KindName name, std::string_view last) {
    std::string text;
    const auto ordered = in_drawing_order(kinds);
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        if (i != 0 && i + 1 == ordered.size())
            text.append(" ").append(last).append(" ");
        else if (i != 0)
            text += ", ";
        text += name_in_form(ordered[i], name);
    }
    return text;
}

} // namespace hitmap
