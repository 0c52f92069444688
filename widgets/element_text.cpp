#include "widgets/element_text.h"

#include "core/profile/headline.h"
#include "core/profile/metric_value.h"
#include "core/trace/element_kind.h"
#include "core/trace/element_source.h"
#include "widgets/format.h"
#include "widgets/tr.h"

#include <QtCore/QLocale>
#include <QtCore/QStringList>

namespace hitmap {

namespace {

QString pointed_name(const Pane& pane, const Selection& element) {
    const RecordedScene& scene = *pane.recording()->scene;
    if (element.kind == pixel_kind && scene.width > 0) {
        return tr("Pixel %1, %2").arg(element.element % scene.width).arg(element.element / scene.width);
    }
    QString name =
        QStringLiteral("%1 %2").arg(capitalised(element_kinds()[element.kind].name)).arg(element.element);
    const auto source = ElementSources(pane.recording()->scene).source(element.kind, element.element);
    if (element.kind == face_kind && source) name += tr(" (face %1 of the mesh)").arg(*source);
    if (element.kind == box_kind && element.element < scene.box_level.size())
        name += tr(" (level %1)").arg(scene.box_level[element.element]);
    return name;
}

QString level_line(const QString& level, const LevelSums& sums) {
    return tr("%1 hit rate %2 (%3), misses %4")
        .arg(level, rate_text(sums), hits_of_lookups_text(sums), misses_text(sums));
}

} // namespace

QString element_text(const Pane& pane, const Selection& element) {
    QStringList lines{pointed_name(pane, element)};
    const FrameRange frames = pane.values() != nullptr ? pane.values()->frames : pane.choices().frames;
    const Profile& profile = *pane.profile();
    const TimeWindow window = frame_range_window(profile.positions(), frames);
    const ElementSums sums = profile.element(window, element.kind, element.element);
    if (sums.accesses == 0) {
        lines.append(frames.q > 1 ? tr("Not accessed in this frame") : tr("Not accessed"));
        return lines.join(QLatin1Char('\n'));
    }
    lines.append(
        tr("%1 accesses, the last at %2 of the frame")
            .arg(count_text(sums.accesses),
                 QLocale().toString(metric_value(Metric::access_order, sums, window.count()), 'f', 4)));
    if (element_kinds()[element.kind].has_look_ups) {
        lines.append(level_line(QStringLiteral("L1"), sums.l1()));
        lines.append(level_line(QStringLiteral("L2"), sums.l2()));
        lines.append(
            tr("counted: %1").arg(text_of(info_of(counting_of(pane.simulation()->model).elements).title)));
    }
    return lines.join(QLatin1Char('\n'));
}

Aabb element_bounds(const RecordedScene& scene, const Selection& element) {
    Aabb bounds;
    if (element.kind == box_kind && element.element < scene.boxes.size())
        bounds = scene.boxes[element.element];
    if (element.kind == face_kind && element.element < scene.face_slots.size()) {
        const glm::uvec3& face = scene.face_slots[element.element];
        for (int corner = 0; corner < 3; ++corner)
            bounds.include(scene.vertices[face[corner]]);
    }
    return bounds;
}

} // namespace hitmap
