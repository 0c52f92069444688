#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

/// The encoding of blocks of requests in the file (docs/trace-format.md).
namespace hitmap::hmt {

/// The largest block that a reader accepts, which limits the memory for decoding one to 93 MiB. The
/// prediction of every block starts without knowledge of its warps, so larger blocks make smaller files.
inline constexpr std::uint32_t max_block_requests = 1U << 20;
inline constexpr std::uint32_t max_block_lane_accesses = 1U << 23;

/// What is known of a block without decoding it: the head of its chunk.
struct BlockHead {
    std::uint64_t first_request = 0;
    std::uint32_t requests = 0;
    std::uint32_t launches = 0; ///< launches that began before or in the block; its requests use no later one
    std::uint64_t lane_accesses = 0;
    PerKind<std::uint64_t> element_accesses{};
};
/// @param kinds  numbers of element accesses that are written: counted_kinds() of the recording
void encode_block_head(const BlockHead& head, std::size_t kinds, ByteWriter& out);
/// Reads as many numbers of element accesses as there are. Throws FileError, also if these are of more kinds
/// than the table has.
[[nodiscard]] BlockHead decode_block_head(ByteReader& in);

/// The columns of a block's body, in the order of the file.
enum class Column : std::uint8_t {
    plan,
    warps,
    identities,
    instructions,
    instruction_escapes,
    masks,
    mask_bytes,
    address_flags,
    address_codes,
    address_bases,
    address_deltas,
};
inline constexpr std::size_t column_count = 11;

/// From this column on, columns are split into one piece for each instruction of the plan, because the
/// statistics of the values differ between instructions.
inline constexpr std::size_t first_split_column = static_cast<std::size_t>(Column::masks);
inline constexpr std::size_t split_column_count = column_count - first_split_column;

/// The body of a block: its columns one after the other; the pieces of a column are preceded by their sizes.
/// @param quick  in a fraction of the time, into a body that is several times as large
[[nodiscard]] Bytes encode_block(const RequestBlock& block, std::span<const Instruction> instructions,
                                 bool quick, const std::stop_token& stop = {});

/// The sizes of the recording's tables, against which requests are checked.
struct RequestLimits {
    std::uint32_t launches = 0;
    std::uint32_t instructions = 0;
    std::uint32_t sm_count = 0;                 ///< 0: not known
    std::uint32_t warp_slots_per_sm = 0;        ///< 0: not known
    std::uint32_t lanes = all_lanes(warp_size); ///< mask of a warp
};

/// Fills entries and addresses of `out`. Checks `stop` regularly and throws Cancelled; throws FileError.
void decode_block(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                  const BytesPlace& place, RequestBlock& out, const std::stop_token& stop = {});

/// Receives consecutive requests of a block, valid during the call. Returns whether it wants the next ones.
using PieceVisitor = std::function<bool(const RequestView& piece)>;
/// Decodes a block in pieces of at most `piece_requests` requests, of which `out` holds one at a time, so
/// that the memory stays in the processor's caches. The columns are checked for bytes left over only if the
/// visitor wants all pieces. Throws as decode_block() does.
void decode_pieces(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                   const BytesPlace& place, std::uint32_t piece_requests, RequestBlock& out,
                   const PieceVisitor& visit, const std::stop_token& stop = {});

/// Replaces `out` by the launch of each request of a block, without decoding the rest of it, which takes most
/// of the time. Throws as decode_block() does, for what it reads.
void decode_launches(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                     const BytesPlace& place, std::vector<std::uint32_t>& out,
                     const std::stop_token& stop = {});

} // namespace hitmap::hmt
