#include "widgets/simt/slot_plot.h"

#include "core/report/column/csv_table.h"
#include "core/report/rows/execution_columns.h"
#include "widgets/base/format.h"
#include "widgets/simt/view_parts.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace hitmap {

SlotPlot::SlotPlot(QWidget* parent) : XyPlot(parent) {
    setWhatsThis(
        tr("Point at a bar, or press the arrow keys, to read which warp it is; a click or Enter shows "
           "the frame in which it began"));
}

void SlotPlot::show_sm(std::shared_ptr<const SlotChart> chart, std::uint32_t sm) {
    chart_ = std::move(chart);
    lives_.clear();
    PlotData plot;
    plot.title = simt_text("Warp slots of SM %1 over time").arg(sm).toStdString();
    plot.x = {.title = simt_text("position").toStdString(), .csv_name = "position"};
    plot.y = {.title = simt_text("Slot").toStdString(), .csv_name = "slot"};
    plot.look = PlotLook::spans;
    plot.empty_text = simt_text("No warp ran on this SM").toStdString();
    PlotSeries series{simt_text("warps").toStdString(), {}};
    std::uint32_t slots = 0;
    for (std::size_t i = 0; chart_ != nullptr && i < chart_->lives.size(); ++i)
        if (chart_->lives[i].life.sm == sm) lives_.push_back(i);
    const auto life_of = [this](std::size_t i) -> const SlotChart::Life& { return chart_->lives[i]; };
    std::ranges::sort(lives_, {}, [&](std::size_t i) {
        return std::tuple(life_of(i).life.slot, life_of(i).first, life_of(i).last, i);
    });
    for (const std::size_t i : lives_) {
        const SlotChart::Life& each = life_of(i);
        series.points.push_back({static_cast<double>(each.first), static_cast<double>(each.life.slot)});
        series.ends.push_back(static_cast<double>(each.last));
        slots = std::max(slots, each.life.slot + 1);
    }
    if (chart_ != nullptr)
        plot.x.range = PlotRange{0.0, static_cast<double>(std::max<std::uint64_t>(chart_->positions, 1))};
    plot.y.range = PlotRange{-0.5, static_cast<double>(std::max<std::uint32_t>(slots, 1)) - 0.5};
    plot.series.push_back(std::move(series));
    set_data(std::move(plot));
}

void SlotPlot::mark(TimeWindow window) {
    marked_ = window;
    update();
}

const SlotChart::Life& SlotPlot::life(std::size_t point) const {
    return chart_->lives[lives_.at(point)];
}

QPoint SlotPlot::place_of(std::size_t point) const {
    QPoint place;
    with_frame([&](const PlotFrame& frame) {
        const SlotChart::Life& each = life(point);
        const double middle = 0.5 * (static_cast<double>(each.first) + static_cast<double>(each.last));
        const CanvasPoint at = frame.place_of({middle, static_cast<double>(each.life.slot)});
        place = QPointF(at.x, at.y).toPoint();
    });
    return place;
}

QString SlotPlot::csv() const {
    const auto columns = warp_life_columns();
    std::string text = csv_names(columns) + ",first_position,last_position\n";
    for (std::size_t point = 0; point < lives_.size(); ++point) {
        const SlotChart::Life& each = life(point);
        text += csv_fields(columns, each.life) + ',' + std::to_string(each.first) + ',' +
                std::to_string(each.last) + '\n';
    }
    return text_of(text);
}

std::optional<PlotReading> SlotPlot::reading_here() const {
    if (!pointed()) return std::nullopt;
    const SlotChart::Life& each = life(*pointed());
    const QString warp = tr("slot %1: warp %2 of launch %3, %4 blocks")
                             .arg(count_text(each.life.slot), count_text(each.life.warp),
                                  count_text(each.life.launch), count_text(each.life.blocks));
    return PlotReading{static_cast<double>(each.first),
                       tr("%1 to %2").arg(count_text(each.first), count_text(each.last)).toStdString(),
                       {warp.toStdString()}};
}

/// The slot must have a bar.
std::size_t SlotPlot::nearest_in_slot(double slot, double position) const {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t point = 0; point < lives_.size(); ++point) {
        const SlotChart::Life& each = life(point);
        const double rows = std::abs(static_cast<double>(each.life.slot) - slot);
        const double before = static_cast<double>(each.first) - position;
        const double after = position - static_cast<double>(each.last);
        const double positions = static_cast<double>(std::max<std::uint64_t>(chart_->positions, 1));
        const double distance = rows + std::max({before, after, 0.0}) / positions;
        if (distance >= least) continue;
        least = distance;
        best = point;
    }
    return best;
}

void SlotPlot::point_at(const QPointF& place) {
    if (lives_.empty()) return;
    with_frame([&](const PlotFrame& frame) {
        set_pointed(nearest_in_slot(std::round(frame.y_at(place.y())), frame.x_at(place.x())));
    });
}

void SlotPlot::keyPressEvent(QKeyEvent* event) {
    const bool vertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (!vertical || !pointed()) return XyPlot::keyPressEvent(event);
    const SlotChart::Life& here = life(*pointed());
    const double step = event->key() == Qt::Key_Up ? 1.0 : -1.0;
    const double slot = std::max(0.0, static_cast<double>(here.life.slot) + step);
    set_pointed(nearest_in_slot(slot, static_cast<double>(here.first)));
}

void SlotPlot::paintEvent(QPaintEvent* event) {
    XyPlot::paintEvent(event);
    if (lives_.empty()) return;
    QPainter painter(this);
    with_frame([&](const PlotFrame& frame) {
        const PlotRange rows = *data().y.range;
        const auto box = [&](double first, double last, double low, double high) {
            const CanvasPoint corner = frame.place_of({first, high});
            const CanvasPoint opposite = frame.place_of({last, low});
            return QRectF(QPointF(corner.x, corner.y), QPointF(opposite.x, opposite.y));
        };
        QColor colour = palette().color(QPalette::Highlight);
        if (marked_.count() != 0 && marked_.count() < chart_->positions) {
            colour.setAlphaF(0.25);
            const auto window = box(static_cast<double>(marked_.first), static_cast<double>(marked_.last),
                                    rows.min, rows.max);
            painter.fillRect(window, colour);
            painter.setPen({palette().color(QPalette::WindowText), 1.0, Qt::DashLine});
            painter.drawRect(window);
        }
        if (!pointed()) return;
        const SlotChart::Life& each = life(*pointed());
        const auto slot = static_cast<double>(each.life.slot);
        painter.setPen({palette().color(QPalette::WindowText), 2.0});
        painter.drawRect(
            box(static_cast<double>(each.first), static_cast<double>(each.last), slot - 0.4, slot + 0.4));
    });
}

} // namespace hitmap
