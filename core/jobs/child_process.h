#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A child process whose standard output is a pipe to this one. Its standard input is empty, it inherits no
/// other open file, and it has its own process group, so that Ctrl-C in a terminal does not reach it. The
/// destructor kills it and the processes that it started, and reaps it, if it still runs.
class ChildProcess {
public:
    /// How the process ended.
    struct End {
        int status = 0; ///< exit status; meaningless after a signal
        int signal = 0; ///< the signal that ended it; 0: none
    };
    /// What happens to its standard error.
    enum class Errors { discarded, shared };

    /// Starts the process. May be called from any thread. Throws Error (no such program, too many processes).
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments, Errors errors);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Waits for output. @return bytes written to `to`; 0 at the end of the output; nothing if no output
    /// came within `patience`
    [[nodiscard]] std::optional<std::size_t> read(void* to, std::size_t size,
                                                  std::chrono::milliseconds patience);
    /// Waits for the process to end. Returns nothing if it has not ended within `patience`.
    [[nodiscard]] std::optional<End> wait(std::chrono::milliseconds patience);
    /// Asks it and the processes that it started to end (SIGTERM), so that they remove what is not finished.
    void ask_to_end() const;
    /// Its resident memory now; 0 if that is not known.
    [[nodiscard]] std::uint64_t resident_bytes() const;

private:
    int output_ = -1;
    int process_ = -1;
    std::optional<End> end_;
};

} // namespace hitmap
