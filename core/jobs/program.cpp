#include "core/jobs/program.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hitmap {

namespace {

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

} // namespace

pid_t start_program(std::vector<std::string> command, std::vector<std::string> environment, int input) {
    const std::vector<char*> arguments = pointers_to(command);
    const std::vector<char*> values = pointers_to(environment);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    if (input >= 0) posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    pid_t process = -1;
    const int error = posix_spawnp(&process, command.front().c_str(), &actions, &attributes, arguments.data(),
                                   values.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw Error(fmt::format("{}: cannot be run: {}", command.front(), std::strerror(error)));
    return process;
}

bool has_ended(pid_t process, const std::string& name) {
    siginfo_t info{}; // waitid() leaves it as it is if the program has not ended
    if (waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
        throw Error(fmt::format("{}: cannot be awaited: {}", name, std::strerror(errno)));
    return info.si_pid != 0;
}

ProgramEnd await_program(pid_t process, const std::string& name) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) throw Error(fmt::format("{}: cannot be awaited: {}", name, std::strerror(errno)));
    ProgramEnd end;
    if (WIFSIGNALED(status))
        end.signal = WTERMSIG(status);
    else
        end.status = WEXITSTATUS(status);
    return end;
}

std::vector<std::string> own_environment() {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry)
        result.emplace_back(*entry);
    return result;
}

} // namespace hitmap
