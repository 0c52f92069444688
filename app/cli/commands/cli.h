#pragma once

#include "app/cli/options/layout_options.h"
#include "core/jobs/output_files.h"
#include "core/trace/model/recording_part.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hitmap {

/// The arguments of `hitmap` or `hitmap view [FILE...] [--requests A:B ...] [--layout LAYOUT.json]
/// [--relayout OPTIONS ...] [--deal-blocks SMS]`.
struct ViewRequest {
    /// Recordings, mesh files or built-in scenes; if empty, the start page is shown.
    std::vector<std::string> files;
    RecordingPart part;             ///< which part of each file
    LayoutChoice layout;            ///< in which layouts each file is opened
    std::uint32_t dealt_sms = 0;    ///< to how many SMs thread blocks are dealt; 0: they stay where they are
    bool timing = false;            ///< whether to print when the first picture was complete
    OutputFiles* outputs = nullptr; ///< outputs of the program; a signal that ends the program abandons them
};

/// Opens the window and returns the exit status of the program.
using ViewLauncher = std::function<int(const ViewRequest&)>;

/// Runs a command line as described in the manual and by `hitmap --help`. Results go to standard output or
/// files in the C locale, progress and errors to standard error. No Qt object is created unless `view` is
/// called.
/// @param commit  of the sources, which --version prints; empty if it is not known
/// @return the exit status: 0, 1 (failed) or 2 (usage); if a signal ends the program, 128 plus its number
int run_cli(int argc, const char* const* argv, const ViewLauncher& view, const std::string& commit = {});

} // namespace hitmap
