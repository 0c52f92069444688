#include "app/sweep/work_claim.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

Descriptor opened_claim(const std::filesystem::path& file) {
    // Another process that has finished removes the folder as soon as it is empty.
    constexpr int attempts = 100;
    constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    int error = 0;
    for (int i = 0; i < attempts; ++i) {
        std::error_code ignored; // a folder that is missing is reported by open()
        std::filesystem::create_directories(file.parent_path(), ignored);
        Descriptor opened(::open(file.c_str(), flags, 0666));
        if (opened.get() >= 0) return opened;
        error = errno;
        if (error != ENOENT) break;
    }
    const std::string reason = std::strerror(error); // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe
    throw FileError(file.string(), "", fmt::format("cannot be written: {}", reason));
}

/// Whether the opened file still has its name: its owner may have removed it before it was locked.
bool is_at(const Descriptor& opened, const std::filesystem::path& file) {
    struct stat own {};
    struct stat named {};
    return ::fstat(opened.get(), &own) == 0 && ::lstat(file.c_str(), &named) == 0 &&
           own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

} // namespace

std::optional<WorkClaim> WorkClaim::take(const std::filesystem::path& file) {
    for (;;) {
        Descriptor opened = opened_claim(file);
        const bool is_locked = ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0;
        if (!is_locked && errno == EWOULDBLOCK) return std::nullopt;
        if (is_at(opened, file)) return WorkClaim(file, std::move(opened));
    }
}

WorkClaim::WorkClaim(std::filesystem::path file, Descriptor locked)
    : file_(std::move(file)), locked_(std::move(locked)) {}

WorkClaim::WorkClaim(WorkClaim&& other) noexcept
    : file_(std::exchange(other.file_, {})), locked_(std::move(other.locked_)) {}

WorkClaim::~WorkClaim() {
    // While it is locked: afterwards, the name may belong to another process.
    if (!file_.empty()) (void)::unlink(file_.c_str());
}

} // namespace hitmap
