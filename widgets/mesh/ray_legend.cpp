#include "widgets/mesh/ray_legend.h"

#include "core/profile/sums/ray_selection.h"
#include "render/scene/ray_style.h"
#include "widgets/base/format.h"

#include <QtGui/QPainter>

#include <algorithm>
#include <map>

namespace hitmap {

namespace {

// Sizes in logical pixels.
constexpr int legend_margin = 6;
constexpr int sample_width = 44;
constexpr int line_width = 3;
constexpr qreal period = 18.0; ///< of the dashes in a sample

/// The numbers of rays of one kind.
struct KindOfRays {
    int all = 0;
    int missed = 0;
    int unknown = 0; ///< whose direction is not known
};

QPen sample_pen(std::uint8_t kind) {
    const RayStyle style = ray_style(kind);
    QPen pen(QColor(style.colour.r, style.colour.g, style.colour.b), line_width, Qt::SolidLine, Qt::FlatCap);
    QVector<qreal> dashes;
    for (const float dash : style.dashes)
        dashes.append(static_cast<qreal>(dash) * period / line_width);
    if (!dashes.isEmpty()) pen.setDashPattern(dashes);
    return pen;
}

} // namespace

RayLegend::RayLegend(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("ray_legend"));
    setToolTip(
        tr("A recording has no rays. These are derived from what it has:\n"
           "a primary ray begins at the recorded camera and goes through the centre of the pixel;\n"
           "another ray begins where the ray before it ended. Its direction is computed again as the ray "
           "tracer of this program does, if that made the recording; otherwise it is not known.\n"
           "A ray ends at the nearest point on the faces that it accessed; where its direction is not known, "
           "at the centre of the last face that it accessed; if it hits none of them, where it leaves the "
           "scene or its reach ends."));
    hide();
}

void RayLegend::show_rays(const std::shared_ptr<const DrawnRays>& rays) {
    lines_.clear();
    if (rays == nullptr) {
        hide();
        return;
    }
    std::map<std::uint8_t, KindOfRays> kinds;
    for (const RaySegment& ray : rays->rays.rays) {
        KindOfRays& kind = kinds[ray.run.tag.ray_kind];
        ++kind.all;
        if (ray.end == RayEnd::missed) ++kind.missed;
        if (ray.end == RayEnd::last_face) ++kind.unknown;
    }
    for (const auto& [kind, numbers] : kinds) {
        QString line = tr("%1: %2").arg(text_of(title_of(RaySelection{.kind = kind, .bounce = {}})),
                                        count_text(numbers.all));
        if (numbers.missed != 0) line += tr(", %1 hit nothing").arg(count_text(numbers.missed));
        if (numbers.unknown != 0) line += tr(", %1 to the last face").arg(count_text(numbers.unknown));
        lines_.push_back({kind, line});
    }
    const std::uint64_t drawn = rays->rays.rays.size();
    if (!rays->rays.why_none.empty())
        lines_.push_back({-1, tr("Rays are not known: %1").arg(text_of(rays->rays.why_none))});
    else if (rays->rays.found > drawn)
        lines_.push_back({-1, tr("%1 rays have no known place").arg(count_text(rays->rays.found - drawn))});
    if (!rays->rays.all_accesses) lines_.push_back({-1, tr("The ends of long rays may be wrong")});
    if (drawn != 0) lines_.push_back({-1, tr("Rays are derived, not recorded")});
    setAccessibleName(tr("Legend of rays: %1").arg(text()));
    resize(sizeHint());
    setVisible(!lines_.empty());
    update();
}

QString RayLegend::text() const {
    QStringList all;
    for (const Line& line : lines_)
        all.append(line.text);
    return all.join(QStringLiteral("; "));
}

QSize RayLegend::sizeHint() const {
    const QFontMetrics metrics(font());
    int width = 0;
    for (const Line& line : lines_)
        width = std::max(width, metrics.horizontalAdvance(line.text) +
                                    (line.kind < 0 ? 0 : sample_width + legend_margin));
    return {width + 2 * legend_margin,
            metrics.height() * static_cast<int>(lines_.size()) + 2 * legend_margin};
}

void RayLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::ToolTipBase));
    const int height = QFontMetrics(font()).height();
    int top = legend_margin;
    for (const Line& line : lines_) {
        int left = legend_margin;
        if (line.kind >= 0) {
            const int middle = top + height / 2;
            // The light rim that lines have in the scene.
            painter.fillRect(left, middle - line_width, sample_width, 2 * line_width, Qt::white);
            painter.setPen(sample_pen(static_cast<std::uint8_t>(line.kind)));
            painter.drawLine(left, middle, left + sample_width, middle);
            left += sample_width + legend_margin;
        }
        painter.setPen(palette().color(QPalette::ToolTipText));
        painter.drawText(QRect(left, top, width(), height), Qt::AlignLeft | Qt::AlignVCenter, line.text);
        top += height;
    }
}

} // namespace hitmap
