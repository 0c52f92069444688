#pragma once

#include "core/base/name_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hitmap {

/// What the faces of a mesh are coloured by: their own sums, or those of the region that they are in.
enum class ColourBy : std::uint8_t { automatic, face, patch, box, place, instance };

/// A row of the table of these choices.
struct ColourByInfo {
    ColourBy by;
    std::string_view name;   ///< on the command line and in files
    std::string_view title;  ///< in lists of the window
    std::string_view one;    ///< "patch": a face or a region; empty for automatic
    std::string_view plural; ///< "patches"
    std::string_view help;   ///< what is summed, without a full stop
};

inline constexpr std::array<ColourByInfo, 6> colour_by_table{{
    {ColourBy::automatic, "automatic", "Automatic", "", "",
     "faces, or patches of a large mesh whose faces are smaller than two pixels"},
    {ColourBy::face, "face", "Each face", "face", "faces", "each face alone"},
    {ColourBy::patch, "patch", "Patches of the mesh", "patch", "patches",
     "connected pieces of the mesh of about 64 faces, or more in large meshes"},
    {ColourBy::box, "box", "Boxes of the tree", "box", "boxes",
     "the largest boxes of the tree with no more faces than a patch"},
    {ColourBy::place, "place", "Places (4 x 4 x 4)", "place", "places",
     "the cells of a grid that divides the bounds of the mesh by 4 along each axis"},
    {ColourBy::instance, "instance", "Instances", "instance", "instances",
     "the instances of a scene that was built for hardware ray tracing"},
}};

[[nodiscard]] constexpr const ColourByInfo& info_of(ColourBy by) {
    return colour_by_table[static_cast<std::size_t>(by)];
}

/// ColourByInfo::name of each.
inline constexpr auto colour_by_names = [] {
    NameTable<ColourBy, colour_by_table.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i].first = colour_by_table[i].by;
        names[i].second = colour_by_table[i].name;
    }
    return names;
}();

} // namespace hitmap
