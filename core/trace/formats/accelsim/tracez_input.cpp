#include "core/trace/formats/accelsim/tracez_input.h"

#include "core/base/error.h"
#include "core/trace/io/decoder.h"
#include "core/trace/io/zstd_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hitmap::accelsim {

namespace {

constexpr std::uint64_t index_place_bytes = 8; // at the end of the file

/// Reads the little-endian numbers of a part of a file in order.
class NumberReader {
public:
    NumberReader(const ByteSource& file, std::uint64_t begin, std::uint64_t end)
        : file_(file), at_(begin), end_(end) {}

    std::uint32_t u32(std::string_view what) { return static_cast<std::uint32_t>(number(what, 4)); }
    std::uint64_t u64(std::string_view what) { return number(what, 8); }
    [[nodiscard]] std::uint64_t at() const { return at_ - (buffer_.size() - next_); }
    [[nodiscard]] std::uint64_t left() const { return end_ - at(); }

private:
    std::uint64_t number(std::string_view what, std::size_t bytes) {
        if (left() < bytes)
            throw FileError(file_.name(), fmt::format("byte {}", at()),
                            fmt::format("expected {} bytes of {}, found {}", bytes, what, left()));
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i) {
            if (next_ == buffer_.size()) fill();
            value |= std::to_integer<std::uint64_t>(buffer_[next_++]) << (8 * i);
        }
        return value;
    }
    void fill() {
        constexpr std::uint64_t most = 4096;
        buffer_.resize(std::min(most, end_ - at_));
        file_.read(at_, buffer_);
        at_ += buffer_.size();
        next_ = 0;
    }

    const ByteSource& file_;
    std::uint64_t at_; ///< behind the buffer
    std::uint64_t end_;
    std::vector<std::byte> buffer_;
    std::size_t next_ = 0;
};

class TracezInput final : public ByteInput {
public:
    TracezInput(const ByteSource& file, std::string header, const JobContext& job) : file_(file), job_(job) {
        if (file.size() < header.size() + 1 + index_place_bytes) refuse(file.size(), "an index", "the end");
        NumberReader numbers(file, header.size() + 1, file.size() - index_place_bytes);
        const std::uint32_t dictionary_bytes = numbers.u32("the size of the dictionary");
        static_cast<void>(numbers.u32("the largest number of instructions of a part"));
        if (dictionary_bytes > numbers.left())
            refuse(header.size() + 1, fmt::format("a dictionary of at most {} bytes", numbers.left()),
                   fmt::format("{}", dictionary_bytes));
        std::vector<std::byte> dictionary(dictionary_bytes);
        file.read(numbers.at(), dictionary);
        try {
            frames_.emplace(dictionary);
        } catch (const decoding::DataError& error) {
            throw FileError(file.name(), fmt::format("byte {}", numbers.at()), error.what());
        }
        first_part_ = numbers.at() + dictionary_bytes;
        index_ =
            NumberReader(file, file.size() - index_place_bytes, file.size()).u64("the place of the index");
        if (index_ < first_part_ || index_ >= file.size() - index_place_bytes)
            refuse(
                file.size() - index_place_bytes,
                fmt::format("the index at byte {} to {}", first_part_, file.size() - index_place_bytes - 1),
                fmt::format("{}", index_));
        numbers_.emplace(file, index_, file.size() - index_place_bytes);
        blocks_ = numbers_->u32("the number of blocks");
        text_ = std::move(header);
        if (!text_.ends_with('\n')) text_ += '\n';
        if (text_.find("\n#") == std::string::npos) text_ += "#traces format = parts\n";
        job_.add(first_part_);
    }

    std::size_t read(std::span<std::byte> out) override {
        std::size_t filled = 0;
        while (filled < out.size()) {
            if (at_ == text_.size() && !next_text()) break;
            const std::size_t some = std::min(out.size() - filled, text_.size() - at_);
            std::memcpy(out.data() + filled, text_.data() + at_, some);
            at_ += some;
            filled += some;
        }
        return filled;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }
    [[nodiscard]] const std::string& name() const override { return file_.name(); }

private:
    [[noreturn]] void refuse(std::uint64_t at, std::string_view expected, std::string_view found) const {
        throw FileError(file_.name(), fmt::format("byte {}", at),
                        fmt::format("expected {}, found {}", expected, found));
    }
    /// Replaces the text by the next part. Returns false at the end.
    bool next_text() {
        job_.check();
        text_.clear();
        at_ = 0;
        if (parts_ != 0) {
            put_part();
        } else if (warps_ != 0) {
            begin_warp();
        } else if (blocks_ != 0) {
            begin_block();
        } else {
            return false;
        }
        if (parts_ == 0 && warps_ == 0) text_ += "#END_TB\n";
        return true;
    }
    void begin_block() {
        --blocks_;
        std::array<std::uint32_t, 11> numbers{};
        for (std::uint32_t& number : numbers)
            number = numbers_->u32("a block of the index");
        warps_ = numbers[10];
        warp_ = 0;
        text_ = fmt::format("#BEGIN_TB\nthread block = {},{},{}\n", numbers[0], numbers[1], numbers[2]);
    }
    void begin_warp() {
        --warps_;
        const std::uint32_t instructions = numbers_->u32("a number of instructions");
        const std::uint32_t parts = numbers_->u32("a number of parts");
        place_ = numbers_->u64("the place of a warp");
        if (place_ < first_part_ || place_ >= index_)
            refuse(numbers_->at() - 8,
                   fmt::format("the place of a warp from {} to {}", first_part_, index_ - 1),
                   fmt::format("{}", place_));
        if (parts > numbers_->left() / 4)
            refuse(numbers_->at() - 12, fmt::format("at most {} parts of a warp", numbers_->left() / 4),
                   fmt::format("{}", parts));
        counts_.clear();
        std::uint64_t sum = 0;
        for (std::uint32_t part = 0; part < parts; ++part)
            sum += counts_.emplace_back(numbers_->u32("a number of instructions of a part"));
        if (sum != instructions)
            refuse(numbers_->at(), fmt::format("parts with {} instructions", instructions),
                   fmt::format("{}", sum));
        NumberReader warp(file_, place_, index_);
        const std::uint32_t instructions_there = warp.u32("a number of instructions");
        const std::uint32_t parts_there = warp.u32("a number of parts");
        if (instructions_there != instructions || parts_there != parts)
            refuse(place_, fmt::format("{} instructions in {} parts, as in the index", instructions, parts),
                   fmt::format("{} in {}", instructions_there, parts_there));
        place_ += 8;
        parts_ = parts;
        text_ = fmt::format("warp = {}\ninsts = {}\n", warp_++, instructions);
    }
    void put_part() {
        const std::uint32_t expected = counts_[counts_.size() - parts_];
        --parts_;
        const std::uint32_t bytes = NumberReader(file_, place_, index_).u32("the size of a part");
        if (bytes > index_ - place_ - 4)
            refuse(place_, fmt::format("a part of at most {} bytes", index_ - place_ - 4),
                   fmt::format("{}", bytes));
        compressed_.resize(bytes);
        file_.read(place_ + 4, compressed_);
        try {
            frames_->decompress(compressed_, text_);
        } catch (const decoding::DataError& error) {
            throw FileError(file_.name(), fmt::format("byte {}", place_ + 4), error.what());
        }
        // Parts of the index can refer to the same bytes.
        decompressed_ += text_.size();
        if (decompressed_ > InputLimits::ratio_allowance + InputLimits::ratio * file_.size())
            refuse(place_,
                   fmt::format("at most {} decompressed bytes for each byte of the file", InputLimits::ratio),
                   "more");
        if (!text_.empty() && !text_.ends_with('\n')) text_ += '\n';
        const auto lines = std::count(text_.begin(), text_.end(), '\n');
        if (lines != std::int64_t{expected})
            refuse(place_, fmt::format("a part of {} instructions", expected),
                   fmt::format("{} lines", lines));
        place_ += std::uint64_t{4} + bytes;
        consumed_ = place_;
        job_.add(std::uint64_t{4} + bytes);
    }

    const ByteSource& file_;
    JobContext job_;
    std::optional<ZstdFrames> frames_;
    std::uint64_t first_part_ = 0; ///< offset of the first byte behind the dictionary
    std::uint64_t index_ = 0;      ///< offset
    std::optional<NumberReader> numbers_;
    std::uint32_t blocks_ = 0;          ///< that are left
    std::uint32_t warps_ = 0;           ///< of the block, that are left
    std::uint32_t warp_ = 0;            ///< index of the next one
    std::uint32_t parts_ = 0;           ///< of the warp, that are left
    std::vector<std::uint32_t> counts_; ///< [parts of the warp] instructions
    std::uint64_t place_ = 0;           ///< of the next part
    std::vector<std::byte> compressed_;
    std::string text_;
    std::size_t at_ = 0; ///< in the text
    std::uint64_t consumed_ = 0;
    std::uint64_t decompressed_ = 0; ///< bytes of all parts so far
};

} // namespace

std::unique_ptr<ByteInput> open_tracez(const ByteSource& file, std::string header, const JobContext& job) {
    return std::make_unique<TracezInput>(file, std::move(header), job);
}

} // namespace hitmap::accelsim
