#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hitmap {

template <class T>
[[nodiscard]] inline T load(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <class T>
inline void store(std::byte*& at, T value) {
    std::memcpy(at, &value, sizeof value);
    at += sizeof value;
}

/// Bytes of `count` values of `width` bits each.
[[nodiscard]] constexpr std::size_t bit_column_bytes(std::size_t count, unsigned width) {
    return (count * width + 7) / 8;
}

/// Value i of a column of `width` <= 32 bits a value, lowest bit first. Reads up to 8 bytes beyond it.
[[nodiscard]] inline std::uint32_t bits_at(const std::byte* column, unsigned width, std::size_t i) {
    static_assert(std::endian::native == std::endian::little);
    const std::size_t bit = i * width;
    const auto word = load<std::uint64_t>(column + bit / 8) >> (bit % 8);
    return static_cast<std::uint32_t>(word & ((std::uint64_t{1} << width) - 1));
}

/// Writes values, lowest bit first, from `at` on, which it moves to the byte behind the last when it flushes.
class BitWriter {
public:
    explicit BitWriter(std::byte*& at) : at_(at) {}
    /// `value` < 2^width, width <= 32.
    void put(std::uint32_t value, unsigned width) {
        word_ |= std::uint64_t{value} << filled_;
        filled_ += width;
        if (filled_ < 32) return;
        store(at_, static_cast<std::uint32_t>(word_));
        word_ >>= 32;
        filled_ -= 32;
    }
    /// Fills up the last byte.
    void flush() {
        for (; filled_ > 0; filled_ -= std::min(filled_, 8U), word_ >>= 8)
            store(at_, static_cast<std::uint8_t>(word_));
    }

private:
    std::byte*& at_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0;
};

} // namespace hitmap
