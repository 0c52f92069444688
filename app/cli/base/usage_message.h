#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace hitmap {

/// Returns the error of a command line in the form of all other messages: the option or argument, what was
/// expected and what was found.
[[nodiscard]] std::string usage_message(const CLI::Error& error);

} // namespace hitmap
