#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/array/tlb.h"
#include "core/cache/gpu/preset_keys.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hitmap {

/// How reliable a number is. 1 to 4 are the classes of its source, best first; for the others no source
/// states the number.
enum class Trust : std::uint8_t {
    vendor = 1,    ///< the vendor states it
    measured = 2,  ///< a measured curve with public raw data
    paper = 3,     ///< quoted from a published work
    simulator = 4, ///< the configuration of a simulator, fitted to total times
    inferred = 5,  ///< derived from what a source states
    recalled = 6,  ///< from memory, not verified
    assumed = 7,   ///< chosen by this project, since the model needs a value
};
/// The mark in files and JSON: "1" to "4", "inferred", "recalled", "assumed".
[[nodiscard]] std::string_view mark_of(Trust trust);
/// The name for users: "vendor", "measured", "paper", "simulator", "inferred", "recalled", "assumed".
[[nodiscard]] std::string_view name_of(Trust trust);

using FactValue = std::variant<double, std::string, std::vector<double>>;

/// One number of a GPU and its source.
struct PresetFact {
    const PresetKey* key = nullptr; ///< one of preset_keys()
    FactValue value;                ///< in the form that the unit and `list` of the key require
    std::string source;             ///< tags of docs/presets.md, separated by commas; "-" if there is none
    Trust trust = Trust::assumed;
    std::string note; ///< may be empty

    /// Text for users: "64 KiB", "34 cycles", "17, 8, 8".
    [[nodiscard]] std::string text() const;
};

/// The memory hierarchy of a GPU, as far as it is known. Facts that preset_keys() requires are present; all
/// others are optional.
struct GpuPreset {
    std::string name;  ///< "turing-rtx2080ti": lower-case letters, digits, hyphens
    std::string title; ///< "GeForce RTX 2080 Ti (TU102)"
    std::string vendor;
    std::uint32_t year = 0; ///< year in which the GPU was announced; 0: unknown
    std::string architecture;
    std::string compute_capability; ///< only of NVIDIA GPUs; may be empty
    std::vector<std::string> notes; ///< contradictions between sources, and other remarks
    std::vector<PresetFact> facts;  ///< sorted like preset_keys()

    /// Null if the preset has no such fact.
    [[nodiscard]] const PresetFact* find(std::string_view group, std::string_view name) const;
    /// The value of a fact that is one number.
    [[nodiscard]] std::optional<double> number(std::string_view group, std::string_view name) const;
    /// The value of a fact that is a name; empty if there is none.
    [[nodiscard]] std::string_view word(std::string_view group, std::string_view name) const;
    /// The value of a fact that is a list; empty if there is none.
    [[nodiscard]] std::vector<double> list(std::string_view group, std::string_view name) const;
    [[nodiscard]] bool has_group(std::string_view group) const;
    /// One unit of the cache of a group with sets and ways ("l1", "l2", "texture", "read_only"). Its capacity
    /// is the simulated one, sets x ways x line, which is the nominal or the effective capacity of the facts.
    /// Throws std::out_of_range if the preset has no such group.
    [[nodiscard]] CacheGeometry cache(std::string_view group) const;
    /// `group` is "l1_tlb" or "l2_tlb". Throws std::out_of_range if the preset has no such group.
    [[nodiscard]] TlbLevelGeometry tlb(std::string_view group) const;
};

/// Parses a preset (docs/presets.md). Throws FileError that names `file`, the place ("/l1/ways"), what was
/// expected and what was found. Facts that contradict one another are errors as well.
[[nodiscard]] GpuPreset parse_gpu_preset(std::string_view json, std::string_view file);

} // namespace hitmap
