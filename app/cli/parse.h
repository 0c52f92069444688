#pragma once

#include <string>

namespace hitmap {

/// The whole file. Throws FileError (cannot be read, larger than 64 MiB).
[[nodiscard]] std::string read_text_file(const std::string& path);

} // namespace hitmap
