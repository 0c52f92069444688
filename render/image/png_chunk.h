#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace hitmap {

/// The bytes that every PNG file begins with.
inline constexpr std::size_t png_signature_bytes = 8;

/// Appends a number with the most significant byte first.
void append_png_number(std::vector<std::uint8_t>& bytes, std::uint32_t number);
/// Returns a chunk with its length and its CRC (PNG specification 1.2, section 3.2).
/// @param type  four letters
[[nodiscard]] std::vector<std::uint8_t> png_chunk(std::string_view type, std::span<const std::uint8_t> data);

/// Calls `take(type, data, whole)` for each chunk of a PNG file that this program has encoded.
using TakeChunk = std::function<void(std::string_view type, std::span<const std::uint8_t> data,
                                     std::span<const std::uint8_t> whole)>;
void for_each_chunk(std::span<const std::uint8_t> png, const TakeChunk& take);

} // namespace hitmap
