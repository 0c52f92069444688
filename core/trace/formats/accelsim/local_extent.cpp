#include "core/trace/formats/accelsim/local_extent.h"

#include "core/trace/formats/accelsim/kernel_input.h"
#include "core/trace/formats/accelsim/kernel_piece.h"
#include "core/trace/import/line_pieces.h"
#include "core/trace/stream/packed_request.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

namespace hitmap::accelsim {

namespace {

constexpr std::uint64_t word = 4; // lanes interleave their local memory by words

/// Adds the local addresses of a piece.
LocalExtent extent_of(const KernelPiece& piece) {
    LocalExtent extent{std::numeric_limits<std::uint64_t>::max(), 0};
    Request request;
    for (auto rest = std::span<const std::uint64_t>(piece.words); !rest.empty();
         rest = rest.subspan(packed_size(rest))) {
        const std::uint32_t number = packed_instruction(rest);
        if (static_cast<Space>(number % 4) != Space::local) continue;
        const std::uint64_t bytes = piece.instructions[number / 4].access->bytes_per_lane;
        unpack(rest, request);
        for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1) {
            const std::uint64_t address = request.address[static_cast<std::size_t>(std::countr_zero(lanes))];
            extent.first = std::min(extent.first, address / word * word);
            extent.end = std::max(extent.end, address + bytes);
        }
    }
    return extent;
}

} // namespace

LocalExtent read_local_extent(const ByteSource& file, const KernelHeader& header,
                              const ImportContext& context) {
    const JobContext quiet{context.job.stop}; // these bytes are read twice, but count once
    const auto input = open_kernel(file, quiet);
    LocalExtent all{std::numeric_limits<std::uint64_t>::max(), 0};
    for_each_piece(
        *input, context.pool, quiet,
        [&](const LinePiece& piece) { return extent_of(parse_kernel_piece(piece, header, file.name())); },
        [&](const LocalExtent& extent) {
            all.first = std::min(all.first, extent.first);
            all.end = std::max(all.end, extent.end);
        });
    return all.end == 0 ? LocalExtent{} : all;
}

} // namespace hitmap::accelsim
