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

/// Number of bytes of `count` values of `width` bits each.
[[nodiscard]] constexpr std::size_t bit_column_bytes(std::size_t count, unsigned width) {
    return (count * width + 7) / 8;
}

/// Returns value i of a column with `width` <= 32 bits per value, lowest bit first. May read up to 8 bytes
/// past the column.
[[nodiscard]] inline std::uint32_t bits_at(const std::byte* column, unsigned width, std::size_t i) {
    static_assert(std::endian::native == std::endian::little);
    const std::size_t bit = i * width;
    const auto word = load<std::uint64_t>(column + bit / 8) >> (bit % 8);
    return static_cast<std::uint32_t>(word & ((std::uint64_t{1} << width) - 1));
}

/// Writes values, lowest bit first, from `at` on. flush() moves `at` to the byte after the last one.
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
    /// Completes the last byte with zero bits.
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
