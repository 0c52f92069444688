#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace hitmap {

/// How a program ended.
struct ProgramEnd {
    int status = 0; ///< exit status; meaningless after a signal
    int signal = 0; ///< the signal that ended it; 0: none
};

/// Starts a program that is found as a shell finds it. It has the standard streams and the process group of
/// this process, and no blocked signals, since this process blocks those that end it. Throws Error with the
/// name of the program and the reason if it cannot be started.
/// @param command      the program and its arguments
/// @param environment  NAME=VALUE
/// @param input        descriptor that becomes its standard input; negative: that of this process
[[nodiscard]] pid_t start_program(std::vector<std::string> command, std::vector<std::string> environment,
                                  int input = -1);
/// Returns whether a program that was started here has ended, and does not wait. Throws Error with its name.
[[nodiscard]] bool has_ended(pid_t process, const std::string& name);
/// Waits until a program ends that was started here. Throws Error with its name.
[[nodiscard]] ProgramEnd await_program(pid_t process, const std::string& name);

/// The environment of this process, NAME=VALUE.
[[nodiscard]] std::vector<std::string> own_environment();

} // namespace hitmap
