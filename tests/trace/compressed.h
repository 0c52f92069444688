#pragma once

#include <string>
#include <string_view>

namespace hitmap {

/// Compresses bytes as one member of the format.
[[nodiscard]] std::string gzip(std::string_view text);
[[nodiscard]] std::string xz(std::string_view text);
/// @param dictionary  raw contents that the reader has, too
[[nodiscard]] std::string zstd(std::string_view text, std::string_view dictionary = {});

} // namespace hitmap
