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

/// How far a number can be trusted. 1 to 4 are the classes of its source, best first; the others say that no
/// source states it.
enum class Trust : std::uint8_t {
    vendor = 1,    ///< the vendor states it
    measured = 2,  ///< a measured curve whose raw data are public
    paper = 3,     ///< a published work, quoted
    simulator = 4, ///< the configuration of a simulator, made to fit total times
    inferred = 5,  ///< follows from what a source states
    recalled = 6,  ///< from memory, not looked up
    assumed = 7,   ///< chosen here, so that the model can run
};
/// As files and JSON have it: "1" to "4", "inferred", "recalled", "assumed".
[[nodiscard]] std::string_view mark_of(Trust trust);
/// For a person: "vendor", "measured", "paper", "simulator", "inferred", "recalled", "assumed".
[[nodiscard]] std::string_view name_of(Trust trust);

using FactValue = std::variant<double, std::string, std::vector<double>>;

/// One number of a GPU, with where it comes from.
struct PresetFact {
    const PresetKey* key = nullptr; ///< one of preset_keys()
    FactValue value;                ///< as the key's unit and `list` say
    std::string source;             ///< tags of docs/presets.md, separated by commas; "-" where there is none
    Trust trust = Trust::assumed;
    std::string note; ///< may be empty

    /// "64 KiB", "34 cycles", "17, 8, 8": for a person.
    [[nodiscard]] std::string text() const;
};

/// What is known of a GPU's memory hierarchy. Facts are there or not; those that preset_keys() requires are.
struct GpuPreset {
    std::string name;  ///< "turing-rtx2080ti": small letters, digits, hyphens
    std::string title; ///< "GeForce RTX 2080 Ti (TU102)"
    std::string vendor;
    std::uint32_t year = 0; ///< in which the GPU was announced; 0: not given
    std::string architecture;
    std::string compute_capability; ///< of NVIDIA's; may be empty
    std::vector<std::string> notes; ///< what sources contradict one another in, and what to know besides
    std::vector<PresetFact> facts;  ///< in the order of preset_keys()

    /// Null where the preset has no such fact.
    [[nodiscard]] const PresetFact* find(std::string_view group, std::string_view name) const;
    /// Of a fact that is one number.
    [[nodiscard]] std::optional<double> number(std::string_view group, std::string_view name) const;
    /// Of a fact that is a name; empty where there is none.
    [[nodiscard]] std::string_view word(std::string_view group, std::string_view name) const;
    /// Of a fact that is a list; empty where there is none.
    [[nodiscard]] std::vector<double> list(std::string_view group, std::string_view name) const;
    [[nodiscard]] bool has_group(std::string_view group) const;
    /// The cache of a group with sets and ways ("l1", "l2", "texture", "read_only"): one unit of it. Its
    /// capacity is what the model simulates, sets x ways x line: the nominal one or the effective one of the
    /// facts. Throws std::out_of_range where the preset has no such group.
    [[nodiscard]] CacheGeometry cache(std::string_view group) const;
    /// "l1_tlb" or "l2_tlb". Throws std::out_of_range where the preset has no such group.
    [[nodiscard]] TlbLevelGeometry tlb(std::string_view group) const;
};

/// Reads a preset (docs/presets.md). Throws FileError naming `file`, the place ("/l1/ways"), what was
/// expected and what was found; also where facts contradict one another.
[[nodiscard]] GpuPreset parse_gpu_preset(std::string_view json, std::string_view file);

} // namespace hitmap
