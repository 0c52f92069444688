#pragma once

#include "core/trace/io/bytes.h"
#include "core/trace/model/recorded_sums.h"

#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

/// The encoding of recorded sums in the file (docs/trace-format.md).
namespace hitmap::hmt {

/// The largest chunk that a reader accepts, which limits the memory for decoding one.
inline constexpr std::uint32_t max_chunk_sums = 1U << 18;
/// Bytes of one sum in the body before it is deflated.
inline constexpr std::uint32_t encoded_sum_bytes = 21;

/// What is known of a chunk of sums without decoding it.
struct SumsHead {
    std::uint32_t launch = 0;
    std::uint32_t frame = 0; ///< number in the recording
    PerKind<std::uint32_t> sums{};

    [[nodiscard]] std::uint64_t count() const {
        return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
    }
};
/// @param kinds  numbers of sums that are written: counted_kinds() of the recording
void encode_sums_head(const SumsHead& head, std::size_t kinds, ByteWriter& out);
/// Throws FileError, also if the chunk has more than max_chunk_sums.
[[nodiscard]] SumsHead decode_sums_head(ByteReader& in);

/// Why a sum breaks the contract of RecordedSum (other than being the only one of its element) or names an
/// element that is not below element_counts[kind]; empty if it does neither.
[[nodiscard]] std::string complaint_about(const RecordedSum& sum,
                                          const PerKind<std::uint64_t>& element_counts);

/// Encodes at most max_chunk_sums sums.
[[nodiscard]] Bytes encode_sums(std::span<const RecordedSum> sums);
/// Decodes head.count() sums and appends them to `out`. Throws FileError, also if the numbers by kind differ
/// from those of the head, an element is not below element_counts[kind], or a sum breaks the contract of
/// RecordedSum (other than being the only one of its element).
void decode_sums(ByteReader& in, const SumsHead& head, const PerKind<std::uint64_t>& element_counts,
                 std::vector<RecordedSum>& out);

} // namespace hitmap::hmt
