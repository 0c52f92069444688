#pragma once

#include <cstdint>
#include <string>

namespace hitmap {

struct SourceLocation {
    std::string function;
    std::string file;         ///< a file of RecordingInfo::sources if its text is known
    std::uint32_t line = 0;   ///< from 1; 0: unknown
    std::uint32_t column = 0; ///< from 1; 0: unknown
};

} // namespace hitmap
