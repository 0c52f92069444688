#include "widgets/mesh/element_text.h"

#include "core/profile/models/headline.h"
#include "core/trace/elements/element_instance.h"
#include "core/trace/elements/element_source.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/metric_picture.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/session/panes/pane_scale.h"
#include "widgets/session/panes/region_text.h"

#include <QtCore/QLocale>
#include <QtCore/QStringList>

#include <cmath>
#include <optional>

namespace hitmap {

namespace {

QString pointed_name(const Pane& pane, const Selection& element) {
    const RecordedScene& scene = *pane.recording()->scene;
    if (element.is_pixel() && scene.width > 0) {
        return tr("Pixel %1, %2").arg(element.element % scene.width).arg(element.element / scene.width);
    }
    QString name = QStringLiteral("%1 %2").arg(capitalised(element_kinds()[element.kind].name),
                                               count_text(element.element));
    const auto source = ElementSources(pane.recording()->scene).source(element.kind, element.element);
    const ElementKind& row = element_kinds()[element.kind];
    if (row.tree) {
        const auto levels = row.tree->levels(scene, element.kind);
        if (element.element < levels.size()) name += tr(" (level %1)").arg(levels[element.element]);
    } else if (row.geometry && source) {
        const auto instance = element.kind == face_kind ? instance_of_face(scene, element.element)
                                                        : std::optional<std::uint32_t>();
        name += instance ? tr(" (%1 %2 of the mesh, instance %3)")
                               .arg(text_of(row.name), count_text(*source), count_text(*instance))
                         : tr(" (%1 %2 of the mesh)").arg(text_of(row.name), count_text(*source));
    }
    return name;
}

QString level_line(const QString& level, const LevelSums& sums) {
    return tr("%1 hit rate %2 (%3), misses %4")
        .arg(level, rate_text(sums), hits_of_lookups_text(sums), misses_text(sums));
}

/// Returns the term of an element; no value for kinds that have none. Pane::values() have measured the scene.
std::optional<double> term_of(const Profile& profile, const QuantityInfo& quantity, ElementKindId kind,
                              std::uint64_t element) {
    if (!quantity.term || !quantity.is_of(kind)) return std::nullopt;
    const auto terms = profile.terms(*quantity.term);
    if (!terms || element >= terms->elements.size()) return std::nullopt;
    return terms->elements[element];
}

/// The values of an element on one side of a difference.
struct SideOfElement {
    QString text;                ///< "L1 hit rate 87.3 %, 12 accesses"
    std::optional<double> value; ///< value of the metric
};

SideOfElement side_of_element(const Simulation& simulation, TimeWindow window, Metric metric,
                              ElementKindId kind, std::optional<std::uint64_t> element) {
    if (!element) return {tr("has no such %1").arg(text_of(element_kinds()[kind].name)), {}};
    const Profile& profile = *simulation.profile;
    const ColourBarText bar = colour_bar_text(metric);
    if (const QuantityInfo& quantity = info_of(metric.quantity); quantity.term) {
        const auto value = term_of(profile, quantity, kind, *element);
        return {tr("%1 %2").arg(text_of(bar.title),
                                value ? text_of(value_label(*value, bar.style)) : undefined_text()),
                value};
    }
    const ElementSums sums = profile.element(window, kind, *element);
    if (sums.accesses == 0) return {text_of(absence_text(simulation.config.only)), {}};
    SideOfElement side;
    const double value = metric_value(metric, sums, window.count());
    if (!std::isnan(value)) side.value = value;
    const QString shown = side.value ? text_of(value_label(*side.value, bar.style)) : undefined_text();
    side.text = profile.capabilities().counts_accesses
                    ? tr("%1 %2, %3 accesses").arg(text_of(bar.title), shown, count_text(sums.accesses))
                    : tr("%1 %2").arg(text_of(bar.title), shown);
    return side;
}

/// Lines of a pane that shows a difference: A, B and B - A of the metric.
QStringList lines_of_difference(const FrameValues& values, const Selection& element) {
    const DifferenceSides& sides = values.sides;
    const bool has_values = element_kinds()[element.kind].has_look_ups;
    const std::string& refusal =
        has_values ? values.refusal(element.kind) : sides.match->refusal(element.kind);
    if (!refusal.empty()) return {tr("No difference: %1").arg(text_of(refusal))};
    const auto same = sides.match->element_of(other_side(sides.own), element.kind, element.element);
    const Metric metric = has_values ? values.metric : "access-order"_metric;
    const SideOfElement own =
        side_of_element(*values.simulation, values.window, metric, element.kind, element.element);
    const SideOfElement other = side_of_element(*sides.other, sides.other_window, metric, element.kind, same);
    const bool is_baseline = sides.own == Side::baseline;
    const SideOfElement& a = is_baseline ? own : other;
    const SideOfElement& b = is_baseline ? other : own;
    QString difference = undefined_text();
    if (a.value && b.value) {
        difference = text_of(value_label(*b.value - *a.value, difference_bar_text(metric).style));
        const auto better = better_side(metric, *b.value - *a.value);
        if (better && sides.same_work)
            difference += tr(" (%1 is better)").arg(QLatin1Char(sides.letters.of(*better)));
    }
    return {QStringLiteral("%1: %2").arg(QLatin1Char(sides.letters.baseline)).arg(a.text),
            QStringLiteral("%1: %2").arg(QLatin1Char(sides.letters.compared)).arg(b.text),
            QStringLiteral("%1: %2").arg(text_of(difference_name(sides.letters)), difference)};
}

} // namespace

QString element_text(const Pane& pane, const Selection& element) {
    QStringList lines{pointed_name(pane, element)};
    if (pane.values() != nullptr)
        if (const QString region = region_text(*pane.values(), element); !region.isEmpty())
            lines.append(region);
    if (pane.values() != nullptr && pane.values()->difference) {
        lines += lines_of_difference(*pane.values(), element);
        return lines.join(QLatin1Char('\n'));
    }
    const FrameRange frames = pane.values() != nullptr ? pane.values()->frames : pane.choices().frames;
    const Profile& profile = *pane.profile();
    const Metric shown = pane.values() != nullptr ? pane.values()->metric : Metric();
    if (const auto value = term_of(profile, info_of(shown.quantity), element.kind, element.element))
        lines.append(tr("%1 %2").arg(text_of(info_of(shown).title),
                                     text_of(value_label(*value, value_style_of(shown)))));
    const TimeWindow window = frame_range_window(profile.positions(), frames);
    const ElementSums sums = profile.element(window, element.kind, element.element);
    if (sums.accesses == 0) {
        const QString absent = capitalised(absence_text(pane.simulation()->config.only));
        lines.append(frames.total > 1 ? tr("%1 in this frame").arg(absent) : absent);
        return lines.join(QLatin1Char('\n'));
    }
    if (profile.capabilities().counts_accesses)
        lines.append(
            tr("%1 accesses, the last at %2 of the frame")
                .arg(count_text(sums.accesses),
                     QLocale().toString(metric_value("access-order"_metric, sums, window.count()), 'f', 4)));
    else
        lines.append(tr("Accessed; how often is not recorded"));
    if (element_kinds()[element.kind].has_look_ups) {
        lines.append(level_line(QStringLiteral("L1"), sums.l1()));
        lines.append(level_line(QStringLiteral("L2"), sums.l2()));
        lines.append(
            tr("counted: %1").arg(text_of(info_of(counting_of(pane.simulation()->model).elements).title)));
    }
    return lines.join(QLatin1Char('\n'));
}

Aabb element_bounds(const RecordedScene& scene, const Selection& element) {
    if (element.element >= element_count(scene, element.kind)) return {};
    return element_kinds()[element.kind].geometry->bounds(scene, element.kind, element.element);
}

} // namespace hitmap
