#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

/// Blocks of requests in the file (docs/trace-format.md).
namespace hitmap::hmt {

/// Largest block that a reader accepts; bounds the memory of decoding one to 93 MiB. Every block begins
/// knowing nothing of its warps, so larger ones make smaller files.
inline constexpr std::uint32_t max_block_requests = 1U << 20;
inline constexpr std::uint32_t max_block_lane_accesses = 1U << 23;

/// What is known of a block without decoding it: the head of its chunk.
struct BlockHead {
    static constexpr std::size_t bytes = 48;
    std::uint64_t first_request = 0;
    std::uint32_t requests = 0;
    std::uint32_t launches = 0; ///< launches begun before or in the block; its requests use no later one
    std::uint64_t lane_accesses = 0;
    std::array<std::uint64_t, 3> element_accesses{};
};
void encode_block_head(const BlockHead& head, ByteWriter& out);
[[nodiscard]] BlockHead decode_block_head(ByteReader& in);

/// The columns of a block's body, in file order.
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

/// Columns from here on are cut into one piece for each instruction of the plan: what is written there has as
/// many characters as there are instructions.
inline constexpr std::size_t first_split_column = static_cast<std::size_t>(Column::masks);
inline constexpr std::size_t split_column_count = column_count - first_split_column;

/// Body of a block and the places in it where its character changes.
struct EncodedBlock {
    Bytes body;
    std::vector<std::size_t> borders;
};
[[nodiscard]] EncodedBlock encode_block(const RequestBlock& block, std::span<const Instruction> instructions,
                                        const std::stop_token& stop = {});

/// What requests are checked against: numbers of the recording's tables.
struct RequestLimits {
    std::uint32_t launches = 0;
    std::uint32_t instructions = 0;
    std::uint32_t sm_count = 0;          ///< 0: not known
    std::uint32_t warp_slots_per_sm = 0; ///< 0: not known
};

/// Fills entries and addresses of `out`. Throws FileError; checks `stop` now and then and throws Cancelled.
void decode_block(std::span<const std::byte> body, const BlockHead& head, const RequestLimits& limits,
                  const BytesPlace& place, RequestBlock& out, const std::stop_token& stop = {});

} // namespace hitmap::hmt
