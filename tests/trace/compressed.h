#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Compresses bytes as one member of the format.
[[nodiscard]] std::string gzip(std::string_view text);
[[nodiscard]] std::string xz(std::string_view text);
[[nodiscard]] std::string zstd(std::string_view text);

} // namespace hitmap
