#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// The unit of a fact, which determines how it is written.
enum class FactUnit : std::uint8_t {
    count,
    bytes,
    cycles,
    megahertz,
    gigabytes_per_second,
    bytes_per_cycle,
    name
};
[[nodiscard]] std::string_view name_of(FactUnit unit); ///< "", "B", "cycles", "MHz", "GB/s", "B/cycle", ""

/// A fact that a preset can state.
struct PresetKey {
    std::string_view group; ///< "l1"
    std::string_view name;  ///< "ways"
    FactUnit unit;
    double least; ///< minimum of a number, and of each number of a list
    double most;
    bool whole;    ///< whether only whole numbers are allowed
    bool list;     ///< whether the value is a list of numbers
    bool required; ///< required in each preset that has the group
    std::string_view title;
};

/// Maximum length of a list.
inline constexpr std::size_t most_listed = 4096;

/// All facts, ordered by group, in the order in which they are displayed.
[[nodiscard]] std::span<const PresetKey> preset_keys();
/// Groups that every preset must have: "device", "l1", "l2".
[[nodiscard]] std::span<const std::string_view> required_preset_groups();

} // namespace hitmap
