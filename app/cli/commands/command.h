#pragma once

#include "app/cli/commands/cli.h"
#include "core/jobs/progress.h"

#include <CLI/CLI.hpp>

#include <array>
#include <functional>

namespace hitmap {

/// A command's work, run after parsing. Throws hitmap::Error for everything that users should read.
using Command = std::function<void(const JobContext& job)>;

/// Takes the work of the command that was given.
using SelectCommand = std::function<void(Command)>;

/// Adds one command to `app` and calls select(work) when it was the one given. Each is in a file of its own:
/// add_trace_command in trace_command.cpp.
using AddCommand = void(CLI::App& app, const SelectCommand& select);
AddCommand add_trace_command, add_import_command, add_info_command, add_validate_command,
    add_simulate_command, add_compare_command, add_export_command, add_render_command, add_presets_command,
    add_probe_command, add_sweep_command;

/// Every command but `view`, in the order of --help.
inline constexpr std::array command_list{add_trace_command,    add_import_command,   add_info_command,
                                         add_validate_command, add_simulate_command, add_compare_command,
                                         add_export_command,   add_render_command,   add_presets_command,
                                         add_probe_command,    add_sweep_command};

} // namespace hitmap
