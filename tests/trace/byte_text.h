#pragma once

#include "core/trace/io/bytes.h"

#include <string>

namespace hitmap {

/// The bytes as the contents of a file.
[[nodiscard]] inline std::string text_of(const ByteWriter& bytes) {
    return {reinterpret_cast<const char*>(bytes.bytes().data()), bytes.size()};
}

} // namespace hitmap
