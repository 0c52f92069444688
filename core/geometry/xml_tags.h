#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hitmap {

/// A tag of an XML document.
struct XmlTag {
    std::size_t at = 0;    ///< offset of its '<'
    std::string_view name; ///< includes the '/' of an end tag
    std::string_view text; ///< text from its '<' to before its '>'
    std::size_t end = 0;   ///< offset after its '>'
};

/// Iterates over the tags of a document, which may be malformed or truncated. Skips comments and CDATA
/// sections.
class XmlTags {
public:
    explicit XmlTags(std::string_view bytes) : bytes_(bytes) {}

    /// Returns nothing after the last tag.
    [[nodiscard]] std::optional<XmlTag> next();

private:
    bool skip(std::size_t from, std::string_view end);
    [[nodiscard]] std::size_t end_of_tag(std::size_t at) const;
    XmlTag tag_at(std::size_t at);

    std::string_view bytes_;
    std::size_t next_ = 0;
};

} // namespace hitmap
