#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Escapes text for an element or an attribute of XML and HTML: & < > " become entities, and control
/// characters, which XML does not allow, become spaces. Characters beyond ASCII stay as they are.
[[nodiscard]] std::string xml_text(std::string_view text);

} // namespace hitmap
