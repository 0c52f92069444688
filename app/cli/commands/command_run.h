#pragma once

#include "app/cli/commands/command.h"

#include <string>

namespace hitmap {

/// What the program ends with where no signal ends it (app/cli/base/interrupt.h).
struct ExitStatus {
    static constexpr int success = 0;
    static constexpr int failed = 1;
    static constexpr int usage = 2;
};

/// Runs a command with a progress bar; what it has written takes its place when all of it is complete.
/// @param name    of the command, for messages
/// @param timing  print the seconds taken on standard error
/// @return  the exit status; what went wrong is on standard error
[[nodiscard]] int run_command(const Command& command, const std::string& name, bool timing,
                              OutputFiles& outputs);

} // namespace hitmap
