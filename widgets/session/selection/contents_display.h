#pragma once

#include "core/base/name_table.h"
#include "widgets/session/selection/level_names.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// What the cells of the matrix of evictions show.
enum class EvictionValue : std::uint8_t {
    evictions,   ///< lines that were evicted
    asked_again, ///< those that were put in again later: the reuse that the evictions cost
    dirty,       ///< those that had to be written back
};

/// Which lines the matrix of evictions tells apart.
enum class EvictionKind : std::uint8_t {
    allocations,
    box_levels, ///< lines of boxes by their level in the tree
};

/// The two parts of the panel.
enum class ContentsPart : std::uint8_t {
    shares, ///< shares of the capacity, who evicts whom, and the optimum
    sets,   ///< the lines of each set over time
};

/// What the colours of the lines of sets show.
enum class SetColour : std::uint8_t {
    allocation,
    box_level, ///< level in the tree of the box that the line was put in for
    age,       ///< positions since the last use
};

/// What the panel of cache contents of a pane shows.
struct ContentsDisplay {
    ContentsPart part = ContentsPart::shares;
    Level level = Level::l1;
    std::optional<std::uint32_t> sm{}; ///< the SM whose L1 is shown; no value: those of all SMs together
    EvictionValue value = EvictionValue::evictions;
    EvictionKind kind = EvictionKind::allocations;
    SetColour colour = SetColour::allocation;
    friend bool operator==(const ContentsDisplay&, const ContentsDisplay&) = default;
};

inline constexpr NameTable<EvictionValue, 3> eviction_value_names = {
    {{EvictionValue::evictions, "evictions"},
     {EvictionValue::asked_again, "asked-again"},
     {EvictionValue::dirty, "dirty"}}};
inline constexpr NameTable<EvictionKind, 2> eviction_kind_names = {
    {{EvictionKind::allocations, "allocations"}, {EvictionKind::box_levels, "box-levels"}}};
inline constexpr NameTable<ContentsPart, 2> contents_part_names = {
    {{ContentsPart::shares, "shares"}, {ContentsPart::sets, "sets"}}};
inline constexpr NameTable<SetColour, 3> set_colour_names = {
    {{SetColour::allocation, "allocation"}, {SetColour::box_level, "box-level"}, {SetColour::age, "age"}}};

template <class Archive>
void fields(Archive& a, ContentsDisplay& v) {
    a("contents_part", v.part, contents_part_names);
    a("contents_colour", v.colour, set_colour_names);
    a("contents_level", v.level, level_names);
    a("contents_sm", v.sm);
    a("contents_evictions", v.value, eviction_value_names);
    a("contents_kind", v.kind, eviction_kind_names);
}

} // namespace hitmap
