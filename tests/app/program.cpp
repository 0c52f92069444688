#include "tests/app/program.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace hitmap::test {

namespace {

/// Returns the command for a shell; exec replaces the shell by the program.
std::string command_line(const std::filesystem::path& folder, const std::string& arguments,
                         const std::string& output, const std::string& before) {
    return "cd '" + folder.string() + "' && " + before +
           " && exec env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM " + HITMAP_PROGRAM +
           " </dev/null " + arguments + " >" + output + " 2>.stderr"; // arguments may redirect the input
}

int shell_status(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hitmap-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void TemporaryFolder::write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
}

std::string TemporaryFolder::read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> TemporaryFolder::files() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
        const std::string name = entry.path().lexically_relative(path_).string();
        if (name == ".stdout" || name == ".stderr") continue;
        if (entry.is_directory())
            found[name + "/"];
        else
            found[name] = read(name);
    }
    return found;
}

void TemporaryFolder::remove(const std::string& name) const {
    std::filesystem::remove_all(path_ / name);
}

Outcome TemporaryFolder::hitmap(const std::string& arguments, const std::string& before) const {
    Outcome outcome = hitmap_into(arguments, ".stdout", before);
    outcome.out = read(".stdout");
    return outcome;
}

Outcome TemporaryFolder::hitmap_into(const std::string& arguments, const std::string& output,
                                     const std::string& before) const {
    const std::string command = command_line(path_, arguments, output, before);
    Outcome outcome;
    do {
        const int status = std::system(command.c_str()); // NOLINT(cert-env33-c): users use the shell, too
        outcome.status = shell_status(status);
        outcome.err = read(".stderr");
        // The leak checker itself sometimes crashes at exit, when it inspects a thread of the software
        // renderer that is just ending. It has found no leak in this case, so that the test is repeated.
    } while (outcome.err.find("LeakSanitizer has encountered a fatal error") != std::string::npos);
    return outcome;
}

Running::Running(const TemporaryFolder& folder, const std::string& arguments) : process_(fork()) {
    if (process_ < 0) throw std::runtime_error("cannot start a process");
    if (process_ > 0) return;
    for (const int each : {SIGINT, SIGTERM, SIGHUP})
        signal(each, SIG_DFL); // shells ignore SIGINT in background commands, nohup ignores SIGHUP
    const std::string command = command_line(folder.path(), arguments, ".stdout", "true");
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
}

Running::~Running() {
    if (has_ended_) return;
    kill(process_, SIGKILL);
    wait();
}

bool Running::reach(std::chrono::nanoseconds used) const {
    clockid_t clock{};
    while (true) {
        siginfo_t info{};
        if (waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid == process_)
            return false;
        timespec now{};
        if (clock_getcpuclockid(process_, &clock) == 0 && clock_gettime(clock, &now) == 0 &&
            std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec) >= used)
            return true;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

void Running::send(int signal) const {
    kill(process_, signal);
}

int Running::wait() {
    int status = 0;
    rusage usage{};
    if (wait4(process_, &status, 0, &usage) != process_) throw std::runtime_error("cannot await a process");
    has_ended_ = true;
    const auto of = [](const timeval& time) {
        return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    };
    used_ = of(usage.ru_utime) + of(usage.ru_stime);
    return shell_status(status);
}

} // namespace hitmap::test
