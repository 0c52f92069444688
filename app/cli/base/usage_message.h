#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace hitmap {

/// What is wrong with a command line, in the words of all other messages: the option or argument, what was
/// expected and what was found.
[[nodiscard]] std::string usage_message(const CLI::Error& error);

} // namespace hitmap
