#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::test {

/// Requests for tetrahedral cells among boxes, faces and pixels, and what they refer to, as plain arrays by
/// which tests compute what they expect.
struct CellRecording {
    static constexpr std::uint32_t corners_each = 4;
    static constexpr std::uint64_t vertices_at = 0x10004;
    static constexpr std::uint64_t cells_at = 0x20008; ///< so that some cells are in two lines
    static constexpr std::uint64_t faces_at = 0x30000;
    static constexpr std::uint64_t boxes_at = 0x40000;
    static constexpr std::uint64_t pixels_at = 0x50000;
    static constexpr std::uint32_t width = 4;
    static constexpr std::uint32_t height = 4;
    enum Instruction : std::uint32_t { load_cell, load_position, load_box, store_pixel, load_face };

    /// A load or store of some lanes of a warp, which is the only one on its SM.
    struct Request {
        std::uint32_t sm = 0;
        Instruction instruction = load_cell;
        std::vector<std::uint64_t> addresses; ///< of lanes 0, 1, ...
    };

    std::vector<float> vertices;            ///< [vertices][3]
    std::vector<std::uint32_t> cells;       ///< [cells][corners_each]
    std::vector<std::int32_t> cell_sources; ///< [cells] the last one is padding
    std::vector<std::uint32_t> faces;       ///< [faces][3]
    std::vector<float> boxes;               ///< [boxes][6]
    std::vector<Request> requests;

    [[nodiscard]] std::uint64_t cell_count() const { return cell_sources.size(); }
    /// The pixel for which a lane works from a load of cells on, until the next one of its warp.
    /// @param loads  of cells before this one
    [[nodiscard]] static std::uint32_t pixel_of(std::uint64_t loads, std::uint64_t lane) {
        return static_cast<std::uint32_t>((3 * loads + lane) % (width * height));
    }
    enum class Tags : std::uint8_t { none, pixels };
    /// Writes it with recorder.h. Throws std::runtime_error.
    /// @param tags  whether lanes have tags with pixel_of()
    void write(const std::string& file, Tags tags = Tags::none) const;
};

/// The same for each seed. Other seeds have the same mesh with its cells in another order, and other
/// requests.
[[nodiscard]] CellRecording cell_recording(std::uint32_t seed = 1);
/// Writes cell_recording().
void write_cell_recording(const std::string& file);

} // namespace hitmap::test
