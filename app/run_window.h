#pragma once

#include "app/cli/commands/cli.h"

namespace hitmap {

/// Opens the window and runs until the last one is closed. argc and argv are Qt's to look for its own options
/// in. Returns the exit status of the process.
int run_window(int argc, char** argv, const ViewRequest& request);

} // namespace hitmap
