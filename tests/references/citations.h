#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The text of a source file in one line: comment marks at the begin of lines are left out, so that a
/// citation that a line break cuts in two is whole.
[[nodiscard]] std::string without_line_breaks(std::string_view text);

/// Works cited by author and year, as docs/references.md names them: "Mei et al. 2014", "Aila and Laine
/// 2009", "von Buelow, Guthe and Fellner 2022"; in parentheses or after a semicolon also one author,
/// "(Nielson 2004)". "Mei et al. (2014)" and "Mei et al., 2014" are found as "Mei et al. 2014".
[[nodiscard]] std::vector<std::string> citations_in(const std::string& text);

/// References to what is not in the repository: "paper 1", "design 4.2", abbreviations of sources, folders
/// beside it.
[[nodiscard]] std::vector<std::string> private_references_in(const std::string& text);

} // namespace hitmap
