#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace hitmap {

/// Adds --layout, which all commands have that read a recording. Empty: the layout beside the recording, if
/// there is one.
void add_layout_option(CLI::App& command, std::string& layout);
/// Adds such an option with another help text.
/// @param suffix  end of the name: "-b" gives --layout-b
void add_layout_option(CLI::App& command, std::string& layout, const std::string& suffix,
                       const std::string& help);

} // namespace hitmap
