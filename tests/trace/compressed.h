#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// Compresses bytes as one member of the format.
[[nodiscard]] std::string gzip(std::string_view text);
[[nodiscard]] std::string xz(std::string_view text);
/// @param dictionary  raw contents that the reader has, too
[[nodiscard]] std::string zstd(std::string_view text, std::string_view dictionary = {});
/// A zip archive of files, which are deflated or stored. The names come first.
[[nodiscard]] std::string zip(const std::vector<std::pair<std::string, std::string>>& files,
                              bool deflated = false);

} // namespace hitmap
