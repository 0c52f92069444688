#pragma once

#include <filesystem>
#include <string>

namespace hitmap {

/// ".obj" for "Roof.OBJ" and "Roof.obj.gz": the part of a file name from its last dot on, in lower case;
/// empty if there is no dot. The ending of a compressed file is that of its contents.
[[nodiscard]] inline std::string lower_case_ending(const std::string& file) {
    const std::filesystem::path name(file);
    std::string ending = name.extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending == ".gz" ? lower_case_ending(name.stem().string()) : ending;
}

} // namespace hitmap
