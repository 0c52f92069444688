#pragma once

#include "core/jobs/output_files.h"

#include <functional>
#include <string>
#include <vector>

namespace hitmap {

/// What `hitmap` or `hitmap view [FILE...]` asks for.
struct ViewRequest {
    std::vector<std::string> files; ///< recordings, mesh files or built-in scenes; empty: the start page
    OutputFiles* outputs = nullptr; ///< of the program; a signal that ends it abandons them
};

/// Opens the window and returns the exit status of the program.
using ViewLauncher = std::function<int(const ViewRequest&)>;

/// Runs the command line of docs and `hitmap --help`. Results go to standard output or files in the C locale,
/// progress and errors to standard error. No Qt object exists unless `view` is called.
/// @return the exit status: 0, 1 (failed) or 2 (usage); a signal ends the program with 128 and its number
int run_cli(int argc, const char* const* argv, const ViewLauncher& view);

} // namespace hitmap
