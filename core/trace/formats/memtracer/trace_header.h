#pragma once

#include "core/trace/io/seekable_input.h"

#include <array>
#include <cstdint>
#include <limits>

namespace hitmap::memtracer {

/// A table of a trace: `count` rows, `stride` bytes apart, at `offset` of the decompressed file.
struct Section {
    std::uint64_t stride = 0;
    std::uint64_t count = 0;
    std::uint64_t offset = 0;

    [[nodiscard]] std::uint64_t bytes() const { return stride * count; } ///< checked by read_header()
};

/// What the two headers of a trace say, checked against the size of the file.
struct TraceHeader {
    std::uint32_t version = 0;
    std::uint64_t header_offset = 0; ///< of the trace header, which has the hash and the sections
    std::uint64_t header_bytes = 0;
    std::array<std::uint8_t, 16> hash{};
    Section accesses;
    Section launches;
    Section regions;
    Section instructions; ///< rows of program counters with their opcodes
    std::uint64_t strings_offset = 0;
    std::uint64_t strings_bytes = 0;
    std::uint64_t contents_offset = 0;
    std::uint64_t contents_bytes = 0; ///< 0: the trace has no contents of memory
};

/// Sizes of the rows, of which longer ones are read only in part.
inline constexpr std::uint64_t access_bytes = 288;
inline constexpr std::uint64_t launch_bytes = 32;
inline constexpr std::uint64_t region_bytes = 40;
inline constexpr std::uint64_t least_region_bytes = 32; ///< without the offset of the contents
inline constexpr std::uint64_t instruction_bytes = 12;
inline constexpr std::uint64_t file_header_bytes = 16;
/// The offset of the contents of a region that has none.
inline constexpr std::uint64_t no_contents = std::numeric_limits<std::uint64_t>::max();

/// Reads and checks the headers. Reads all of a compressed file. Throws FileError, Cancelled.
[[nodiscard]] TraceHeader read_header(SeekableInput& file);

/// Computes the hash of all bytes of a trace, as the header has it. Throws FileError, Cancelled.
[[nodiscard]] std::array<std::uint8_t, 16> hash_of(SeekableInput& file);

} // namespace hitmap::memtracer
