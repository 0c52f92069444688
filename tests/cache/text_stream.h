#pragma once

#include <cstdint>
#include <sstream>
#include <string>

namespace hitmap {

/// "0 1 1 2 0" -> "inf inf 0 inf 2"
template <class Stack>
std::string distances(Stack& stack, const std::string& lines) {
    std::istringstream in(lines);
    std::ostringstream out;
    std::uint32_t line = 0;
    while (in >> line) {
        const std::uint32_t distance = stack.look_up(line);
        if (out.tellp() > 0) out << ' ';
        if (distance == Stack::cold)
            out << "inf";
        else
            out << distance;
    }
    return out.str();
}

} // namespace hitmap
