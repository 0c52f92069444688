#include "core/base/scratch_file.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace hitmap {

namespace {

[[noreturn]] void fail(std::string_view what, int error) {
    throw Error(fmt::format("a temporary file cannot be {}: {}; the variable TMPDIR names its folder", what,
                            error != 0 ? std::strerror(error) : "it ends before"));
}

std::string folder() {
    const char* const named = std::getenv("TMPDIR");
    return named != nullptr ? named : "/var/tmp";
}

/// Calls transfer(bytes left, offset) until all are transferred.
template <class Bytes, class Transfer>
void transfer_all(Bytes bytes, std::uint64_t at, std::string_view what, Transfer transfer) {
    while (!bytes.empty()) {
        const ssize_t count = transfer(bytes, static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(what, count < 0 ? errno : 0);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        at += static_cast<std::uint64_t>(count);
    }
}

} // namespace

int ScratchFile::created() {
    const std::lock_guard lock(creating_);
    if (file_.get() < 0) {
        std::string name = folder() + "/hitmap-XXXXXX";
        file_ = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
        if (file_.get() < 0) fail("created", errno);
        ::unlink(name.c_str());
    }
    return file_.get();
}

std::uint64_t ScratchFile::append(std::span<const std::byte> bytes) {
    const int file = created();
    const std::uint64_t at = size_.fetch_add(bytes.size());
    transfer_all(bytes, at, "written", [file](std::span<const std::byte> left, off_t offset) {
        return ::pwrite(file, left.data(), left.size(), offset);
    });
    return at;
}

void ScratchFile::read(std::uint64_t at, std::span<std::byte> bytes) const {
    transfer_all(bytes, at, "read", [this](std::span<std::byte> left, off_t offset) {
        return ::pread(file_.get(), left.data(), left.size(), offset);
    });
}

void* ScratchFile::map(std::uint64_t at, std::size_t bytes) const {
    void* const pages =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), static_cast<off_t>(at));
    return pages == MAP_FAILED ? nullptr : pages;
}

bool ScratchFile::has_room_for(std::uint64_t bytes) const {
    const std::uint64_t left = free_bytes();
    return bytes <= left && size() + bytes <= left - bytes;
}

std::uint64_t ScratchFile::free_bytes() {
    struct statvfs system {};
    if (::statvfs(folder().c_str(), &system) != 0) return 0;
    return std::uint64_t{system.f_bavail} * system.f_frsize;
}

} // namespace hitmap
