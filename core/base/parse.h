#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

/// Parses a decimal whole number from `least` to `most`, without a sign. Throws UsageError that names
/// `option`.
[[nodiscard]] std::uint64_t parse_whole_number(std::string_view text, std::string_view option,
                                               std::uint64_t least, std::uint64_t most);

struct PixelRange {
    std::uint32_t least = 1;
    std::uint32_t most = 65536;
};

/// Parses "512x512": width and height in pixels, each within the range. Throws UsageError that names
/// `option`.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t>
parse_resolution(std::string_view text, std::string_view option, PixelRange range = {});

} // namespace hitmap
