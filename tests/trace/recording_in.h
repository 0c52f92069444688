#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

/// The recording that a file in memory with these bytes has.
inline HmtFile recording_in(std::vector<std::byte> bytes) {
    return HmtFile(open_memory(std::move(bytes), "a.hmt"));
}

} // namespace hitmap
