#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The top folder of the source tree.
[[nodiscard]] std::filesystem::path source_tree();

/// The entries of docs/references.md, by their citation names.
struct ReferenceList {
    std::vector<std::string> works; ///< works with author and year in the tables of works
    /// Every name of the page. The value is the class of a source of presets, 1 to 4 ("Sources of the GPU
    /// presets"). Works have none, and neither have data sheets, which were recalled.
    std::map<std::string, std::optional<int>> all;
};

/// Reads the tables whose first column is "cited as". Throws std::runtime_error if a name occurs twice.
[[nodiscard]] ReferenceList parse_references(std::string_view markdown);
/// docs/references.md.
[[nodiscard]] ReferenceList reference_list();

/// A name in the source of a preset's fact, and the text in parentheses after it.
struct NamedSource {
    std::string name;   ///< "gpu-benches"
    std::string detail; ///< "A40"; may be empty
    friend bool operator==(const NamedSource&, const NamedSource&) = default;
};
/// "Mei et al. 2014, Accel-Sim 2024 (QV100)" has two; "-" has none.
[[nodiscard]] std::vector<NamedSource> named_sources(std::string_view source);

[[nodiscard]] std::string read_whole_file(const std::filesystem::path& file);

} // namespace hitmap
