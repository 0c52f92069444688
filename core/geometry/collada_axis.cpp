#include "core/geometry/collada_axis.h"

#include "core/geometry/xml_tags.h"

namespace hitmap {

std::optional<std::string_view> declared_up_axis(std::string_view document) {
    const std::string_view text = document.substr(0, collada_beginning_bytes);
    XmlTags tags(text);
    while (const auto tag = tags.next()) {
        if (tag->name == "/asset") break;
        if (tag->name == "up_axis") return text.substr(tag->end, text.find('<', tag->end) - tag->end);
    }
    return std::nullopt;
}

bool import_turns(std::string_view declared_up_axis) {
    return declared_up_axis == "X_UP" || declared_up_axis == "Z_UP";
}

} // namespace hitmap
