#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace hitmap {

/// Adds --layout, which all commands have that read a recording. Empty: the layout beside the recording, if
/// there is one.
void add_layout_option(CLI::App& command, std::string& layout);

} // namespace hitmap
