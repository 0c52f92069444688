#pragma once

#include "render/view/colour_range.h"
#include "render/view/view.h"

namespace hitmap {

/// The two ends of a range that a person sets.
struct RangeEnds {
    float min = 0.0F;
    float max = 1.0F;
    friend bool operator==(const RangeEnds&, const RangeEnds&) = default;
};

enum class RangeEnd : bool { low, high };

// All of these keep min < max and stay where values of the style can be: rates within 0..1, counts and
// numbers from 0 on, differences symmetric around 0.

/// With one end at `value`; of a difference, the other one at -value.
[[nodiscard]] RangeEnds with_end(const ColourRange& range, ValueStyle style, RangeEnd end, float value);
/// As wide as before times `factor`, with `about` at the same place; of a difference, 0.
[[nodiscard]] RangeEnds scaled(const ColourRange& range, ValueStyle style, float factor, float about);
/// As wide as before, moved by `by` or as far as that goes; a difference stays.
[[nodiscard]] RangeEnds shifted(const ColourRange& range, ValueStyle style, float by);

/// The same view with that range of `subject`, set by hand.
[[nodiscard]] View with_manual_range(const View& view, const RangeEnds& ends, const RangeSubject& subject);

} // namespace hitmap
