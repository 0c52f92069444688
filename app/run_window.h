#pragma once

#include "app/cli/commands/cli.h"

namespace hitmap {

/// Opens the window and runs until the last window is closed. Qt searches argc and argv for its own options.
/// Returns the exit status of the process.
int run_window(int argc, char** argv, const ViewRequest& request);

} // namespace hitmap
