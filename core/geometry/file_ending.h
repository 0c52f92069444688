#pragma once

#include <filesystem>
#include <string>

namespace hitmap {

/// ".obj" of "Roof.OBJ": the part of a file's name from its last dot on, in lower case; empty where it has
/// none.
[[nodiscard]] inline std::string lower_case_ending(const std::string& file) {
    std::string ending = std::filesystem::path(file).extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending;
}

} // namespace hitmap
