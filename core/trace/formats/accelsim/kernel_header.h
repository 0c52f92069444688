#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap::accelsim {

/// The optional columns of an instruction line in front of the program counter. The header does not say
/// which of them a file has.
struct Columns {
    bool block = false;   ///< three numbers of the block and one of the warp in it
    bool cluster = false; ///< seven numbers about the cluster of blocks
    bool core = false;    ///< SM, and the slot of the warp on it
    bool line = false;    ///< source line

    /// The number of these columns.
    [[nodiscard]] unsigned count() const {
        return (block ? 4U : 0U) + (cluster ? 7U : 0U) + (core ? 2U : 0U) + (line ? 1U : 0U);
    }
    friend bool operator==(const Columns&, const Columns&) = default;
};

/// What stands before the first block of a kernel file, and what its first instructions show.
struct KernelHeader {
    std::string kernel; ///< demangled
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint32_t, 3> block{};
    std::uint32_t shared_bytes = 0;
    std::uint32_t registers = 0;      ///< per thread; 0: not known
    std::uint32_t binary_version = 0; ///< 75; 0: not known
    /// Begin of the windows of generic addresses; 0: not known.
    std::uint64_t shared_base = 0;
    std::uint64_t local_base = 0;
    std::string tracer_version; ///< "4"; empty: not known
    unsigned version = 0;       ///< the number before the point of tracer_version

    std::uint64_t lines = 0; ///< number of the last line of the header
    /// The file has no blocks, but instructions of all warps in the order in which they were recorded.
    bool in_order = false;
    Columns columns;
    bool columns_known = false; ///< an instruction has shown the columns

    [[nodiscard]] std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
    [[nodiscard]] std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
    [[nodiscard]] std::uint32_t warps() const { return (threads() + 31) / 32; } ///< in a block
    /// The lanes of a warp of a block that have a thread.
    [[nodiscard]] std::uint32_t lanes(std::uint32_t warp) const;
    /// Whether a generic address shows which memory it belongs to.
    [[nodiscard]] bool knows_windows() const { return shared_base != 0 && local_base != 0; }
};

/// Reads the header and decides from the instructions in the text which columns the file has.
/// @param start  the begin of the file; not necessarily all of it
/// @param whole  `start` is the whole file
/// @param file   its name, for messages
/// Throws FileError.
[[nodiscard]] KernelHeader parse_kernel_header(std::string_view start, bool whole, const std::string& file);

/// Whether a text begins as a kernel file does.
[[nodiscard]] bool begins_as_kernel(std::string_view start);

/// The bytes at the begin of a kernel file that parse_kernel_header() needs at most.
inline constexpr std::size_t most_header = std::size_t{1} << 16;

} // namespace hitmap::accelsim
