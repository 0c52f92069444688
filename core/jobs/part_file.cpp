#include "core/jobs/part_file.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace hitmap {

namespace {

/// The most writers that may write one file at the same time.
constexpr unsigned most_writers = 100;

std::string reason(int error) {
    return std::strerror(error); // NOLINT(concurrency-mt-unsafe): glibc's is thread-safe
}

std::filesystem::path part_name(const std::filesystem::path& path, unsigned number) {
    return path.string() + (number == 1 ? std::string(".part") : fmt::format(".{}.part", number));
}

} // namespace

PartFile::PartFile(std::filesystem::path path, std::string name)
    : path_(std::move(path)), name_(std::move(name)) {
    for (unsigned number = 1; number <= most_writers; ++number) {
        part_ = part_name(path_, number);
        if (open(part_)) return;
    }
    throw FileError(name_, "", fmt::format("cannot be written: {} others are writing it", most_writers));
}

/// Returns false if the file that exists under this name must be left alone. Throws FileError.
bool PartFile::open(const std::filesystem::path& part) {
    // A link, a pipe or a device of this name was not made by Hitmap, and links are not followed.
    constexpr int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    file_ = Descriptor(::open(part.c_str(), flags | O_EXCL, 0666));
    const bool is_new = file_.get() >= 0;
    const int error = errno;
    if (!is_new && error != EEXIST)
        throw FileError(name_, "", fmt::format("cannot be written: {}", reason(error)));
    if (!is_new) file_ = Descriptor(::open(part.c_str(), flags, 0666));
    struct stat status {};
    if (file_.get() < 0 || ::fstat(file_.get(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    // The system releases the lock when the writer ends, also when it crashes. On a file system without
    // locks, only new files are used.
    const bool is_locked = ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0;
    if (!is_locked && (!is_new || errno == EWOULDBLOCK)) return false;
    if (!is_still_at(part)) return false;
    if (::ftruncate(file_.get(), 0) != 0)
        throw FileError(name_, "", fmt::format("cannot be written: {}", reason(errno)));
    return true;
}

/// Checks that the locked file still has this name: before it was locked, another writer may have removed or
/// published it.
bool PartFile::is_still_at(const std::filesystem::path& part) const {
    struct stat opened {};
    struct stat named {};
    return ::fstat(file_.get(), &opened) == 0 && ::lstat(part.c_str(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

void PartFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto put = ::write(file_.get(), bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) fail_writing();
        bytes = bytes.subspan(static_cast<std::size_t>(put));
        written_ += static_cast<std::uint64_t>(put);
    }
}

void PartFile::flush() {
    // Some file systems report write errors only when a descriptor is closed. A copy is closed here, because
    // closing the descriptor itself would release the lock.
    Descriptor copy(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
    if (copy.get() < 0 || !copy.close()) fail_writing();
}

void PartFile::take_place() {
    std::error_code error;
    std::filesystem::rename(part_, path_, error);
    if (error) throw FileError(name_, "", fmt::format("cannot be written: {}", error.message()));
    (void)file_.close(); // flush() has already reported errors
}

void PartFile::remove() noexcept {
    // While the file is still locked: afterwards, the name may belong to another writer.
    (void)::unlink(part_.c_str());
    (void)file_.close();
}

void PartFile::fail_writing() const {
    const int error = errno;
    throw FileError(name_, fmt::format("byte {}", written_),
                    fmt::format("cannot be written: {}; what was written is in {}", reason(error),
                                part_.filename().string()));
}

} // namespace hitmap
