#include "core/trace/io/byte_input.h"

#include "core/base/error.h"
#include "core/trace/io/decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace hitmap {

namespace {

/// The longest magic number of the compressions, which is that of xz.
constexpr std::size_t magic_bytes = 6;
/// Bytes that are read from a file at once, between two checks for cancellation.
constexpr std::size_t input_piece = std::size_t{1} << 18;

/// Reads the compressed or plain bytes of a file in pieces.
class PlainInput final : public ByteInput {
public:
    PlainInput(const ByteSource& file, const JobContext& job, std::uint64_t first)
        : file_(file), job_(job), at_(std::min(first, file.size())) {}

    std::size_t read(std::span<std::byte> out) override {
        std::size_t filled = 0;
        while (filled < out.size() && at_ < file_.size()) {
            job_.check();
            const auto some = static_cast<std::size_t>(
                std::min<std::uint64_t>({out.size() - filled, input_piece, file_.size() - at_}));
            file_.read(at_, out.subspan(filled, some));
            at_ += some;
            filled += some;
            job_.add(some);
        }
        return filled;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return at_; }
    [[nodiscard]] const std::string& name() const override { return file_.name(); }

private:
    const ByteSource& file_;
    JobContext job_;
    std::uint64_t at_;
};

/// The first bytes of a file.
class FirstBytes final : public ByteSource {
public:
    FirstBytes(const ByteSource& file, std::uint64_t most)
        : file_(file), size_(std::min(file.size(), most)) {}
    [[nodiscard]] std::uint64_t size() const override { return size_; }
    void read(std::uint64_t offset, std::span<std::byte> out) const override { file_.read(offset, out); }
    [[nodiscard]] const std::string& name() const override { return file_.name(); }

private:
    const ByteSource& file_;
    std::uint64_t size_;
};

class DecodedInput final : public ByteInput {
public:
    DecodedInput(const ByteSource& file, const JobContext& job, InputRange range, Compression compression,
                 std::unique_ptr<decoding::Decoder> decoder)
        : plain_(file, job, range.first),
          job_(job),
          range_(range),
          compression_(compression),
          decoder_(std::move(decoder)),
          buffer_(input_piece) {}

    std::size_t read(std::span<std::byte> out) override {
        std::size_t filled = 0;
        while (filled < out.size() && !ended_) {
            if (at_ == end_ && !refill()) break;
            job_.check();
            filled += decode(out.subspan(filled, std::min(out.size() - filled, input_piece)));
        }
        return filled;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return plain_.consumed() - (end_ - at_); }
    [[nodiscard]] const std::string& name() const override { return plain_.name(); }

private:
    [[noreturn]] void refuse(const std::string& message) const {
        throw FileError(name(), fmt::format("byte {}", consumed()), message);
    }
    /// Returns false at the end of the file.
    bool refill() {
        at_ = 0;
        end_ = plain_.read(buffer_);
        if (end_ != 0) return true;
        if (in_member_)
            refuse(fmt::format("expected more {} data, found the end of the file", name_of(compression_)));
        ended_ = true;
        return false;
    }
    std::size_t decode(std::span<std::byte> out) {
        if (!in_member_ && padding()) return 0;
        const auto in = std::span<const std::byte>(buffer_).subspan(at_, end_ - at_);
        in_member_ = true;
        decoding::Step step;
        try {
            step = decoder_->step(in, out);
        } catch (const decoding::DataError& error) {
            at_ += error.at();
            refuse(error.what());
        }
        at_ += step.consumed;
        produced_ += step.produced;
        if (step.consumed == 0 && step.produced == 0 && !step.member_ended && !refill()) return 0;
        if (step.member_ended) {
            in_member_ = false;
            members_ = true;
            ended_ = range_.one_member;
        }
        check_limits();
        return step.produced;
    }
    /// Skips zeros between members, as gzip and xz do. Returns whether it reached the end of the buffer.
    bool padding() {
        if (!members_ || compression_ == Compression::zstd) return false;
        while (at_ < end_ && buffer_[at_] == std::byte{0})
            ++at_;
        return at_ == end_;
    }
    void check_limits() const {
        if (produced_ > InputLimits::bytes)
            refuse(fmt::format("expected at most {} decompressed bytes, found more", InputLimits::bytes));
        const std::uint64_t in = consumed() - range_.first;
        if (produced_ > InputLimits::ratio_allowance &&
            (produced_ - InputLimits::ratio_allowance) / InputLimits::ratio > in)
            refuse(
                fmt::format("expected at most {} decompressed bytes for each compressed byte, found {} for "
                            "{}",
                            InputLimits::ratio, produced_, in));
    }

    PlainInput plain_;
    JobContext job_;
    InputRange range_;
    Compression compression_;
    std::unique_ptr<decoding::Decoder> decoder_;
    std::vector<std::byte> buffer_;
    std::size_t at_ = 0;  ///< in the buffer
    std::size_t end_ = 0; ///< of the bytes in the buffer
    std::uint64_t produced_ = 0;
    bool in_member_ = false;
    bool members_ = false; ///< a member has ended
    bool ended_ = false;
};

std::unique_ptr<decoding::Decoder> decoder_of(Compression compression) {
    switch (compression) {
    case Compression::gzip:
        return decoding::gzip_decoder();
    case Compression::xz:
        return decoding::xz_decoder();
    case Compression::zstd:
        return decoding::zstd_decoder();
    case Compression::none:
        break;
    }
    return nullptr;
}

} // namespace

std::string_view name_of(Compression compression) {
    static constexpr std::array<std::string_view, 4> names{"none", "gzip", "xz", "zstd"};
    return names[static_cast<std::size_t>(compression)];
}

Compression compression_of(std::span<const std::byte> start) {
    using namespace std::string_view_literals;
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    if (text.starts_with("\x1f\x8b\x08"sv)) return Compression::gzip;
    if (text.starts_with("\xfd"
                         "7zXZ\0"sv))
        return Compression::xz;
    if (text.starts_with("\x28\xb5\x2f\xfd"sv)) return Compression::zstd;
    return Compression::none;
}

std::unique_ptr<ByteInput> open_input(const ByteSource& file, const JobContext& job, InputRange range) {
    std::array<std::byte, magic_bytes> start{};
    const std::uint64_t left = file.size() - std::min(range.first, file.size());
    const std::span<std::byte> some(start.data(), std::min<std::uint64_t>(start.size(), left));
    file.read(std::min(range.first, file.size()), some);
    const Compression compression = compression_of(some);
    auto decoder = decoder_of(compression);
    if (decoder == nullptr) return std::make_unique<PlainInput>(file, job, range.first);
    return std::make_unique<DecodedInput>(file, job, range, compression, std::move(decoder));
}

std::string start_of(const ByteSource& file, std::size_t most, const JobContext& job) {
    std::string start(std::min<std::uint64_t>(std::max(most, magic_bytes), file.size()), '\0');
    file.read(0, std::as_writable_bytes(std::span(start)));
    const bool compressed = compression_of(std::as_bytes(std::span(start))) != Compression::none;
    start.resize(compressed ? most : std::min(most, start.size()));
    if (!compressed) return start;
    std::size_t filled = 0;
    const FirstBytes first(file, most_compressed_start);
    const auto input = open_input(first, {job.stop});
    try {
        // One byte after another, so that the bytes before invalid data are kept.
        while (filled < most && input->read(std::as_writable_bytes(std::span(start).subspan(filled, 1))) == 1)
            ++filled;
    } catch (const FileError&) { // The importer reports it when it reads the file.
    }
    start.resize(filled);
    return start;
}

} // namespace hitmap
