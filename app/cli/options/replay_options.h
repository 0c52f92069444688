#pragma once

#include "core/replay/replay_options.h"

#include <CLI/CLI.hpp>

namespace hitmap {

/// Adds all options of replay_option_table(). They set `replay`, which must outlive the command.
void add_replay_options(CLI::App& command, ReplayOptions& replay);

} // namespace hitmap
