#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Text as it may stand in an element or an attribute of XML and HTML: & < > " become entities, and control
/// characters, which XML does not allow, spaces. What is not ASCII stays as it is.
[[nodiscard]] std::string xml_text(std::string_view text);

} // namespace hitmap
