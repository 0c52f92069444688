#pragma once

#include "app/cli/base/command_reference.h"

#include <array>
#include <string>
#include <string_view>

namespace hitmap {

/// Returns a section for each command with a table of its options, for docs/commands.md.
[[nodiscard]] std::string markdown_of(const ProgramReference& reference);

/// Returns the manual page of section 1 (man 7 man). `version`: of the program, without its name.
[[nodiscard]] std::string man_page_of(const ProgramReference& reference, std::string_view version);

/// Return a script that completes commands, options, and those values that are a choice of words.
[[nodiscard]] std::string bash_completion_of(const ProgramReference& reference);
[[nodiscard]] std::string zsh_completion_of(const ProgramReference& reference);
[[nodiscard]] std::string fish_completion_of(const ProgramReference& reference);

} // namespace hitmap
