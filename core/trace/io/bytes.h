#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

using Bytes = std::vector<std::byte>;

/// Appends the primitive types of docs/trace-format.md: little endian, varints as LEB128.
class ByteWriter {
public:
    void u8(std::uint8_t value) { bytes_.push_back(static_cast<std::byte>(value)); }
    void u16(std::uint16_t value) { little_endian(value, 2); }
    void u32(std::uint32_t value) { little_endian(value, 4); }
    void u64(std::uint64_t value) { little_endian(value, 8); }
    void f32(float value);
    void varint(std::uint64_t value);
    void zigzag(std::int64_t value);
    void string(std::string_view text); ///< length as a varint, then the bytes
    void raw(std::span<const std::byte> bytes);

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] const Bytes& bytes() const { return bytes_; }
    [[nodiscard]] Bytes take() { return std::move(bytes_); }

private:
    void little_endian(std::uint64_t value, unsigned count);
    Bytes bytes_;
};

/// The source of bytes, for messages.
struct BytesPlace {
    std::string file;
    std::string place; ///< "chunk 3 (requests)"
};

/// Reads what ByteWriter wrote. Every function checks the bounds and throws FileError that names the place
/// and what was expected there.
class ByteReader {
public:
    ByteReader(std::span<const std::byte> bytes, const BytesPlace& place) : bytes_(bytes), place_(&place) {}

    std::uint8_t u8(std::string_view what);
    std::uint16_t u16(std::string_view what);
    std::uint32_t u32(std::string_view what);
    std::uint64_t u64(std::string_view what);
    float f32(std::string_view what);
    std::uint64_t varint(std::string_view what);
    /// Reads a varint that is at most `limit`.
    std::uint64_t varint(std::string_view what, std::uint64_t limit);
    std::uint32_t varint32(std::string_view what);
    std::int64_t zigzag(std::string_view what);
    /// Reads a number of items, each of which takes at least `item_bytes` of the remaining bytes.
    std::size_t count(std::string_view what, std::size_t item_bytes = 1);
    /// As above, if the number is at most `limit`.
    std::size_t count(std::string_view what, std::size_t item_bytes, std::uint64_t limit);
    /// Reads a text of at most `limit` bytes, as utf8_text() returns it: older writers accepted texts that
    /// are not UTF-8.
    std::string text(std::string_view what, std::size_t limit);
    /// The number of texts so far that were not UTF-8.
    [[nodiscard]] std::size_t escaped_texts() const { return escaped_texts_; }
    std::span<const std::byte> raw(std::size_t count, std::string_view what);
    /// Returns a reader of the next `count` bytes only.
    ByteReader part(std::size_t count, std::string_view what) { return {raw(count, what), *place_}; }
    /// Throws unless everything has been read.
    void expect_end() const;

    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
    /// Throws FileError at the current place.
    [[noreturn]] void fail(std::string_view message) const;

private:
    std::uint64_t little_endian(unsigned count, std::string_view what);
    std::span<const std::byte> bytes_;
    const BytesPlace* place_;
    std::size_t at_ = 0;
    std::size_t escaped_texts_ = 0;
};

[[nodiscard]] constexpr std::uint64_t zigzag_encode(std::int64_t value) {
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t zigzag_decode(std::uint64_t value) {
    return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
}
[[nodiscard]] bool is_utf8(std::string_view text);
/// Returns the text with \xHH in the place of each byte that is not part of a character in UTF-8. Everything
/// else stays, also a backslash, so that a text in UTF-8 is returned as it is.
[[nodiscard]] std::string utf8_text(std::string_view text);

} // namespace hitmap
