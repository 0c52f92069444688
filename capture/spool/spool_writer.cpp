#include "capture/spool/spool_writer.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <utility>

#include "capture/spool/spool_header.h"

namespace hitmap::capture {

namespace {

struct flock whole_file() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

void SpoolBytes::raw(const void* data, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + bytes);
}

void SpoolBytes::put(std::string& text) {
    std::uint64_t count = text.size();
    put(count);
    raw(text.data(), text.size());
}

bool has_writer(const std::string& path) {
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rbe"));
    if (!file) return false;
    struct flock all = whole_file();
    return fcntl(fileno(file.get()), F_GETLK, &all) == 0 && all.l_type != F_UNLCK; // NOLINT(*-vararg)
}

SpoolWriter::SpoolWriter(std::string path) : path_(std::move(path)) {
    file_.reset(std::fopen(path_.c_str(), "wbe"));
    if (!file_) {
        error_ = path_ + ": cannot be written: " + std::strerror(errno);
        return;
    }
    was_created_ = true;
    // For has_writer(). The lock ends with the process, and a child process does not inherit it.
    struct flock all = whole_file();
    fcntl(fileno(file_.get()), F_SETLK, &all); // NOLINT(*-vararg)
    put(&spool_header, sizeof spool_header);
}

void SpoolWriter::put(const void* data, std::size_t bytes) {
    if (!file_ || bytes == 0) return;
    if (std::fwrite(data, 1, bytes, file_.get()) == bytes) return;
    error_ = path_ + ": cannot be written: " + std::strerror(errno);
    file_.reset();
}

void SpoolWriter::append(SpoolEvent type, std::span<const std::byte> head, std::span<const std::byte> body) {
    const SpoolFrame frame{static_cast<std::uint32_t>(type), 0, head.size() + body.size()};
    const std::scoped_lock lock(mutex_);
    put(&frame, sizeof frame);
    put(head.data(), head.size());
    put(body.data(), body.size());
    // After a kill, everything up to here can still be read.
    if (file_) std::fflush(file_.get());
}

void SpoolWriter::write_records(std::uint32_t device, std::uint32_t position,
                                std::span<const std::uint64_t> units) {
    SpoolBytes head;
    std::uint64_t count = units.size();
    head(device, position, count);
    append(SpoolEvent::records, head.bytes(), std::as_bytes(units));
}

std::string SpoolWriter::error() const {
    const std::scoped_lock lock(mutex_);
    return error_;
}

void SpoolWriter::close() {
    const std::scoped_lock lock(mutex_);
    if (!file_) return;
    if (std::fclose(file_.release()) != 0) error_ = path_ + ": cannot be written: " + std::strerror(errno);
}

} // namespace hitmap::capture
