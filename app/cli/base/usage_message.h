#pragma once

#include <CLI/CLI.hpp>

#include <span>
#include <string>

namespace hitmap {

/// Returns the error of a command line in the form of all other messages: the option or argument, what was
/// expected and what was found. Of an unknown option, also the known one whose name is most alike.
/// @param app    parsed the command line
/// @param typed  the command line
[[nodiscard]] std::string usage_message(const CLI::App& app, const CLI::Error& error,
                                        std::span<const char* const> typed);

} // namespace hitmap
