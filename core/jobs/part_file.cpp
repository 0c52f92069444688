#include "core/jobs/part_file.h"

#include "core/jobs/write_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

/// The most writers that may write one file at the same time.
constexpr unsigned most_writers = 100;

std::filesystem::path part_name(const std::filesystem::path& path, unsigned number) {
    return path.string() + (number == 1 ? std::string(".part") : fmt::format(".{}.part", number));
}

/// Opens and locks the regular file of this name. Returns none if it is locked already, if the file system
/// has no locks, or if Hitmap did not make it: a link (which is not followed), a pipe, a device.
Descriptor lock_left_file(const std::filesystem::path& part) {
    Descriptor file(::open(part.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status {};
    const bool is_locked = file.get() >= 0 && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                           ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
    return is_locked ? std::move(file) : Descriptor();
}

/// Passes the bytes on to the disk: some file systems find out only then that there is no room for them.
/// Returns false with errno if they are lost; file systems that cannot do this are no error.
bool sync_to_disk(const Descriptor& file) {
    while (::fdatasync(file.get()) != 0) {
        if (errno == EINTR) continue;
        return errno != EIO && errno != ENOSPC && errno != EDQUOT;
    }
    return true;
}

} // namespace

PartFile::PartFile(std::filesystem::path path, std::string name)
    : path_(std::move(path)), name_(std::move(name)) {
    for (unsigned number = 1; number <= most_writers; ++number) {
        part_ = part_name(path_, number);
        if (open(part_)) return;
    }
    throw WriteError(name_, "", fmt::format("{} others are writing it", most_writers));
}

/// Returns false if the file that exists under this name must be left alone. Throws WriteError.
bool PartFile::open(const std::filesystem::path& part) {
    // The lock of what a killed writer left, which is held until a new file has its name.
    Descriptor left;
    for (const bool is_first : {true, false}) {
        file_ = Descriptor(::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file_.get() >= 0) break;
        if (errno != EEXIST) throw WriteError(name_, "", system_reason(errno));
        if (!is_first) return false; // another writer was faster
        file_ = lock_left_file(part);
        // It is not overwritten, because its bytes may have another name, too: a backup of hard links.
        if (file_.get() < 0 || !is_still_at(part) || ::unlink(part.c_str()) != 0) return false;
        left = std::move(file_);
    }
    // The system releases the lock when the writer ends, also when it crashes. On a file system without
    // locks, only new files are used.
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
    return is_still_at(part);
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
    // Before a file is replaced, the new one is complete on the disk, and may be read by the same users.
    struct stat replaced {};
    if (::stat(path_.c_str(), &replaced) == 0 && S_ISREG(replaced.st_mode)) {
        if (!sync_to_disk(file_)) fail_writing();
        constexpr mode_t permissions = 0777;
        (void)::fchmod(file_.get(), replaced.st_mode & permissions); // not every file system has permissions
    }
    // Some file systems report write errors only when a descriptor is closed. A copy is closed here, because
    // closing the descriptor itself would release the lock.
    Descriptor copy(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
    if (copy.get() < 0 || !copy.close()) fail_writing();
}

void PartFile::take_place() {
    std::error_code error;
    std::filesystem::rename(part_, path_, error);
    if (error) throw WriteError(name_, "", error.message());
    (void)file_.close(); // flush() has already reported errors
}

void PartFile::remove() noexcept {
    // While the file is still locked: afterwards, the name may belong to another writer.
    (void)::unlink(part_.c_str());
    (void)file_.close();
}

void PartFile::fail_writing() const {
    const int error = errno;
    throw WriteError(name_, fmt::format("byte {}", written_), system_reason(error));
}

} // namespace hitmap
