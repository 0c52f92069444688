#pragma once

#include "core/trace/import/line_pieces.h"
#include "core/trace/import/line_tolerance.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace hitmap {

/// A line that announces a launch. Texts refer to the piece.
struct NvbitLaunch {
    std::uint64_t context = 0;       ///< 0 in the format up to 1.4
    std::optional<std::uint64_t> id; ///< nothing in the format up to 1.4
    std::string_view kernel;
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint32_t, 3> block{};
    std::uint32_t shared_bytes = 0;
};

/// A line with the addresses of a warp. Texts refer to the piece.
struct NvbitAccess {
    std::uint64_t line = 0;                 ///< number of the line
    std::uint64_t context = 0;              ///< 0 in the format up to 1.4
    std::optional<std::uint64_t> launch_id; ///< nothing in the format up to 1.4
    std::array<std::uint32_t, 3> block{};
    std::uint32_t warp_slot = 0;
    std::string_view opcode;
    std::uint32_t mask = 0; ///< lanes whose address is not 0
    std::array<std::uint64_t, warp_size> address{};
};

struct NvbitPiece {
    std::vector<std::variant<NvbitLaunch, NvbitAccess>> events; ///< in order
    LineCounts lines;
};

/// Parses the text of mem_trace of NVBit up to 1.4 and since 1.5. The output of the traced program may be
/// between lines and before a line of the format, in the same line.
[[nodiscard]] NvbitPiece parse_nvbit(const LinePiece& piece);

} // namespace hitmap
