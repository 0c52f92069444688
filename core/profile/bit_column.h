#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace hitmap {

template <class T>
[[nodiscard]] inline T load(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <class T>
inline void append(std::vector<std::byte>& out, T value) {
    const std::size_t end = out.size();
    out.resize(end + sizeof value);
    std::memcpy(out.data() + end, &value, sizeof value);
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

/// Appends values of fixed width, lowest bit first, to bytes.
class BitWriter {
public:
    explicit BitWriter(std::vector<std::byte>& out) : out_(out) {}
    void put(std::uint32_t value, unsigned width) {
        word_ |= std::uint64_t{value} << filled_;
        for (filled_ += width; filled_ >= 8; filled_ -= 8, word_ >>= 8)
            out_.push_back(static_cast<std::byte>(word_));
    }
    /// Fills up the last byte.
    void flush() {
        if (filled_ > 0) out_.push_back(static_cast<std::byte>(word_));
        word_ = 0;
        filled_ = 0;
    }

private:
    std::vector<std::byte>& out_;
    std::uint64_t word_ = 0;
    unsigned filled_ = 0;
};

} // namespace hitmap
