#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

struct PixelRange {
    std::uint32_t least = 1;
    std::uint32_t most = 65536;
};

/// "512x512": width and height in pixels, each within the range. Throws UsageError naming `option`.
[[nodiscard]] std::pair<std::uint32_t, std::uint32_t>
parse_resolution(std::string_view text, std::string_view option, PixelRange range = {});

/// The whole file. Throws FileError (cannot be read, larger than 64 MiB).
[[nodiscard]] std::string read_text_file(const std::string& path);

} // namespace hitmap
