#pragma once

#include "core/trace/io/byte_stream.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

/// A file in memory with the given bytes.
inline std::unique_ptr<ByteSource> memory_file(std::string_view text, std::string name) {
    const auto bytes = std::as_bytes(std::span(text));
    return open_memory({bytes.begin(), bytes.end()}, std::move(name));
}

} // namespace hitmap
