#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// What a fact of a preset is, and so how it is written.
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

/// A fact that a preset may state.
struct PresetKey {
    std::string_view group; ///< "l1"
    std::string_view name;  ///< "ways"
    FactUnit unit;
    double least; ///< of a number, and of each number of a list
    double most;
    bool whole;    ///< whole numbers alone
    bool list;     ///< a list of numbers
    bool required; ///< wherever its group is there
    std::string_view title;
};

/// Numbers of a list, at most.
inline constexpr std::size_t most_listed = 4096;

/// All of them, groups together, in the order in which they are shown.
[[nodiscard]] std::span<const PresetKey> preset_keys();
/// Groups that every preset has: "device", "l1", "l2".
[[nodiscard]] std::span<const std::string_view> required_preset_groups();

} // namespace hitmap
