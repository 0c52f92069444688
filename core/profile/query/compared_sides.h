#pragma once

#include <string>

namespace hitmap {

/// The two sides of a comparison. A difference is always the compared side minus the baseline.
enum class Side : bool { baseline, compared };

[[nodiscard]] constexpr Side other_side(Side side) {
    return side == Side::baseline ? Side::compared : Side::baseline;
}

/// The letters of the two sides in titles, legends and sentences. They come from panes or from the order of
/// arguments.
struct SideLetters {
    char baseline = 'A';
    char compared = 'B';

    [[nodiscard]] constexpr char of(Side side) const { return side == Side::baseline ? baseline : compared; }
    friend bool operator==(const SideLetters&, const SideLetters&) = default;
};

/// "B − A", with a minus sign (U+2212).
[[nodiscard]] inline std::string difference_name(const SideLetters& letters) {
    return std::string(1, letters.compared) + " \u2212 " + letters.baseline;
}

} // namespace hitmap
