#pragma once

#include <cstdint>
#include <string>

namespace hitmap::capture {

/// "1 launch", "2 launches"
[[nodiscard]] inline std::string counted(std::uint64_t count, const char* one, const char* several) {
    return std::to_string(count) + " " + (count == 1 ? one : several);
}

} // namespace hitmap::capture
