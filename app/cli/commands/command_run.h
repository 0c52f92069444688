#pragma once

#include "app/cli/commands/command.h"

#include <string>

namespace hitmap {

/// The exit status unless a signal ends the program (app/cli/base/interrupt.h).
struct ExitStatus {
    static constexpr int success = 0;
    static constexpr int failed = 1;
    static constexpr int usage = 2;
};

/// Runs a command with a progress bar and publishes its outputs when all of them are complete.
/// @param name     name of the command, for messages
/// @param timing   whether to print the time in seconds on standard error
/// @param program  with which messages begin
/// @return  the exit status; errors were printed on standard error
[[nodiscard]] int run_command(const Command& command, const std::string& name, bool timing,
                              OutputFiles& outputs, const std::string& program = "hitmap");

} // namespace hitmap
