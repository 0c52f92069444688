#pragma once

#include "core/base/error.h"
#include "core/trace/io/byte_stream.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace hitmap {

/// Returns the bytes of a regular file, such as a session or a recipe. Throws FileError (cannot be opened, is
/// a folder or a device, has more than `limit` bytes).
[[nodiscard]] inline std::string read_text(const std::filesystem::path& path, std::uint64_t limit) {
    const auto file = open_file(path);
    if (file->size() > limit)
        throw FileError(path.string(), "",
                        "expected at most " + std::to_string(limit) + " bytes, found " +
                            std::to_string(file->size()));
    std::string text(file->size(), '\0');
    file->read(0, std::as_writable_bytes(std::span(text)));
    return text;
}

} // namespace hitmap
