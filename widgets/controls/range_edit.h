#pragma once

#include "render/view/colour_range.h"
#include "render/view/view.h"

namespace hitmap {

/// A colour range that the user edits by its two ends.
struct RangeEnds {
    float min = 0.0F;
    float max = 1.0F;
    friend bool operator==(const RangeEnds&, const RangeEnds&) = default;
};

enum class RangeEnd : bool { low, high };

// All of these functions keep min < max and the limits of the style: rates within 0..1, counts and numbers
// from 0, differences symmetric around 0.

/// Sets one end to `value`; for a difference, the other one to -value.
[[nodiscard]] RangeEnds with_end(const ColourRange& range, ValueStyle style, RangeEnd end, float value);
/// Multiplies the width by `factor` and keeps the position of `about` (for a difference: of 0).
[[nodiscard]] RangeEnds scaled(const ColourRange& range, ValueStyle style, float factor, float about);
/// Moves the range by `by`, or as far as possible. A range of a difference does not move.
[[nodiscard]] RangeEnds shifted(const ColourRange& range, ValueStyle style, float by);

/// Returns the view with this manual range of `subject`.
[[nodiscard]] View with_manual_range(const View& view, const RangeEnds& ends, const RangeSubject& subject);

} // namespace hitmap
