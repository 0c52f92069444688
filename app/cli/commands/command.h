#pragma once

#include "app/cli/commands/cli.h"
#include "core/jobs/progress.h"

#include <CLI/CLI.hpp>

#include <array>
#include <functional>

namespace hitmap {

/// The work of a command, which runs after parsing. Throws hitmap::Error for all errors that users should
/// read.
using Command = std::function<void(const JobContext& job)>;

/// Receives the work of the command that was given.
using SelectCommand = std::function<void(Command)>;

/// Adds one command to `app`, which calls select(work) if it was given. Each command is in a file of its own:
/// add_trace_command in trace_command.cpp.
using AddCommand = void(CLI::App& app, const SelectCommand& select);
AddCommand add_trace_command, add_import_command, add_cut_command, add_layout_command, add_info_command,
    add_validate_command, add_simulate_command, add_compare_command, add_export_command, add_render_command,
    add_figure_command, add_presets_command, add_probe_command, add_record_command, add_relayout_command,
    add_report_command, add_simt_command, add_sweep_command, add_lsp_command, add_reference_command,
    add_findings_command, add_replay_command, add_rays_command;

/// All commands except `view`, in the order of --help, which leaves out the last one.
inline constexpr std::array command_list{
    add_trace_command,    add_record_command,   add_import_command,   add_replay_command,
    add_cut_command,      add_relayout_command, add_layout_command,   add_info_command,
    add_validate_command, add_simulate_command, add_findings_command, add_simt_command,
    add_rays_command,     add_compare_command,  add_export_command,   add_render_command,
    add_figure_command,   add_report_command,   add_presets_command,  add_probe_command,
    add_sweep_command,    add_lsp_command,      add_reference_command};

} // namespace hitmap
