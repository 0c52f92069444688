#pragma once

#include "core/raytracer/options/trace_options.h"

#include <CLI/CLI.hpp>

namespace hitmap {

/// Adds those options of trace_option_table() that describe the tree of a replay (replay_option_names()).
/// They set `tree`, which must outlive the command.
void add_replay_options(CLI::App& command, TraceOptions& tree);

} // namespace hitmap
