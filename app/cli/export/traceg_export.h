#pragma once

#include "app/cli/options/model_options.h"
#include "core/jobs/progress.h"

#include <CLI/CLI.hpp>

#include <string>

namespace hitmap {

struct TracegOptions {
    std::string folder; ///< empty: no trace is written
    bool xz = false;    ///< compress the kernels

    /// Returns whether a trace is written. Throws UsageError if the options contradict one another.
    /// @param has_table  the command also writes a table
    [[nodiscard]] bool check(bool has_table) const;
};

/// Adds --traceg and --xz.
void add_traceg_options(CLI::App& command, TracegOptions& options);

/// Writes a recording or a part of it as a trace of Accel-Sim into a folder, which is created: kernelslist.g,
/// the kernels, and kernelslist.g.json, which says how the trace was made. Tells on standard error what the
/// trace does not carry. Throws FileError, Cancelled.
/// @param model  says which part of the recording is written, and its layout
void export_traceg(const std::string& file, const ModelOptions& model, const TracegOptions& options,
                   const JobContext& job);

} // namespace hitmap
