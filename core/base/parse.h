#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

/// A decimal whole number from `least` to `most`, without a sign. Throws UsageError naming `option`.
[[nodiscard]] std::uint64_t parse_whole_number(std::string_view text, std::string_view option,
                                               std::uint64_t least, std::uint64_t most);

struct PixelRange {
    std::uint32_t least = 1;
    std::uint32_t most = 65536;
};

/// "512x512": width and height in pixels, each within the range. Throws UsageError naming `option`.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t>
parse_resolution(std::string_view text, std::string_view option, PixelRange range = {});

} // namespace hitmap
