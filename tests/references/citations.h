#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The text of a source file on one line, without the comment marks at the start of lines, so that citations
/// that span two lines are found.
[[nodiscard]] std::string without_line_breaks(std::string_view text);

/// Works cited by author and year as in docs/references.md: "Mei et al. 2014", "Aila and Laine 2009", "von
/// Buelow, Guthe and Fellner 2022"; in parentheses or after a semicolon also one author, "(Nielson 2004)".
/// "Mei et al. (2014)" and "Mei et al., 2014" are converted to "Mei et al. 2014".
[[nodiscard]] std::vector<std::string> citations_in(const std::string& text);

/// References to things outside of the repository: "paper 1", "design 4.2", abbreviations of sources, and
/// external folders.
[[nodiscard]] std::vector<std::string> private_references_in(const std::string& text);

} // namespace hitmap
