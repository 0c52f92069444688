#include "widgets/plot/xy_plot.h"

#include "widgets/base/format.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/screen_canvas.h"
#include "widgets/plot/screen_style.h"

#include <QtCore/QStringList>
#include <QtGui/QImage>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hitmap {

namespace {

bool rises(const PlotPoint& point, double x) {
    return point.x < x;
}

/// Returns the point of the series nearest to x; null if the series is empty.
const PlotPoint* nearest(const PlotSeries& series, double x) {
    const auto after = std::lower_bound(series.points.begin(), series.points.end(), x, rises);
    if (after == series.points.end()) return series.points.empty() ? nullptr : &series.points.back();
    if (after == series.points.begin()) return &*after;
    return x - (after - 1)->x < after->x - x ? &*(after - 1) : &*after;
}

/// Returns the value of the series at x. No value if the series is empty.
std::optional<double> plot_value_at(const PlotSeries& series, double x, PlotLook look) {
    if (series.points.empty()) return std::nullopt;
    if (look != PlotLook::steps) return nearest(series, x)->y;
    const auto after = std::upper_bound(series.points.begin(), series.points.end(), x,
                                        [](double place, const PlotPoint& point) { return place < point.x; });
    return after == series.points.begin() ? 0.0 : (after - 1)->y;
}

/// Measures texts of the widget outside of paint events.
class Measuring {
public:
    explicit Measuring(const QWidget& widget) : painter_(&nothing_) { painter_.setFont(widget.font()); }
    [[nodiscard]] ScreenCanvas& canvas() { return canvas_; }

private:
    QImage nothing_{1, 1, QImage::Format_ARGB32_Premultiplied};
    QPainter painter_;
    ScreenCanvas canvas_{painter_};
};

CanvasPoint size_of(const QWidget& widget) {
    return {static_cast<double>(widget.width()), static_cast<double>(widget.height())};
}

} // namespace

XyPlot::XyPlot(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setWhatsThis(tr("Point at a place, or press Left and Right, to read its values; Shift goes ten points, "
                    "Page Up and Page Down half or twice as far, Home and End to the ends"));
}

void XyPlot::set_data(PlotData data) {
    data_ = std::move(data);
    pointed_.reset();
    setAccessibleName(text_of(data_.title));
    updateGeometry();
    update();
    Q_EMIT data_changed();
}

QSize XyPlot::sizeHint() const {
    return {420, 300};
}

QSize XyPlot::minimumSizeHint() const {
    const QFontMetrics metrics(font());
    const int width = 14 * metrics.height();
    Measuring measuring(*this);
    const double least = PlotFrame::least_height(measuring.canvas(), data_, screen_style(*this),
                                                 std::max(width, this->width()));
    return {width, static_cast<int>(least)};
}

void XyPlot::resizeEvent(QResizeEvent* /*event*/) {
    updateGeometry(); // The height of the legend depends on the width.
}

void XyPlot::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (empty()) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                         text_of(data_.empty_text));
    } else {
        const auto reading = reading_here();
        const PlotStyle look = style();
        ScreenCanvas canvas(painter);
        PlotFrame(canvas, data_, look, size_of(*this)).draw(reading ? &*reading : nullptr);
    }
    draw_focus_frame(painter, *this);
}

std::optional<PlotReading> XyPlot::reading_here() const {
    if (!pointed_) return std::nullopt;
    const double x = data_.series.front().points[*pointed_].x;
    PlotReading reading{x, local_axis_text(data_.x, x), {}};
    for (const PlotSeries& series : data_.series) {
        const auto value = plot_value_at(series, x, data_.look);
        reading.values.push_back(value && !std::isnan(*value) ? local_axis_text(data_.y, *value)
                                                              : std::string());
    }
    return reading;
}

QString XyPlot::reading() const {
    const auto here = reading_here();
    if (!here) return {};
    QStringList values{text_of(here->place)};
    for (std::size_t i = 0; i < data_.series.size(); ++i) {
        const QString value = text_of(here->values[i]);
        if (value.isEmpty()) continue;
        const QString title = text_of(data_.series[i].title);
        values.append(data_.series.size() == 1 ? value : QStringLiteral("%1: %2").arg(title, value));
    }
    return values.join(QStringLiteral(" · "));
}

PlotStyle XyPlot::style() const {
    return screen_style(*this);
}

void XyPlot::with_frame(const std::function<void(const PlotFrame&)>& use) const {
    Measuring measuring(*this);
    const PlotStyle look = style();
    use(PlotFrame(measuring.canvas(), data_, look, size_of(*this)));
}

void XyPlot::set_pointed(std::optional<std::size_t> point) {
    pointed_ = point;
    update();
}

void XyPlot::point_at(const QPointF& place) {
    if (empty() || data_.series.front().points.empty()) return;
    const PlotSeries& first = data_.series.front();
    with_frame([&](const PlotFrame& frame) {
        set_pointed(static_cast<std::size_t>(nearest(first, frame.x_at(place.x())) - first.points.data()));
    });
}

void XyPlot::step(int by) {
    if (empty() || data_.series.front().points.empty()) return;
    const auto last = static_cast<std::ptrdiff_t>(data_.series.front().points.size()) - 1;
    const auto from = pointed_ ? static_cast<std::ptrdiff_t>(*pointed_) : (by > 0 ? -1 : last + 1);
    pointed_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(from + by, 0, last));
    update();
}

void XyPlot::step_far(bool forwards) {
    if (empty() || data_.series.front().points.empty()) return;
    const auto& points = data_.series.front().points;
    if (!pointed_) return step(forwards ? 1 : -1);
    const double x = points[*pointed_].x;
    const auto next = std::lower_bound(points.begin(), points.end(), forwards ? 2.0 * x : x / 2.0, rises);
    const auto found =
        next == points.end() ? points.size() - 1 : static_cast<std::size_t>(next - points.begin());
    // Moves by at least one point, even if points are far apart.
    pointed_ = forwards ? std::max(found, std::min(*pointed_ + 1, points.size() - 1))
                        : std::min(found, *pointed_ - std::min<std::size_t>(*pointed_, 1));
    update();
}

void XyPlot::mouseMoveEvent(QMouseEvent* event) {
    point_at(event->localPos());
}

void XyPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    point_at(event->localPos());
    if (pointed_) Q_EMIT point_chosen(*pointed_);
}

void XyPlot::leaveEvent(QEvent* /*event*/) {
    pointed_.reset();
    update();
}

void XyPlot::keyPressEvent(QKeyEvent* event) {
    constexpr int far = 10;
    constexpr int whole = 1 << 30;
    const int by = event->modifiers().testFlag(Qt::ShiftModifier) ? far : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return step(-by);
    case Qt::Key_Right:
        return step(by);
    case Qt::Key_PageUp:
        return step_far(false);
    case Qt::Key_PageDown:
        return step_far(true);
    case Qt::Key_Home:
        return step(-whole);
    case Qt::Key_End:
        return step(whole);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!pointed_) return QWidget::keyPressEvent(event);
        Q_EMIT point_chosen(*pointed_);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

QString XyPlot::csv() const {
    const bool several = data_.series.size() > 1;
    QString text = QStringLiteral("%1%2,%3\n")
                       .arg(several ? QStringLiteral("series,") : QString(), text_of(data_.x.csv_name),
                            text_of(data_.y.csv_name));
    for (const PlotSeries& series : data_.series) {
        QString name = text_of(series.title);
        name.replace(QLatin1Char('"'), QStringLiteral("\"\""));
        const QString first = several ? QStringLiteral("\"%1\",").arg(name) : QString();
        for (const PlotPoint& point : series.points) {
            // In stacked bars a point without a value belongs to another series.
            if (data_.look == PlotLook::stacked_bars && std::isnan(point.y)) continue;
            text += QStringLiteral("%1%2,%3\n")
                        .arg(first, QString::number(point.x, 'g', 15), QString::number(point.y, 'g', 9));
        }
    }
    return text;
}

} // namespace hitmap
