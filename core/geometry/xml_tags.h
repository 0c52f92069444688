#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hitmap {

/// A tag of an XML document.
struct XmlTag {
    std::size_t at = 0;    ///< of its '<'
    std::string_view name; ///< with the '/' of an end tag
    std::string_view text; ///< from its '<' up to its '>'
    std::size_t end = 0;   ///< behind its '>'
};

/// Goes through the tags of a document, which may be broken or cut off; comments and CDATA sections have
/// none.
class XmlTags {
public:
    explicit XmlTags(std::string_view bytes) : bytes_(bytes) {}

    /// Nothing behind the last one.
    [[nodiscard]] std::optional<XmlTag> next();

private:
    bool skip(std::size_t from, std::string_view end);
    [[nodiscard]] std::size_t end_of_tag(std::size_t at) const;
    XmlTag tag_at(std::size_t at);

    std::string_view bytes_;
    std::size_t next_ = 0;
};

} // namespace hitmap
