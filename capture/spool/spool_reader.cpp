#include "capture/spool/spool_reader.h"

#include <cerrno>
#include <sys/types.h>
#include <utility>

namespace hitmap::capture {

SpoolReader::SpoolReader(std::string path) : path_(std::move(path)) {
    file_.reset(std::fopen(path_.c_str(), "rbe"));
    if (!file_) throw SpoolError(path_ + ": cannot be read: " + std::strerror(errno));
    SpoolHeader header{};
    const bool whole = std::fread(&header, sizeof header, 1, file_.get()) == 1;
    if (!whole || header.magic != spool_header.magic || header.version != spool_header.version ||
        header.byte_order != spool_header.byte_order)
        fail("expected a spool of this version, found another file");
    if (fseeko(file_.get(), 0, SEEK_END) != 0) fail("expected a file that can be read again, found a pipe");
    size_ = static_cast<std::uint64_t>(ftello(file_.get()));
    rewind();
}

void SpoolReader::fail(const std::string& what) const {
    throw SpoolError(path_ + ": byte " + std::to_string(at_) + ": " + what);
}

void SpoolReader::seek(std::uint64_t offset) {
    if (fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0)
        fail(std::string("cannot be read: ") + std::strerror(errno));
}

void SpoolReader::rewind() {
    next_ = sizeof(SpoolHeader);
}

std::optional<SpoolEvent> SpoolReader::next() {
    at_ = next_;
    SpoolFrame frame{};
    if (size_ - next_ < sizeof frame) return std::nullopt;
    seek(next_);
    if (std::fread(&frame, sizeof frame, 1, file_.get()) != 1) return std::nullopt;
    at_ += sizeof frame;
    if (frame.bytes > size_ - at_) return std::nullopt; // the process was killed while it wrote
    next_ = at_ + frame.bytes;
    return static_cast<SpoolEvent>(frame.type);
}

void SpoolReader::read_body() {
    body_.resize(next_ - at_);
    seek(at_);
    if (!body_.empty() && std::fread(body_.data(), body_.size(), 1, file_.get()) != 1)
        fail(std::string("cannot be read: ") + std::strerror(errno));
}

} // namespace hitmap::capture
