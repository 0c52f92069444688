#pragma once

#include "app/cli/options/model_options.h"
#include "core/jobs/progress.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace hitmap {

struct AnnotatedOptions {
    std::string folder; ///< empty: no sources are written
    /// Where sources may be whose texts are not recorded, besides the folder of the recording.
    std::vector<std::string> source_folders;

    /// Returns whether sources are written. Throws UsageError if the options contradict one another.
    /// @param writes_other  the command also writes a table or a trace
    [[nodiscard]] bool check(bool writes_other, const ModelOptions& model) const;
};

/// Adds --annotated-source and --source-folder.
void add_annotated_options(CLI::App& command, AnnotatedOptions& options);

/// Simulates the recording and writes its source files with the numbers of their lines as comments into a
/// folder, which is created, with annotated-source.json, which says how they were made. Tells on standard
/// error which texts are not recorded. Throws UsageError (the folder has other files), FileError, Cancelled.
void export_annotated(const std::string& file, const ModelOptions& model, const AnnotatedOptions& options,
                      const JobContext& job);

} // namespace hitmap
