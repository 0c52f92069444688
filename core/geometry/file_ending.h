#pragma once

#include <filesystem>
#include <string>

namespace hitmap {

/// ".obj" for "Roof.OBJ": the part of a file name from its last dot on, in lower case; empty if there is
/// no dot.
[[nodiscard]] inline std::string lower_case_ending(const std::string& file) {
    std::string ending = std::filesystem::path(file).extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending;
}

} // namespace hitmap
