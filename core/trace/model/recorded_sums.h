#pragma once

#include "core/trace/model/element_kind.h"

#include <cstdint>

namespace hitmap {

/// Hits and look-ups of an element in one frame, as another tool recorded them in the place of requests. Each
/// element of a kind has at most one in a frame; those of a frame are in the order of the first accesses. An
/// element that was accessed without look-ups (a pixel) has one with zeros.
struct RecordedSum {
    std::uint32_t element = 0;
    ElementKindId kind = box_kind;
    /// Sums of hit probabilities, as the tool stored them. Finite, and not less than 0 or more than the
    /// look-ups.
    float l1_hits = 0.0F;
    float l2_hits = 0.0F;
    std::uint32_t l1_lookups = 0;
    std::uint32_t l2_lookups = 0;
    friend bool operator==(const RecordedSum&, const RecordedSum&) = default;
};

/// A frame of recorded sums. Frames are equal parts of the accesses of their launch.
struct RecordedFrame {
    std::uint32_t launch = 0;
    std::uint64_t sums = 0; ///< number of RecordedSum
};

} // namespace hitmap
