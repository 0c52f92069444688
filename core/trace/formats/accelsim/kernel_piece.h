#pragma once

#include "core/trace/formats/accelsim/instruction_line.h"
#include "core/trace/formats/accelsim/kernel_header.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/import/sass_opcode.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap::accelsim {

/// An instruction of the program.
struct SassInstruction {
    std::uint32_t counter = 0;     ///< byte offset in the function
    std::uint32_t source_line = 0; ///< 0: not known
    std::string opcode;
    /// Nothing if it does not access global, local or shared memory.
    std::optional<SassAccess> access;
    /// It copies from global to shared memory and has a line for each, the line of shared memory first.
    bool copies_to_shared = false;
    friend bool operator==(const SassInstruction&, const SassInstruction&) = default;
};

/// A line of a kernel file that is no instruction, or a run of instructions.
struct KernelEvent {
    enum class Kind : std::uint8_t {
        block_begin,
        block_number, ///< value: x, y, z
        warp,         ///< value[0]: index in the block
        count,        ///< value[0]: number of instructions of the warp
        instructions, ///< value[0]: number of lines, value[1]: all lanes that are active in one of them
        block_end,
    };
    Kind kind = Kind::block_begin;
    std::uint64_t line = 0; ///< number in the file
    std::array<std::uint32_t, 3> value{};
    std::size_t end_word = 0;    ///< in KernelPiece::words, behind the requests of the run
    std::size_t end_request = 0; ///< in KernelPiece::places
};

/// Where a request was made, as its line says it.
struct RequestPlace {
    std::uint32_t block = 0; ///< linear index in the grid, with Columns::block
    std::uint32_t warp = 0;  ///< index in the block, with Columns::block
    std::uint32_t sm = 0;    ///< with Columns::core
    std::uint32_t slot = 0;  ///< with Columns::core
};

/// The instructions of a piece that access memory and have an active lane.
struct AccessCounts {
    std::uint64_t read = 0;
    std::uint64_t left_out = 0; ///< of them, without a request
    std::uint64_t split = 0;    ///< requests beyond the first one of an instruction
    /// Lines of copies to shared memory, with shared and with global addresses, if the windows are known.
    std::uint64_t copies_shared = 0;
    std::uint64_t copies_global = 0;
};

/// The contents of a piece of a kernel file.
struct KernelPiece {
    std::vector<KernelEvent> events;
    std::vector<SassInstruction> instructions;
    /// Packed requests (packed_request.h). Their instruction is 4 i + s for instruction i of this piece and
    /// space s. Addresses of shared memory are offsets if their window is known. Addresses of local memory
    /// are offsets in the window.
    std::vector<std::uint64_t> words;
    std::vector<RequestPlace> places; ///< [requests], if the file has the columns of blocks or cores
    AnomalyCounts anomalies{};
    AccessCounts accesses;
};

/// The windows of local and shared memory in the generic addresses have at most this size. The stack of a
/// thread is at the end of its window.
inline constexpr std::uint64_t window_bytes = std::uint64_t{1} << 24;

/// @param file  the name of the file, for messages
/// Throws FileError.
[[nodiscard]] KernelPiece parse_kernel_piece(const LinePiece& piece, const KernelHeader& header,
                                             const std::string& file);

} // namespace hitmap::accelsim
