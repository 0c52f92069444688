#include "widgets/time/pinned_values.h"

#include "core/profile/models/headline.h"
#include "core/report/rows/curve_columns.h"
#include "core/trace/model/element_kind.h"
#include "render/image/image.h"
#include "render/picture/panels.h"
#include "render/view/metric_caption.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QLocale>

#include <cmath>
#include <string>
#include <utility>

namespace hitmap {

namespace {

/// The name of a subject; pixels have their place in the image.
QString subject_name(const CurveSubject& subject, const OpenRecording& recording) {
    const auto* const element = std::get_if<CurveElement>(&subject);
    const std::uint32_t width = recording.info().scene.width;
    if (element == nullptr) return text_of(title_of(subject));
    if (element->kind != pixel_kind || width == 0)
        return QStringLiteral("%1 %2").arg(capitalised(element_kinds()[element->kind].name),
                                           count_text(element->element));
    return tr("Pixel %1, %2").arg(element->element % width).arg(element->element / width);
}

QString number_of(Metric metric, double value) {
    if (std::isnan(value)) return undefined_text();
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (quantity.is_share()) return percentage(value);
    if (value >= 0.0 && value == std::floor(value)) return count_text(static_cast<std::uint64_t>(value));
    return QLocale().toString(value, 'g', 6);
}

/// What the look-ups of a curve count.
QString counted_of(const PinnedValues& values, const TimeCurve& curve) {
    const CountedAs counting = counting_of(values.simulation->model, values.simulation->config.only);
    const bool of_element = metrics_of(curve.subject) == Subject::element;
    // Sums of requests count everything, whatever the elements are restricted to.
    const Counted counted = of_element ? counting.elements : counting_of(values.simulation->model).headline;
    return text_of(info_of(counted).title);
}

} // namespace

std::uint64_t PinnedValues::point_of(const FrameRange& frames) const {
    if (of_frames) return std::min(frames.first, points - 1);
    const std::uint64_t positions = simulation->profile->positions();
    const TimeWindow window = frame_range_window(positions, frames);
    return positions == 0 ? 0 : frame_of(positions, points, std::min(window.first, positions - 1));
}

WantedPinned pinned_request(const Pane& pane) {
    return {pane.simulation(), pane.choices().panel<PinnedCurves>().list, pane.choices().metric,
            pane.choices().frames.total, pane.choices().panel<TimeDisplay>().rates};
}

std::shared_ptr<const PinnedValues> pinned_values(const WantedPinned& request, const JobContext& job) {
    auto values = std::make_shared<PinnedValues>();
    const Profile& profile = *request.simulation->profile;
    values->simulation = request.simulation;
    values->pinned = request.pinned;
    values->of_frames = request.frames > 1;
    values->points = values->of_frames ? request.frames : curve_intervals(profile.positions(), 1);
    std::vector<WantedCurve> wanted;
    for (const PinnedCurve& curve : request.pinned) {
        wanted.push_back({curve.subject, curve.metric.value_or(request.metric)});
        values->titles.push_back(subject_name(curve.subject, *request.simulation->recording));
    }
    values->curves = time_curves(profile, request.simulation->recording->info(), wanted, values->points, job);
    std::vector<DrawnCurve> drawn;
    for (std::size_t i = 0; i < values->curves.size(); ++i)
        drawn.push_back({&values->curves[i], values->titles[i].toStdString(), request.pinned[i].look});
    values->strips = curve_strips(drawn, values->of_frames ? "frame" : "interval", request.rate_axis);
    return values;
}

QString value_at(const PinnedValues& values, std::size_t curve, std::uint64_t point) {
    const TimeCurve& of = values.curves[curve];
    return point < of.points.size() ? number_of(of.metric, of.points[point].value) : undefined_text();
}

QString name_of(const PinnedValues& values, std::size_t curve) {
    return QStringLiteral("%1: %2").arg(values.titles[curve],
                                        text_of(info_of(values.curves[curve].metric).title));
}

QStringList explained_at(const PinnedValues& values, std::size_t curve, std::uint64_t point) {
    const TimeCurve& of = values.curves[curve];
    QStringList lines{QStringLiteral("%1 %2").arg(name_of(values, curve), value_at(values, curve, point))};
    if (!of.refusal.empty()) return lines << capitalised(of.refusal);
    if (point >= of.points.size()) return lines;
    const CurvePoint& at = of.points[point];
    if (metrics_of(of.subject) == Subject::part)
        lines << tr("%1 requests").arg(count_text(at.sums.requests));
    else if (values.simulation->profile->capabilities().counts_accesses)
        lines << tr("%1 accesses").arg(count_text(at.sums.accesses));
    if (of.metric.level)
        lines << tr("%1 hits, counted: %2").arg(hits_of_lookups_text(at.sums.level), counted_of(values, of));
    if (at.window != values.window(point))
        lines << tr("summed over %1 %2, the nearest at which sums are known")
                     .arg(positions_name(*values.simulation->recording), accesses_text(at.window));
    return lines;
}

QByteArray file_of(const PinnedValues& values, CurveFormat format, FrameSize size) {
    if (format == CurveFormat::csv) {
        std::string text;
        write_curve_csv(values.curves, [&text](std::string_view line) { text += line; });
        return QByteArray::fromStdString(text);
    }
    PlotsPanel panel;
    panel.plots = values.strips;
    panel.legend_width = 260.0;
    panel.caption = metric_caption(values.simulation->recording->info(), values.simulation->model,
                                   std::nullopt, {}, values.simulation->config.only);
    if (format == CurveFormat::svg) return QByteArray::fromStdString(panel_svg(panel, size));
    const auto png = encode_png(panel_image(panel, size));
    return {reinterpret_cast<const char*>(png.data()), static_cast<int>(png.size())}; // NOLINT: bytes
}

} // namespace hitmap
