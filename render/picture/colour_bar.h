#pragma once

#include "core/profile/query/compared_sides.h"
#include "render/image/colour_map.h"
#include "render/view/colour_range.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// What texts call the sides of a difference: the letters of panes or, in figures, which have no panes,
/// names.
struct SideNames {
    std::string baseline{"A"};
    std::string compared{"B"};

    SideNames() = default;
    SideNames(std::string baseline_name, std::string compared_name)
        : baseline(std::move(baseline_name)), compared(std::move(compared_name)) {}
    explicit SideNames(const SideLetters& letters)
        : baseline(1, letters.baseline), compared(1, letters.compared) {}
    [[nodiscard]] const std::string& of(Side side) const {
        return side == Side::baseline ? baseline : compared;
    }
};

/// The texts beside a colour bar.
struct ColourBarText {
    std::string title; ///< "L1 hit rate"
    std::string unit;  ///< "%", "misses"; may be empty
    ValueStyle style = ValueStyle::number;
    SideLetters letters{}; ///< letters of the sides, if the style is that of a difference
    SideNames names{};     ///< the same in texts
    std::string note{};    ///< only for a difference: "above 0: A is better"
    /// What elements without a value lack and, for a difference, what its values are computed from
    /// (MetricInfo).
    std::string undefined{"not accessed"};
    std::string value_of{};
    /// Why there is nothing to show; if not empty, it replaces the bar and its numbers.
    std::string refusal{};
};

/// A number beside the bar.
struct BarLabel {
    double t; ///< position: 0 at the low end, 1 at the high end
    std::string text;
    bool is_end; ///< whether it is the value of an end and not a tick
};

/// Returns the labels of both ends and of the round ticks between them that are at least `line_height` away
/// from any other label, by rising position. Both arguments have the same unit (pixels).
[[nodiscard]] std::vector<BarLabel> bar_labels(const ColourRange& range, ValueStyle style, double bar_length,
                                               double line_height);

/// What is shown by a pattern in addition to the colour.
enum class Pattern : std::uint8_t {
    not_accessed, ///< no value; in a difference: on neither side
    only_a,       ///< only in a difference: a value on the baseline's side only
    only_b        ///< only in a difference: a value on the compared side only
};
/// The meaning of the pattern, for a legend: "not accessed", "no L2 look-ups"; with `difference` "B only",
/// "L2 in B only", "in neither".
[[nodiscard]] std::string pattern_text(Pattern pattern, bool difference, const ColourBarText& text);
/// Returns the colour of a pixel (x from the left, y upwards) of a surface towards the eye, as the mesh view
/// draws it; used for samples in legends. pixel_scale: device pixels per logical pixel.
[[nodiscard]] Rgb pattern_at(Pattern pattern, int x, int y, float pixel_scale);
/// pattern_at for elements that were not accessed.
[[nodiscard]] Rgb not_accessed_at(int x, int y, float pixel_scale);
/// A pixel of an element with too few accesses: pale, with dots of its colour.
[[nodiscard]] Rgb faded_at(Rgb colour, int x, int y, float pixel_scale);

} // namespace hitmap
