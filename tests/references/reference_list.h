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

/// What docs/references.md lists, by the names that things are cited as.
struct ReferenceList {
    std::vector<std::string> works; ///< those with an author and a year in the tables of works
    /// Every name of the page. The value is the class of a source of presets, 1 to 4 ("Sources of the GPU
    /// presets"); none for works, and for data sheets, which were recalled.
    std::map<std::string, std::optional<int>> all;
};

/// Reads the tables whose first column is "cited as". Throws std::runtime_error where a name stands twice.
[[nodiscard]] ReferenceList parse_references(std::string_view markdown);
/// docs/references.md.
[[nodiscard]] ReferenceList reference_list();

/// A name in the source of a fact of a preset, and what stands in parentheses behind it.
struct NamedSource {
    std::string name;   ///< "gpu-benches"
    std::string detail; ///< "A40"; may be empty
    friend bool operator==(const NamedSource&, const NamedSource&) = default;
};
/// "Mei et al. 2014, Accel-Sim 2024 (QV100)" has two; "-" has none.
[[nodiscard]] std::vector<NamedSource> named_sources(std::string_view source);

[[nodiscard]] std::string read_whole_file(const std::filesystem::path& file);

} // namespace hitmap
