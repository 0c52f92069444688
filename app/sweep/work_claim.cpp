#include "app/sweep/work_claim.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <utility>

namespace hitmap {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const char* what, int error) {
    const std::string reason = std::strerror(error); // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe
    throw FileError(file.string(), "", fmt::format("cannot be {}: {}", what, reason));
}

Descriptor opened_claim(const std::filesystem::path& file, OutputFiles* outputs) {
    // Another process that has finished removes the folder as soon as it is empty.
    constexpr int attempts = 100;
    constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    int error = 0;
    for (int i = 0; i < attempts; ++i) {
        create_folders(file.parent_path(), outputs);
        Descriptor opened(::open(file.c_str(), flags, 0666));
        if (opened.get() >= 0) return opened;
        error = errno;
        if (error != ENOENT) break;
    }
    fail(file, "written", error);
}

/// Whether the opened file still has its name: its owner may have removed it before it was locked.
bool is_at(const Descriptor& opened, const std::filesystem::path& file) {
    struct stat own {};
    struct stat named {};
    return ::fstat(opened.get(), &own) == 0 && ::lstat(file.c_str(), &named) == 0 &&
           own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

} // namespace

std::optional<WorkClaim> WorkClaim::take(const std::filesystem::path& file, OutputFiles* outputs) {
    for (;;) {
        Descriptor opened = opened_claim(file, outputs);
        const int error = ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
        if (error == EWOULDBLOCK) return std::nullopt;
        if (error == ESTALE || error == EINTR) continue; // its owner on another machine has removed it
        // A file system without locks serves one process as well.
        const bool has_no_locks = error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS;
        if (error != 0 && !has_no_locks) fail(file, "locked", error);
        if (is_at(opened, file)) return WorkClaim(file, std::move(opened), outputs);
    }
}

WorkClaim::WorkClaim(std::filesystem::path file, Descriptor locked, OutputFiles* outputs)
    : file_(std::move(file)), outputs_(outputs), locked_(std::move(locked)) {
    if (outputs_ != nullptr) outputs_->add_temporary(file_);
}

WorkClaim::WorkClaim(WorkClaim&& other) noexcept
    : file_(std::exchange(other.file_, {})), outputs_(other.outputs_), locked_(std::move(other.locked_)) {}

WorkClaim::~WorkClaim() {
    if (file_.empty()) return;
    if (outputs_ != nullptr) outputs_->release_temporary(file_);
    // While it is locked: afterwards, the name may belong to another process.
    (void)::unlink(file_.c_str());
}

} // namespace hitmap
