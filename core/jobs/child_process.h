#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A program that runs beside this one, with its standard output as a pipe to here. It reads nothing from
/// standard input, inherits no other open file, and belongs to a process group of its own, so that Ctrl-C in
/// a terminal does not reach it. It is killed and reaped at the latest when the object goes.
class ChildProcess {
public:
    /// How it ended.
    struct End {
        int status = 0; ///< of exit(); without meaning after a signal
        int signal = 0; ///< that ended it; 0: none did
    };
    /// What becomes of its standard error.
    enum class Errors { discarded, shared };

    /// Starts it; may be called from any thread at any time. Throws Error (no such program, no more
    /// processes).
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments, Errors errors);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Waits for output. @return bytes written to `to`, 0 at its end, nothing where none came within
    /// `patience`
    [[nodiscard]] std::optional<std::size_t> read(void* to, std::size_t size,
                                                  std::chrono::milliseconds patience);
    /// Waits for its end; nothing where it has not ended within `patience`.
    [[nodiscard]] std::optional<End> wait(std::chrono::milliseconds patience);
    /// Memory of it that is resident now; 0 where it is not known.
    [[nodiscard]] std::uint64_t resident_bytes() const;

private:
    int output_ = -1;
    int process_ = -1;
    std::optional<End> end_;
};

} // namespace hitmap
