#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <functional>
#include <span>

/// The primitive buffers of a scene in the file (docs/trace-format.md): elements of kinds other than boxes
/// and faces.
namespace hitmap::hmt {

/// The kinds that every recording has numbers of: boxes, faces and pixels. Recordings with elements of
/// further kinds have those of all kinds up to the last one that they have.
inline constexpr std::size_t least_counted_kinds = 3;
/// How many kinds have their numbers in a recording with these allocations and this scene, which may be null.
[[nodiscard]] std::size_t counted_kinds(const RecordingInfo& info, const RecordedScene* scene);

/// The head of a chunk of primitives: which elements of which kind it has.
struct PrimitivePart {
    ElementKindId kind = 0;
    std::uint8_t corners_each = 0;
    bool has_sources = false;
    std::uint32_t count = 0;
    std::uint64_t first = 0; ///< the first element

    /// Bytes of the body before it is deflated.
    [[nodiscard]] std::uint64_t body_bytes() const {
        return std::uint64_t{count} * sizeof(std::uint32_t) * (corners_each + (has_sources ? 1U : 0U));
    }
};
void encode_primitive_head(const PrimitivePart& part, ByteWriter& out);
/// Throws FileError, also for a kind that the table does not have, or that has other corners there.
[[nodiscard]] PrimitivePart decode_primitive_head(ByteReader& in);

/// Calls put(part, body) for all parts of the buffer, in order.
void encode_primitives(
    const PrimitiveBuffer& buffer,
    const std::function<void(const PrimitivePart& part, std::span<const std::byte> body)>& put);
/// Appends the part to the scene. Parts of a kind must follow one another, kinds in rising order. Throws
/// FileError.
void decode_primitives(const PrimitivePart& part, ByteReader& in, RecordedScene& scene);

} // namespace hitmap::hmt
