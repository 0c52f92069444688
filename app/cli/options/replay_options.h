#pragma once

#include "core/replay/replay_options.h"

#include <CLI/CLI.hpp>

#include <vector>

namespace hitmap {

/// Adds all options of replay_option_table(), which it returns. They set `replay`, which must outlive the
/// command.
std::vector<CLI::Option*> add_replay_options(CLI::App& command, ReplayOptions& replay);

} // namespace hitmap
