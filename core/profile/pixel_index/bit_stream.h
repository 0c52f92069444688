#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hitmap {

/// Writes a stream of bits, the lowest bit of a value first. The functions have the same names and take the
/// same arguments as those of BitInput, so that one function template can describe both directions.
class BitOutput {
public:
    static constexpr bool writes = true;
    /// Writes a value < 2^width, width <= 64.
    void bits(const std::uint64_t& value, unsigned width) {
        if (width == 0) return;
        word_ |= value << filled_;
        if (filled_ + width < 64) {
            filled_ += width;
            return;
        }
        words_.push_back(word_);
        word_ = filled_ == 0 ? 0 : value >> (64 - filled_);
        filled_ = filled_ + width - 64;
        if (filled_ == 0) word_ = 0;
    }
    void flag(const bool& value) { bits(value ? 1 : 0, 1); }
    /// Writes a value < 2^64 - 1 in 2 floor(log2(value + 1)) + 1 bits: the gamma code of value + 1 (Elias
    /// 1975).
    void number(const std::uint64_t& value) {
        const auto more = static_cast<unsigned>(std::bit_width(value + 1)) - 1;
        bits(std::uint64_t{1} << more, more + 1);
        bits((value + 1) & ((std::uint64_t{1} << more) - 1), more);
    }
    /// Returns the whole stream. BitInput reads up to two words past its end, which are added.
    [[nodiscard]] std::vector<std::uint64_t> finish() {
        words_.push_back(word_);
        words_.insert(words_.end(), 2, 0);
        word_ = 0;
        filled_ = 0;
        return std::exchange(words_, {});
    }
    [[nodiscard]] std::size_t bytes() const { return words_.size() * sizeof(std::uint64_t); }

private:
    std::vector<std::uint64_t> words_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0; ///< bits of word_, less than 64
};

/// Reads what BitOutput wrote.
class BitInput {
public:
    static constexpr bool writes = false;
    explicit BitInput(const std::uint64_t* words) : words_(words) {}

    void bits(std::uint64_t& value, unsigned width) {
        value = width == 64 ? peek() : peek() & ((std::uint64_t{1} << width) - 1);
        at_ += width;
    }
    void flag(bool& value) {
        value = (words_[at_ / 64] >> (at_ % 64) & 1) != 0;
        ++at_;
    }
    void number(std::uint64_t& value) {
        const auto more = static_cast<unsigned>(std::countr_zero(peek()));
        at_ += more + 1;
        bits(value, more);
        value = (value | std::uint64_t{1} << more) - 1;
    }

private:
    /// The next 64 bits.
    [[nodiscard]] std::uint64_t peek() const {
        const std::uint64_t* const word = words_ + at_ / 64;
        const unsigned shift = at_ % 64;
        return shift == 0 ? *word : *word >> shift | word[1] << (64 - shift);
    }

    const std::uint64_t* words_;
    std::uint64_t at_ = 0; ///< bits that were read
};

} // namespace hitmap
