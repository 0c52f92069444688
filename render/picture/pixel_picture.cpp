#include "core/base/error.h"
#include "render/picture/metric_picture.h"
#include "render/picture/panels.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

std::string what_is_lacking(const PixelQuantity& quantity) {
    return std::string(quantity.lacks.empty() ? "no requests" : quantity.lacks);
}

/// The panel of `values`, without its words.
FramebufferPanel panel_of(const CountedFramebuffer& cells, std::vector<float> values,
                          const RangeSubject& subject, const View& view) {
    FramebufferPanel panel;
    panel.width = cells.width;
    panel.height = cells.height;
    panel.colour_map = view.colour_map;
    panel.values = std::move(values);
    panel.style =
        subject.difference ? difference_bar_text(*subject.pixels, {}).style : value_style_of(*subject.pixels);
    const auto extent = subject.difference ? difference_extent(panel.values) : robust_extent(panel.values);
    const ColourRange range = make_colour_range(image_range_mode(view, subject), panel.style, extent,
                                                view.range_min, view.range_max);
    set_range(panel, range);
    panel.words.column = key_of(*subject.pixels) + (subject.difference ? "_difference" : "");
    return panel;
}

} // namespace

ValueStyle value_style_of(const PixelQuantity& quantity) {
    if (quantity.number == NumberKind::share) return ValueStyle::percent;
    return quantity.number == NumberKind::count ? ValueStyle::count : ValueStyle::number;
}

ColourBarText colour_bar_text(const PixelQuantity& quantity) {
    ColourBarText text{std::string(quantity.title), std::string(quantity.unit), value_style_of(quantity)};
    text.undefined = what_is_lacking(quantity);
    // The legend of a difference names the level, as that of a metric of elements does: "L2 in A only".
    constexpr std::string_view no = "no ";
    constexpr std::size_t level_size = 2;
    if (text.undefined != "no requests") text.value_of = text.undefined.substr(no.size(), level_size);
    return text;
}

ColourBarText difference_bar_text(const PixelQuantity& quantity, const SideLetters& letters) {
    const bool is_share = quantity.number == NumberKind::share;
    return difference_text(colour_bar_text(quantity), letters,
                           fmt::format("above 0: {} in {}", is_share ? "higher" : "more", letters.compared));
}

RangeMode image_range_mode(const View& view, const RangeSubject& shown) {
    const RangeMode mode = range_mode_for(view, shown);
    if (mode == RangeMode::percentiles) return RangeMode::frame_percentiles;
    return mode == RangeMode::all_frames ? RangeMode::data : mode;
}

template <class Number>
std::vector<Number> pixel_values(const WindowPixels& pixels, const PixelQuantity& quantity,
                                 const JobContext& job) {
    if (quantity.needs && !pixels.knows(*quantity.needs))
        throw Error(fmt::format("{} of pixels: {}", quantity.title, why_unknown(*quantity.needs)));
    return pixels.values<Number>(quantity, job);
}

template <class Number>
std::vector<Number> pixel_differences(const WindowPixels& a, const WindowPixels& b,
                                      const PixelQuantity& quantity, const SideLetters& letters,
                                      const JobContext& job) {
    if (a.width != b.width || a.height != b.height)
        throw Error(fmt::format("the images of {} and {} have {} x {} and {} x {} pixels", letters.baseline,
                                letters.compared, a.width, a.height, b.width, b.height));
    constexpr Number infinity = std::numeric_limits<Number>::infinity();
    std::vector<Number> differences = pixel_values<Number>(b, quantity, job);
    const std::vector<Number> baseline = pixel_values<Number>(a, quantity, job);
    for (std::size_t pixel = 0; pixel < differences.size(); ++pixel) {
        Number& value = differences[pixel];
        const Number from = baseline[pixel];
        if (std::isnan(value))
            value = std::isnan(from) ? from : -infinity;
        else
            value = std::isnan(from) ? infinity : value - from;
    }
    return differences;
}

template std::vector<float> pixel_values(const WindowPixels&, const PixelQuantity&, const JobContext&);
template std::vector<double> pixel_values(const WindowPixels&, const PixelQuantity&, const JobContext&);
template std::vector<float> pixel_differences(const WindowPixels&, const WindowPixels&, const PixelQuantity&,
                                              const SideLetters&, const JobContext&);
template std::vector<double> pixel_differences(const WindowPixels&, const WindowPixels&, const PixelQuantity&,
                                               const SideLetters&, const JobContext&);

void set_range(FramebufferPanel& panel, const ColourRange& range) {
    panel.bottom = range.min;
    panel.top = range.max;
    panel.words.low = range.values_below ? "or less" : "";
    panel.words.high = range.values_above ? "or more" : "";
}

FramebufferPanel image_of(const WindowPixels& pixels, const PixelQuantity& quantity, const View& view,
                          const JobContext& job) {
    std::vector<float> values = pixel_values(pixels, quantity, job);
    job.check();
    FramebufferPanel panel = panel_of(pixels, std::move(values), {{}, false, &quantity}, view);
    panel.legend_width = 190.0;
    panel.words.title = quantity.title;
    panel.words.absent = what_is_lacking(quantity);
    return panel;
}

FramebufferPanel image_difference_of(const WindowPixels& a, const WindowPixels& b,
                                     const PixelQuantity& quantity, const SideLetters& letters,
                                     const View& view, const JobContext& job) {
    std::vector<float> values = pixel_differences(a, b, quantity, letters, job);
    job.check();
    FramebufferPanel panel = panel_of(a, std::move(values), {{}, true, &quantity}, view);
    panel.legend_width = 230.0;
    panel.sides = difference_bar_text(quantity, letters);
    panel.words.title = panel.sides->title;
    panel.words.absent = pattern_text(Pattern::not_accessed, true, *panel.sides);
    return panel;
}

} // namespace hitmap
