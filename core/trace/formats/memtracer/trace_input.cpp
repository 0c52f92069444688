#include "core/trace/formats/memtracer/trace_input.h"

#include "core/base/error.h"
#include "core/trace/io/bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hitmap::rtmemtracer {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr std::uint64_t preamble_bytes = 12;                         ///< magic, length of the header, version
constexpr std::uint32_t least_header = 4 + TraceInput::header_bytes; ///< with the version, without a camera
constexpr std::uint32_t most_header = 1U << 20;

} // namespace

TraceInput::TraceInput(const ByteSource& file, const JobContext& job) : file_(file), job_(job) {
    std::array<std::byte, gbla_magic.size()> start{};
    if (file.size() < start.size()) return;
    file.read(0, start);
    is_gbla_ = std::ranges::equal(start, std::as_bytes(std::span(gbla_magic)));
}

bool TraceInput::next() {
    if (is_gbla_) {
        if (!next_gbla()) return false;
    } else {
        if (!input_) {
            if (start_of(file_, gbla_magic.size(), job_) == gbla_magic)
                throw FileError(
                    file_.name(), "",
                    "expected a GBLA trace as it is, found one in a compressed file: decompress it "
                    "first");
            input_ = open_input(file_, job_);
        }
        if (at_ == end_ && !fill()) return false;
    }
    ++trace_;
    offset_ = item_ = 0;
    return true;
}

/// Goes to the end of the present trace and opens the one behind it.
bool TraceInput::next_gbla() {
    if (input_) {
        if (at_ != end_ || fill()) {
            item_ = offset_;
            refuse("expected the end of the trace, found more bytes");
        }
        first_ = input_->consumed();
    }
    if (first_ == file_.size()) return false;
    open_gbla();
    return true;
}

void TraceInput::open_gbla() {
    const auto fail = [&](std::uint64_t at, const std::string& message) {
        throw FileError(file_.name(), fmt::format("byte {}", first_ + at), message);
    };
    const std::uint64_t left = file_.size() - first_;
    if (left < preamble_bytes) fail(left, "expected the preamble of a GBLA trace, found the end of the file");
    std::array<std::byte, preamble_bytes> preamble{};
    file_.read(first_, preamble);
    if (!std::equal(gbla_magic.begin(), gbla_magic.end(), preamble.begin(),
                    [](char a, std::byte b) { return static_cast<std::byte>(a) == b; }))
        fail(0, "expected another trace, which begins with GBLA, or the end of the file, found other bytes");
    const BytesPlace place{file_.name(), fmt::format("byte {}", first_)};
    const std::span<const std::byte> words(preamble);
    ByteReader in(words.subspan(gbla_magic.size()), place);
    const std::uint32_t length = in.u32("the length of the header");
    const std::uint32_t version = in.u32("a version");
    if (version != gbla_version) fail(8, fmt::format("expected version {}, found {}", gbla_version, version));
    if (length < least_header || length > most_header)
        fail(4,
             fmt::format("expected a header of {} to {} bytes, found {}", least_header, most_header, length));
    const std::uint64_t body = 8 + std::uint64_t{length};
    if (left < body) fail(left, "expected the whole header, found the end of the file");
    buffer_.resize(std::max<std::size_t>(buffer_bytes, length));
    at_ = 0;
    end_ = length - 4;
    file_.read(first_ + preamble_bytes, std::span(buffer_).first(end_));
    const BytesPlace header_place{file_.name(), fmt::format("byte {}", first_ + preamble_bytes)};
    const std::span<const std::byte> header_words(buffer_);
    ByteReader header(header_words.first(4), header_place);
    if (const std::uint64_t camera = header.u32("the size of the camera"); camera + least_header != length)
        fail(4, fmt::format("expected a header of {} bytes for a camera of {}, found {}",
                            camera + least_header, camera, length));
    std::array<std::byte, 3> start{};
    if (left - body >= start.size()) file_.read(first_ + body, start);
    if (compression_of(start) != Compression::gzip) fail(body, "expected gzip data, found other bytes");
    input_ = open_input(file_, job_, {first_ + body, true});
}

bool TraceInput::fill() {
    buffer_.resize(std::max(buffer_bytes, buffer_.size()));
    at_ = 0;
    end_ = input_->read(buffer_);
    return end_ != 0;
}

void TraceInput::read(std::span<std::byte> out, std::string_view what) {
    item_ = offset_;
    while (!out.empty()) {
        if (at_ == end_ && !fill()) {
            item_ = offset_;
            refuse(fmt::format("expected {}, found the end of the trace", what));
        }
        const std::size_t some = std::min(out.size(), end_ - at_);
        std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at_), some, out.begin());
        at_ += some;
        offset_ += some;
        out = out.subspan(some);
    }
}

std::uint32_t TraceInput::u32(std::string_view what) {
    std::array<std::byte, 4> bytes{};
    read(bytes, what);
    const BytesPlace place{file_.name(), {}};
    return ByteReader(bytes, place).u32(what);
}

void TraceInput::refuse(const std::string& message, std::uint64_t at) const {
    throw FileError(file_.name(), fmt::format("trace {}, byte {} of its data", trace_, item_ + at), message);
}

} // namespace hitmap::rtmemtracer
