#include "core/base/error.h"
#include "render/picture/panels.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace hitmap {

ValueStyle value_style_of(const PixelQuantity& quantity) {
    if (quantity.number == NumberKind::share) return ValueStyle::percent;
    return quantity.number == NumberKind::count ? ValueStyle::count : ValueStyle::number;
}

FramebufferPanel image_of(const PixelTable& table, const PixelQuantity& quantity, const View& view,
                          const JobContext& job) {
    if (quantity.needs && !table.knows(*quantity.needs))
        throw Error(fmt::format("{} of pixels: {}", quantity.title, why_unknown(*quantity.needs)));
    FramebufferPanel panel;
    panel.width = table.width;
    panel.height = table.height;
    panel.style = value_style_of(quantity);
    panel.colour_map = view.colour_map;
    panel.legend_width = 190.0;
    panel.words = {std::string(quantity.title), "", "",
                   std::string(quantity.lacks.empty() ? "no requests" : quantity.lacks), key_of(quantity)};
    panel.values.resize(table.pixels(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t pixel = 0; pixel < table.pixels(); ++pixel)
        if (table.sums[pixel].requests != 0)
            panel.values[pixel] = static_cast<float>(pixel_value(quantity, table, pixel));
    job.check();
    // A range of numbers that was chosen for a metric of elements is not one of these values.
    const bool is_of_elements = view.range_mode == RangeMode::manual && view.range_of.has_value();
    const RangeMode mode = is_of_elements ? View().range_mode : view.range_mode;
    const ColourRange range =
        make_colour_range(mode, panel.style, robust_extent(panel.values), view.range_min, view.range_max);
    panel.bottom = range.min;
    panel.top = range.max;
    if (range.values_below) panel.words.low = "or less";
    if (range.values_above) panel.words.high = "or more";
    return panel;
}

} // namespace hitmap
