#include "core/trace/io/seekable_input.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

/// Bytes that are decompressed at once.
constexpr std::size_t window_piece = std::size_t{1} << 18;
static_assert(SeekableInput::window_bytes % window_piece == 0);

bool is_compressed(const ByteSource& file) {
    std::array<std::byte, 8> start{};
    const auto some = std::span(start).first(std::min<std::uint64_t>(start.size(), file.size()));
    file.read(0, some);
    return compression_of(some) != Compression::none;
}

} // namespace

SeekableInput::SeekableInput(const ByteSource& file, const JobContext& job) : file_(file), job_(job) {
    if (is_compressed(file)) {
        input_ = open_input(file, job);
    } else {
        size_ = file.size();
        size_known_ = true;
    }
}

std::uint64_t SeekableInput::size() {
    while (!size_known_)
        decompress_more();
    return size_;
}

void SeekableInput::restart() {
    if (++restarts_ > most_restarts)
        throw FileError(name(), "",
                        fmt::format("expected a compressed file that is read in order, found one that is "
                                    "decompressed more than {} times",
                                    most_restarts));
    input_ = open_input(file_, job_);
    end_ = 0;
}

/// Decompresses the next piece into the window; returns false at the end.
bool SeekableInput::decompress_more() {
    if (size_known_ && end_ == size_) return false;
    const std::size_t at = end_ % window_bytes;
    if (window_.size() < at + window_piece) window_.resize(at + window_piece);
    const std::size_t count = input_->read(std::span(window_).subspan(at, window_piece));
    end_ += count;
    if (count == window_piece) return true;
    size_ = end_;
    size_known_ = true;
    return false;
}

void SeekableInput::copy(std::uint64_t offset, std::span<std::byte> out) const {
    const std::size_t at = offset % window_bytes;
    const std::size_t first = std::min(out.size(), window_bytes - at);
    std::copy_n(window_.begin() + static_cast<std::ptrdiff_t>(at), first, out.begin());
    std::copy_n(window_.begin(), out.size() - first, out.begin() + static_cast<std::ptrdiff_t>(first));
}

/// Reads from a file that is not compressed.
std::size_t SeekableInput::read_file(std::uint64_t offset, std::span<std::byte> out) {
    const auto count = std::min<std::uint64_t>(out.size(), size_ - std::min(size_, offset));
    job_.check();
    file_.read(offset, out.first(count));
    job_.add(count);
    return count;
}

std::size_t SeekableInput::read_some(std::uint64_t offset, std::span<std::byte> out) {
    std::size_t filled = 0;
    while (filled < out.size() && (!size_known_ || offset < size_)) {
        const auto piece = out.subspan(filled, std::min(out.size() - filled, window_piece));
        std::size_t count = 0;
        if (input_ == nullptr) {
            count = read_file(offset, piece);
        } else {
            if (offset < end_ && end_ - offset > window_bytes) restart();
            while ((end_ < offset || end_ - offset < piece.size()) && decompress_more()) {
            }
            count = end_ > offset ? std::min<std::uint64_t>(piece.size(), end_ - offset) : 0;
            copy(offset, piece.first(count));
        }
        filled += count;
        offset += count;
    }
    return filled;
}

void SeekableInput::read(std::uint64_t offset, std::span<std::byte> out) {
    if (const std::size_t count = read_some(offset, out); count < out.size())
        throw FileError(name(), fmt::format("byte {}", offset),
                        fmt::format("expected {} bytes, found {}", out.size(), count));
}

} // namespace hitmap
