#pragma once

#include "core/trace/formats/memtracer/trace_input.h"
#include "core/trace/import/import_warnings.h"
#include "core/trace/model/recorded_sums.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace hitmap::rtmemtracer {

/// Bytes of a record: index, hits in L2, hits in L1, look-ups in L2, look-ups in L1, flags.
inline constexpr std::uint32_t record_bytes = 21;

/// The kinds of elements that records can name: the descriptor in bits 1 to 5 of their flags.
struct Descriptor {
    std::uint8_t number;
    std::optional<ElementKindId> kind; ///< none: an element that scenes do not have
};
[[nodiscard]] std::span<const Descriptor> descriptors();

/// Reads the frames of a trace, which follow its scene.
class FrameReader {
public:
    /// Reads the numbers before the first frame. Throws FileError.
    /// @param element_counts  [kinds]; records name elements below
    FrameReader(TraceInput& in, const PerKind<std::uint64_t>& element_counts, ImportWarnings& warnings);

    [[nodiscard]] std::uint32_t frames() const { return frames_; }
    /// Returns the sums of the next frame in the order of the file, valid until the next call. To be called
    /// frames() times. Memory grows with the elements of the frame. Throws FileError, Cancelled.
    [[nodiscard]] std::span<const RecordedSum> next();

private:
    /// Places in sums_ by kind and element.
    using Places = std::unordered_map<std::uint64_t, std::size_t>;
    void add(std::span<const std::byte> record, std::uint64_t at, Places& places);
    void merge(RecordedSum& into, const RecordedSum& sum, std::uint64_t at);
    [[nodiscard]] float checked_hits(float hits, std::uint32_t lookups);

    TraceInput& in_;
    PerKind<std::uint64_t> element_counts_;
    ImportWarnings& warnings_;
    std::uint32_t frames_ = 0;
    std::uint32_t total_ = 0;   ///< records of all frames, modulo 2^32
    std::uint32_t frame_ = 0;   ///< the next one
    std::uint32_t records_ = 0; ///< of the frames so far, modulo 2^32
    std::vector<RecordedSum> sums_;
};

} // namespace hitmap::rtmemtracer
