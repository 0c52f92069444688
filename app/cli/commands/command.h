#pragma once

#include "app/cli/commands/cli.h"
#include "core/jobs/progress.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace hitmap {

/// A command's work, run after parsing. Throws hitmap::Error for anything a person should read.
using Command = std::function<void(const JobContext& job)>;

/// Each adds one command to `app` and calls select(work) when it was the one given.
using SelectCommand = std::function<void(Command)>;
void add_trace_command(CLI::App& app, const SelectCommand& select);
void add_info_command(CLI::App& app, const SelectCommand& select);
void add_validate_command(CLI::App& app, const SelectCommand& select);
void add_simulate_command(CLI::App& app, const SelectCommand& select);
void add_compare_command(CLI::App& app, const SelectCommand& select);
void add_export_command(CLI::App& app, const SelectCommand& select);
void add_render_command(CLI::App& app, const SelectCommand& select);
void add_probe_command(CLI::App& app, const SelectCommand& select);
void add_presets_command(CLI::App& app, const SelectCommand& select);
/// `timing`: whether --timing was given; read when the work begins.
void add_sweep_command(CLI::App& app, const SelectCommand& select, const bool& timing);

} // namespace hitmap
