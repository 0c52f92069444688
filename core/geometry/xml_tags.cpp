#include "core/geometry/xml_tags.h"

#include <algorithm>

namespace hitmap {

std::optional<XmlTag> XmlTags::next() {
    for (;;) {
        const std::size_t at = bytes_.find('<', next_);
        if (at == std::string_view::npos) return {};
        const std::string_view rest = bytes_.substr(at);
        if (rest.starts_with("<!--")) {
            if (!skip(at + 4, "-->")) return {};
        } else if (rest.starts_with("<![CDATA[")) {
            if (!skip(at + 9, "]]>")) return {};
        } else {
            return tag_at(at);
        }
    }
}

bool XmlTags::skip(std::size_t from, std::string_view end) {
    const std::size_t at = bytes_.find(end, from);
    next_ = at == std::string_view::npos ? bytes_.size() : at + end.size();
    return at != std::string_view::npos;
}

/// Finds the '>' that ends a tag. Values of attributes may contain '>' too.
std::size_t XmlTags::end_of_tag(std::size_t at) const {
    const std::string_view stops = bytes_.substr(at, 2).find_first_of("?!") == 1 ? ">" : ">\"'";
    for (;;) {
        at = bytes_.find_first_of(stops, at);
        if (at == std::string_view::npos) return bytes_.size();
        if (bytes_[at] == '>') return at;
        at = bytes_.find(bytes_[at], at + 1);
        if (at == std::string_view::npos) return bytes_.size();
        ++at;
    }
}

XmlTag XmlTags::tag_at(std::size_t at) {
    const std::size_t end = end_of_tag(at);
    const std::string_view text = bytes_.substr(at, end - at);
    const std::size_t name_end = std::min(text.find_first_of(" \t\r\n/", 2), text.size());
    next_ = std::min(end + 1, bytes_.size());
    return {at, text.substr(std::min<std::size_t>(1, text.size()), name_end - 1), text, next_};
}

} // namespace hitmap
