#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace hitmap {

/// Returns the bytes in Base64 (RFC 4648, section 4), padded, on one line.
[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);

} // namespace hitmap
