#include "core/jobs/child_process.h"

#include "core/base/error.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace hitmap {

namespace {

constexpr int pipe_bytes = 1 << 20; // the default of 64 KiB would take sixteen times as many context switches

/// Duplicates the descriptor to a number above those of the standard streams. If this program was started
/// with a closed standard output, a new pipe would otherwise get that number.
int behind_streams(int descriptor) {
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved >= 0) close(descriptor);
    return moved >= 0 ? moved : descriptor;
}

/// Describes the error number of posix_spawn.
std::string reason_of(int error) {
    if (error == EAGAIN) return "the limit of processes is reached";
    if (error == ENOMEM) return "the limit of memory is reached";
    return std::strerror(error); // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe
}

/// The file actions and attributes of posix_spawn, which are destroyed with the object.
class SpawnPlan {
public:
    SpawnPlan(int output, ChildProcess::Errors errors) {
        posix_spawn_file_actions_init(&files_);
        posix_spawnattr_init(&attributes_);
        posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
        if (errors == ChildProcess::Errors::discarded)
            posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
        sigset_t none;
        sigemptyset(&none);
        sigset_t usual;
        sigfillset(&usual);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &usual);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_,
                                 POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&files_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    /// @return 0 or an error number
    int spawn(int& process, const std::string& program, const std::vector<std::string>& arguments) {
        std::vector<char*> words{const_cast<char*>(program.c_str())};
        for (const std::string& argument : arguments)
            words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);
        return posix_spawn(&process, program.c_str(), &files_, &attributes_, words.data(), environ);
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

} // namespace

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                           Errors errors) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw Error(program + ": cannot be started: " + std::strerror(errno));
    output_ = behind_streams(ends[0]);
    ends[1] = behind_streams(ends[1]);
    (void)fcntl(output_, F_SETPIPE_SZ, pipe_bytes); // best effort
    (void)fcntl(output_, F_SETFL, O_NONBLOCK);      // for this end of the pipe only
    const int failed = SpawnPlan(ends[1], errors).spawn(process_, program, arguments);
    close(ends[1]);
    if (failed == 0) return;
    close(output_);
    throw Error(program + ": cannot be started: " + reason_of(failed));
}

ChildProcess::~ChildProcess() {
    close(output_);
    if (end_) return;
    kill(-process_, SIGKILL); // its group; not reaped yet, so the id cannot belong to another process
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

std::optional<std::size_t> ChildProcess::read(void* to, std::size_t size,
                                              std::chrono::milliseconds patience) {
    for (bool waited = false;; waited = true) {
        const ssize_t got = ::read(output_, to, size);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (waited || (errno != EAGAIN && errno != EINTR)) return std::nullopt;
        pollfd output{output_, POLLIN, 0};
        (void)poll(&output, 1, static_cast<int>(patience.count()));
    }
}

std::optional<ChildProcess::End> ChildProcess::wait(std::chrono::milliseconds patience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!end_) {
        int status = 0;
        const pid_t ended = waitpid(process_, &status, WNOHANG);
        if (ended == process_) {
            end_ = WIFSIGNALED(status) ? End{0, WTERMSIG(status)} : End{WEXITSTATUS(status), 0};
        } else if (ended < 0 && errno == ECHILD) {
            end_ = End{}; // reaped elsewhere: the program that links this code may ignore SIGCHLD
        } else if (std::chrono::steady_clock::now() >= until) {
            break;
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    return end_;
}

void ChildProcess::ask_to_end() const {
    if (!end_) kill(-process_, SIGTERM);
}

std::uint64_t ChildProcess::resident_bytes() const {
    const std::string path = "/proc/" + std::to_string(process_) + "/statm";
    std::FILE* const file = std::fopen(path.c_str(), "re");
    if (file == nullptr) return 0;
    unsigned long all = 0;
    unsigned long resident = 0;
    const int fields = std::fscanf(file, "%lu %lu", &all, &resident);
    std::fclose(file);
    return fields == 2 ? std::uint64_t{resident} * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

} // namespace hitmap
