#include "render/image/colour_difference.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hitmap {
namespace {

double radians(double degrees) {
    return degrees * std::numbers::pi / 180.0;
}

double cos_degrees(double degrees) {
    return std::cos(radians(degrees));
}

/// The angle of a hue in degrees, 0 to 360; 0 for greys.
double hue_angle(double a, double b) {
    if (a == 0.0 && b == 0.0) return 0.0;
    const double degrees = std::atan2(b, a) * 180.0 / std::numbers::pi;
    return degrees < 0.0 ? degrees + 360.0 : degrees;
}

/// C^7 / (C^7 + 25^7)
double share_of_chroma(double chroma) {
    constexpr double limit = 6103515625.0; // 25^7
    const double power = std::pow(chroma, 7.0);
    return power / (power + limit);
}

struct Hues {
    double difference; ///< of second and first, in degrees
    double mean;
};

/// Sharma et al. 2005, equations 10 and 14.
Hues compare_hues(double first, double second, bool grey) {
    if (grey) return {0.0, first + second};
    double difference = second - first;
    double sum = first + second;
    if (std::abs(difference) > 180.0) {
        difference += difference > 0.0 ? -360.0 : 360.0;
        sum += sum < 360.0 ? 360.0 : -360.0;
    }
    return {difference, 0.5 * sum};
}

/// Calls visit(first, second, difference) for each pair of marks, as they are seen.
template <class Visit>
void for_pairs(std::span<const ColourMark> marks, ColourVision vision, Visit visit) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const Lab first = lab_of(seen_with(vision, marks[i].colour));
        for (std::size_t j = i + 1; j < marks.size(); ++j)
            visit(marks[i], marks[j], colour_difference(first, lab_of(seen_with(vision, marks[j].colour))));
    }
}

} // namespace

Lab lab_of(Rgb colour) {
    const double r = linear_value(colour.r);
    const double g = linear_value(colour.g);
    const double b = linear_value(colour.b);
    const auto f = [](double t) {
        return t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
    };
    // The white is the sum of each row, so that greys have a = b = 0.
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0890);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double colour_difference(const Lab& a, const Lab& b) {
    // The symbols and the numbers of equations are those of Sharma et al. 2005.
    const double mean_chroma = 0.5 * (std::hypot(a.a, a.b) + std::hypot(b.a, b.b)); // (3)
    const double stretch = 1.5 - 0.5 * std::sqrt(share_of_chroma(mean_chroma));     // (4), 1 + G
    const double a1 = stretch * a.a;                                                // (5)
    const double a2 = stretch * b.a;
    const double c1 = std::hypot(a1, a.b); // (6)
    const double c2 = std::hypot(a2, b.b);
    const Hues hues = compare_hues(hue_angle(a1, a.b), hue_angle(a2, b.b), c1 * c2 == 0.0); // (7), (10), (14)
    const double lightness = b.l - a.l;                                                     // (8)
    const double chroma = c2 - c1;                                                          // (9)
    const double hue = 2.0 * std::sqrt(c1 * c2) * std::sin(radians(0.5 * hues.difference)); // (11)

    const double l = 0.5 * (a.l + b.l) - 50.0;                    // (12)
    const double c = 0.5 * (c1 + c2);                             // (13)
    const double t = 1.0 - 0.17 * cos_degrees(hues.mean - 30.0) + // (15)
                     0.24 * cos_degrees(2.0 * hues.mean) + 0.32 * cos_degrees(3.0 * hues.mean + 6.0) -
                     0.20 * cos_degrees(4.0 * hues.mean - 63.0);
    const double turn = 30.0 * std::exp(-std::pow((hues.mean - 275.0) / 25.0, 2.0)); // (16)
    const double rc = 2.0 * std::sqrt(share_of_chroma(c));                           // (17)
    const double sl = 1.0 + 0.015 * l * l / std::sqrt(20.0 + l * l);                 // (18)
    const double sc = 1.0 + 0.045 * c;                                               // (19)
    const double sh = 1.0 + 0.015 * c * t;                                           // (20)
    const double rt = -std::sin(radians(2.0 * turn)) * rc;                           // (21)
    const double dl = lightness / sl;
    const double dc = chroma / sc;
    const double dh = hue / sh;
    return std::sqrt(std::max(0.0, dl * dl + dc * dc + dh * dh + rt * dc * dh)); // (22)
}

std::optional<AlikeMarks> closest_marks(std::span<const ColourMark> marks, ColourVision vision) {
    std::optional<AlikeMarks> closest;
    for_pairs(marks, vision, [&](const ColourMark& first, const ColourMark& second, double difference) {
        if (!closest || difference < closest->difference) closest = AlikeMarks{first, second, difference};
    });
    return closest;
}

std::vector<AlikeMarks> alike_marks(std::span<const ColourMark> marks, ColourVision vision) {
    std::vector<AlikeMarks> alike;
    for_pairs(marks, vision, [&](const ColourMark& first, const ColourMark& second, double difference) {
        if (difference < least_mark_difference) alike.push_back({first, second, difference});
    });
    std::ranges::stable_sort(alike, {}, &AlikeMarks::difference);
    return alike;
}

std::string alike_warning(std::span<const ColourMark> marks, ColourVision vision) {
    const std::vector<AlikeMarks> alike = alike_marks(marks, vision);
    if (alike.empty()) return {};
    std::string text =
        vision == ColourVision::grey
            ? "in a grey print, these have similar colours:"
            : fmt::format("with {} colour vision, these have similar colours:", info_of(vision).name);
    for (std::size_t i = 0; i < std::min(alike.size(), most_named_pairs); ++i)
        text += fmt::format("{} '{}' and '{}' ({}{:.1f})", i == 0 ? "" : ",", alike[i].first.name,
                            alike[i].second.name, i == 0 ? "CIEDE2000 " : "", alike[i].difference);
    if (alike.size() > most_named_pairs)
        text += " and " + counted_text(alike.size() - most_named_pairs, "more pair", "more pairs");
    return text + fmt::format("; marks should differ by {}", least_mark_difference);
}

} // namespace hitmap
