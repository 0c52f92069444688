#pragma once

#include <array>
#include <cstdint>

namespace hitmap::dual_cell {

/// A cell of the sample grid has corners 0..7, corner c at ((c & 1), (c >> 1) & 1, c >> 2), and 12 edges.
/// Edge 4 axis + j runs along `axis`; bits 0 and 1 of j give its position along the two following axes
/// (cyclically).
inline constexpr int edges = 12;
inline constexpr int max_sheets = 4;

struct Corners {
    std::uint8_t low, high; ///< lower and upper end of the edge
};
[[nodiscard]] Corners corners_of(int edge);

/// How the surface passes through a cell with given corner signs. The edges that change sign form closed
/// cycles, and each cycle is one sheet of the surface (dual marching cubes, Nielson 2004).
struct Sheets {
    std::array<std::int8_t, edges> sheet_of_edge{}; ///< number of the sheet; -1 if the sign does not change
    std::uint8_t count = 0;
};

/// @param inside  bit c: corner c is inside. On a face whose corners alternate, each inside corner is cut off
///                separately. Both cells at the face decide alike, so that the surface is closed.
[[nodiscard]] const Sheets& sheets_of(std::uint8_t inside);

/// Whether the signs alternate around the cell's lower face perpendicular to `axis`, so that all four of its
/// edges change sign.
[[nodiscard]] bool lower_face_alternates(std::uint8_t inside, int axis);

/// The two inside corners of such a face, and for each the two edges of the cell that meet there in the face.
struct FaceSegment {
    std::uint8_t corner;
    std::uint8_t edge[2];
};
[[nodiscard]] std::array<FaceSegment, 2> segments_of_lower_face(std::uint8_t inside, int axis);

} // namespace hitmap::dual_cell
