#include "widgets/session/panes/region_text.h"

#include "render/picture/metric_picture.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

#include <cmath>

namespace hitmap {

namespace {

/// The value of a region, or why there is no number.
QString shown_value(float value, const FrameValues& values, const ColourBarText& bar) {
    if (std::isnan(value)) return undefined_text();
    if (std::isfinite(value)) return text_of(value_label(value, bar.style));
    const Side only = value > 0.0F ? Side::compared : Side::baseline;
    return tr("in %1 only").arg(QLatin1Char(values.sides.letters.of(only)));
}

} // namespace

QString region_text(const FrameValues& values, const Selection& element) {
    const auto& regions = values.colours.regions;
    if (regions == nullptr || element.kind != regions->kind) return {};
    const std::uint32_t region = regions->of(element.element);
    const auto& shown = values.kinds[element.kind].values;
    if (region == ElementRegions::none || shown == nullptr || element.element >= shown->size()) return {};
    const ColourBarText bar = values.difference ? difference_bar_text(values.metric, values.sides.letters)
                                                : colour_bar_text(values.metric);
    const std::uint32_t faces = regions->sizes[region];
    return tr("Coloured by its %1 (%2): %3 %4")
        .arg(text_of(info_of(values.colours.by).one),
             faces == 1 ? tr("1 face") : tr("%1 faces").arg(count_text(faces)), text_of(bar.title),
             shown_value((*shown)[element.element], values, bar));
}

} // namespace hitmap
