#include "core/trace/io/bytes.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

namespace hitmap {

void ByteWriter::little_endian(std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
        u8(static_cast<std::uint8_t>(value >> (8 * i)));
}

void ByteWriter::raw(std::span<const std::byte> bytes) {
    const std::size_t before = bytes_.size();
    bytes_.resize(before + bytes.size());
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(before));
}

void ByteWriter::f32(float value) {
    u32(std::bit_cast<std::uint32_t>(value));
}

void ByteWriter::varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        u8(static_cast<std::uint8_t>(value | 0x80));
    u8(static_cast<std::uint8_t>(value));
}

void ByteWriter::zigzag(std::int64_t value) {
    varint(zigzag_encode(value));
}

void ByteWriter::string(std::string_view text) {
    varint(text.size());
    raw(std::as_bytes(std::span(text)));
}

void ByteReader::fail(std::string_view message) const {
    throw FileError(place_->file, fmt::format("{}, byte {}", place_->place, at_), message);
}

std::span<const std::byte> ByteReader::raw(std::size_t count, std::string_view what) {
    if (count > left()) fail(fmt::format("expected {} bytes of {}, found {}", count, what, left()));
    const auto result = bytes_.subspan(at_, count);
    at_ += count;
    return result;
}

std::uint64_t ByteReader::little_endian(unsigned count, std::string_view what) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const std::byte b : raw(count, what)) {
        value |= std::uint64_t{static_cast<std::uint8_t>(b)} << shift;
        shift += 8;
    }
    return value;
}

std::uint8_t ByteReader::u8(std::string_view what) {
    return static_cast<std::uint8_t>(little_endian(1, what));
}
std::uint16_t ByteReader::u16(std::string_view what) {
    return static_cast<std::uint16_t>(little_endian(2, what));
}
std::uint32_t ByteReader::u32(std::string_view what) {
    return static_cast<std::uint32_t>(little_endian(4, what));
}
std::uint64_t ByteReader::u64(std::string_view what) {
    return little_endian(8, what);
}
float ByteReader::f32(std::string_view what) {
    return std::bit_cast<float>(u32(what));
}

std::uint64_t ByteReader::varint(std::string_view what) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint64_t b = u8(what);
        if (shift == 63 && b > 1) break;
        value |= (b & 0x7f) << shift;
        if (b < 0x80) return value;
    }
    fail(fmt::format("expected {}, found a number of more than 64 bits", what));
}

std::uint64_t ByteReader::varint(std::string_view what, std::uint64_t limit) {
    const std::uint64_t value = varint(what);
    if (value > limit) fail(fmt::format("expected {} of at most {}, found {}", what, limit, value));
    return value;
}

std::uint32_t ByteReader::varint32(std::string_view what) {
    return static_cast<std::uint32_t>(varint(what, std::numeric_limits<std::uint32_t>::max()));
}

std::int64_t ByteReader::zigzag(std::string_view what) {
    return zigzag_decode(varint(what));
}

std::size_t ByteReader::count(std::string_view what, std::size_t item_bytes) {
    const std::uint64_t value = varint(what);
    if (value > left() / item_bytes)
        fail(fmt::format("expected a number of {} that fits the {} bytes left, found {}", what, left(),
                         value));
    return value;
}

std::size_t ByteReader::count(std::string_view what, std::size_t item_bytes, std::uint64_t limit) {
    const std::size_t value = count(what, item_bytes);
    if (value > limit) fail(fmt::format("expected at most {} {}, found {}", limit, what, value));
    return value;
}

std::string ByteReader::text(std::string_view what, std::size_t limit) {
    const std::size_t length = varint(what, limit);
    const auto bytes = raw(length, what);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (is_utf8(text)) return text;
    ++escaped_texts_;
    return utf8_text(text);
}

void ByteReader::expect_end() const {
    if (left() != 0) fail(fmt::format("expected the end, found {} more bytes", left()));
}

namespace {

/// The bytes of the character in UTF-8 that a text begins with; 0 if it begins with none.
std::size_t bytes_of_character(std::string_view text) {
    const auto lead = static_cast<std::uint8_t>(text[0]);
    const unsigned length = lead < 0x80   ? 1
                            : lead < 0xc2 ? 0
                            : lead < 0xe0 ? 2
                            : lead < 0xf0 ? 3
                            : lead < 0xf5 ? 4
                                          : 0;
    if (length == 0 || length > text.size()) return 0;
    std::uint32_t code = length == 1 ? lead : lead & (0x7fU >> length);
    for (unsigned k = 1; k < length; ++k) {
        const auto next = static_cast<std::uint8_t>(text[k]);
        if ((next & 0xc0) != 0x80) return 0;
        code = code << 6 | (next & 0x3fU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return overlong || surrogate || code > 0x10ffff ? 0 : length;
}

} // namespace

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = bytes_of_character(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string utf8_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = bytes_of_character(text);
        if (length == 0)
            fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<std::uint8_t>(text[0]));
        else
            out += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

} // namespace hitmap
