#pragma once

#include <array>
#include <cstdint>

namespace hitmap::dual_cell {

/// A cell of the sample grid has corners 0..7, corner c at ((c & 1), (c >> 1) & 1, c >> 2), and 12 edges:
/// edge 4 axis + j runs along `axis`; bit 0 and 1 of j are the places along the two following axes
/// (cyclically).
inline constexpr int edges = 12;
inline constexpr int max_sheets = 4;

struct Corners {
    std::uint8_t low, high; ///< lower and upper end of the edge
};
[[nodiscard]] Corners corners_of(int edge);

/// How the surface passes through a cell with given corner signs: its edges that change sign fall into closed
/// cycles, each one sheet of the surface (dual marching cubes, Nielson 2004).
struct Sheets {
    std::array<std::int8_t, edges>
        sheet_of_edge{}; ///< number of the sheet, -1 where the sign does not change
    std::uint8_t count = 0;
};

/// @param inside  bit c: corner c is inside. On a face whose corners alternate, each inside corner is cut off
///                by itself; both cells at the face agree, so that the surface is closed.
[[nodiscard]] const Sheets& sheets_of(std::uint8_t inside);

/// Whether the signs alternate around the lower face of the cell at right angles to `axis`, i.e. all four of
/// its edges change sign.
[[nodiscard]] bool lower_face_alternates(std::uint8_t inside, int axis);

/// Inside corners (two) of such a face, and for each the two edges of the cell that meet there in the face.
struct FaceSegment {
    std::uint8_t corner;
    std::uint8_t edge[2];
};
[[nodiscard]] std::array<FaceSegment, 2> segments_of_lower_face(std::uint8_t inside, int axis);

} // namespace hitmap::dual_cell
