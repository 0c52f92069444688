#include "core/trace/io/pipe_source.h"

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/scratch_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <span>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t pipe_piece = std::size_t{1} << 18;
constexpr int pipe_wait = 100; // milliseconds between two checks for cancellation

/// A copy of the bytes of a pipe.
class PipeSource final : public ByteSource {
public:
    explicit PipeSource(std::string name) : name_(std::move(name)) {}

    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    [[nodiscard]] const std::string& name() const override { return name_; }
    void read(std::uint64_t offset, std::span<std::byte> out) const override {
        if (offset > size() || out.size() > size() - offset)
            throw FileError(name_, fmt::format("byte {}", offset),
                            fmt::format("expected {} bytes, found {}", out.size(),
                                        offset > size() ? 0 : size() - offset));
        if (!out.empty()) bytes_.read(offset, out);
    }

    /// Copies everything up to the end.
    void fill(int descriptor, const JobContext& job) {
        std::vector<std::byte> piece(pipe_piece);
        while (true) {
            job.check();
            pollfd waiting{descriptor, POLLIN, 0};
            const int ready = ::poll(&waiting, 1, pipe_wait);
            if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
            const auto got = ::read(descriptor, piece.data(), piece.size());
            if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
            if (got < 0) throw FileError(name_, "", fmt::format("cannot be read: {}", reason_of(errno)));
            if (got == 0) return;
            bytes_.append(std::span(piece).first(static_cast<std::size_t>(got)));
            job.add(static_cast<std::uint64_t>(got));
        }
    }

    static std::string reason_of(int error) {
        return std::strerror(error); // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe
    }

private:
    std::string name_;
    ScratchFile bytes_;
};

} // namespace

bool is_pipe(const std::filesystem::path& path) {
    if (path == standard_input) return true;
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

std::unique_ptr<ByteSource> open_file_or_pipe(const std::filesystem::path& path, const JobContext& job) {
    if (!is_pipe(path)) return open_file(path);
    const bool is_input = path == standard_input;
    auto source = std::make_unique<PipeSource>(is_input ? "standard input" : path.string());
    // Without O_NONBLOCK, opening a pipe without a writer could not be cancelled.
    const Descriptor opened(is_input ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                     : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (opened.get() < 0)
        throw FileError(source->name(), "",
                        fmt::format("cannot be opened: {}", PipeSource::reason_of(errno)));
    job.begin("reading " + source->name());
    source->fill(opened.get(), job);
    return source;
}

} // namespace hitmap
