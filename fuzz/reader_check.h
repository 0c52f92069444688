#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// A reader of untrusted text. It may throw FileError or UsageError, which are the correct reactions to
/// invalid bytes.
using TextReader = void (*)(std::string_view text);

/// The first byte of the input, which is a digit in seeds, selects the reader that gets the rest.
inline void read_as_chosen(std::span<const TextReader> readers, const std::uint8_t* data, std::size_t size) {
    if (size == 0) return;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        readers[static_cast<std::uint8_t>(data[0] - '0') % readers.size()](text);
    } catch (const FileError&) {  // NOLINT(bugprone-empty-catch)
    } catch (const UsageError&) { // NOLINT(bugprone-empty-catch)
    }
}

} // namespace hitmap
