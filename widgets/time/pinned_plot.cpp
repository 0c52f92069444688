#include "widgets/time/pinned_plot.h"

#include "render/plot/plot_painter.h"
#include "widgets/base/format.h"
#include "widgets/controls/contrast_style.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/axis_cells.h"
#include "widgets/plot/screen_canvas.h"
#include "widgets/plot/screen_style.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/time/frame_curve.h"
#include "widgets/time/frame_marks.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hitmap {

namespace {

constexpr int plot_top_margin = 9; // space for half of the topmost label
constexpr int plot_bottom_margin = 4;
constexpr double plot_strip_gap = 8.0;
constexpr double faded_plot = 0.4; // opacity while newer curves are computed
constexpr int pinned_sample_width = 36;

/// Returns the series of a strip in columns of pixels.
PlotSeries in_columns(const PlotSeries& series, std::size_t columns) {
    std::vector<float> values;
    values.reserve(series.points.size());
    for (const PlotPoint& point : series.points)
        values.push_back(static_cast<float>(point.y));
    PlotSeries drawn{.title = series.title, .points = {}, .look = series.look};
    const double step = static_cast<double>(series.points.size()) / static_cast<double>(columns);
    for (const CurveColumn& column : curve_columns(values, columns)) {
        const double x = (static_cast<double>(drawn.points.size()) + 0.5) * step;
        drawn.points.push_back({x, static_cast<double>(column.mean)});
        drawn.spread.push_back({static_cast<double>(column.min), static_cast<double>(column.max)});
    }
    return drawn;
}

} // namespace

PinnedPlot::PinnedPlot(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    setObjectName(QStringLiteral("pinned_plot"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setAccessibleName(tr("Pinned curves over time"));
    setWhatsThis(tr("Point at the curves, or press Left and Right, to read their values; Shift goes ten "
                    "frames, Home and End to the ends; a click or Enter goes to the frame"));
    connect(&pane_, &Pane::frames_changed, this, qOverload<>(&QWidget::update));
}

QSize PinnedPlot::minimumSizeHint() const {
    const std::size_t strips = values_ != nullptr ? std::max<std::size_t>(values_->strips.size(), 1) : 1;
    return {200,
            static_cast<int>(strips) * 4 * fontMetrics().height() + plot_top_margin + plot_bottom_margin};
}

QSize PinnedPlot::sizeHint() const {
    return minimumSizeHint();
}

void PinnedPlot::show_values(std::shared_ptr<const PinnedValues> values) {
    const bool other_points = values == nullptr || values_ == nullptr || values->points != values_->points;
    values_ = std::move(values);
    columns_ = 0;
    if (other_points) read(std::nullopt);
    updateGeometry();
    update();
}

void PinnedPlot::set_stale(bool stale) {
    stale_ = stale;
    update();
}

void PinnedPlot::set_time_axis(int left, int width) {
    axis_left_ = left;
    axis_width_ = width;
    update();
}

QRectF PinnedPlot::plot() const {
    const int room = axis_width_ > 0 ? axis_width_ : width() - axis_left_ - 8;
    return {static_cast<double>(axis_left_), plot_top_margin, static_cast<double>(std::max(room, 1)),
            static_cast<double>(std::max(height() - plot_top_margin - plot_bottom_margin, 1))};
}

QPoint PinnedPlot::place_of(std::uint64_t point) const {
    const double share = (static_cast<double>(point) + 0.5) / static_cast<double>(values_->points);
    return QPointF(plot().left() + share * plot().width(), height() / 2.0).toPoint();
}

std::uint64_t PinnedPlot::point_at(double x) const {
    return cell_at(x, plot().left(), plot().width(), values_->points);
}

std::uint64_t PinnedPlot::frame_of_point(std::uint64_t point) const {
    return values_->of_frames ? point : 0;
}

PlotStyle PinnedPlot::style() const {
    PlotStyle style = screen_style(*this);
    style.series = PlotStyle().series;
    for (Rgb& colour : style.series)
        colour = readable_on(style.ground, colour);
    return style;
}

QPixmap PinnedPlot::sample(std::size_t look) const {
    const double ratio = devicePixelRatioF();
    const int height = fontMetrics().height();
    QPixmap pixmap(QSize(pinned_sample_width, height) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(palette().color(QPalette::Base)); // legible in a selected row, too
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    ScreenCanvas canvas(painter);
    const CanvasPoint line[] = {{1.0, height / 2.0}, {pinned_sample_width - 1.0, height / 2.0}};
    canvas.line(line, {style().colour(look), 2.0, series_dashes(look)});
    return pixmap;
}

void PinnedPlot::draw_columns() {
    const auto columns =
        static_cast<std::size_t>(std::ceil(std::max(plot().width(), 1.0) * devicePixelRatioF()));
    if (columns == columns_) return;
    columns_ = columns;
    drawn_.clear();
    for (const PlotData& strip : values_->strips) {
        PlotData& drawn = drawn_.emplace_back();
        drawn.x = strip.x;
        drawn.y = strip.y;
        drawn.x.numbers = AxisNumbers::none; // the slider below shows the frames
        for (const PlotSeries& series : strip.series)
            drawn.series.push_back(in_columns(series, columns));
    }
}

void PinnedPlot::paint_strips(QPainter& painter) {
    draw_columns();
    const QRectF area = plot();
    const double each = (area.height() - plot_strip_gap * (static_cast<double>(drawn_.size()) - 1.0)) /
                        static_cast<double>(std::max<std::size_t>(drawn_.size(), 1));
    const PlotStyle look = style();
    ScreenCanvas canvas(painter);
    double top = area.top();
    for (const PlotData& strip : drawn_) {
        const PlotPainter plot(canvas, strip, look, {{area.left(), top}, {area.width(), each}});
        plot.draw_axes();
        painter.setOpacity(stale_ ? faded_plot : 1.0);
        plot.draw_content();
        painter.setOpacity(1.0);
        canvas.text({area.left() + 4.0, top + fontMetrics().ascent() + 1.0}, strip.y.title,
                    {look.ink, look.label_size});
        top += each + plot_strip_gap;
    }
}

void PinnedPlot::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (values_ == nullptr) return;
    paint_strips(painter);
    const std::optional<std::uint64_t> frame =
        reading_ && values_->of_frames ? std::optional(frame_of_point(*reading_)) : std::nullopt;
    painter.setRenderHint(QPainter::Antialiasing, false);
    paint_frame_marks(painter, *this, plot(), pane_.choices().frames, frame);
    if (reading_ && !frame) {
        painter.setPen({palette().color(QPalette::Text), 1.0, Qt::DotLine});
        const double x = place_of(*reading_).x();
        painter.drawLine(QPointF(x, plot().top()), QPointF(x, plot().bottom()));
    }
    draw_focus_frame(painter, *this);
}

void PinnedPlot::read(std::optional<std::uint64_t> point) {
    if (point == reading_) return;
    reading_ = point;
    Q_EMIT reading_changed();
    update();
}

void PinnedPlot::show_tip(const QPoint& where) {
    if (!reading_ || values_ == nullptr) return QToolTip::hideText();
    const TimeWindow window = values_->window(*reading_);
    QStringList lines{(values_->of_frames ? tr("Frame %1: %2 %3") : tr("Interval %1: %2 %3"))
                          .arg(count_text(*reading_), positions_name(*values_->simulation->recording),
                               accesses_text(window))};
    for (std::size_t i = 0; i < values_->curves.size(); ++i)
        lines += explained_at(*values_, i, *reading_);
    QToolTip::showText(where, lines.join(QLatin1Char('\n')), this);
}

void PinnedPlot::go_to_reading() {
    if (!reading_ || !values_->of_frames) return;
    pane_.set_frames(with_first_frame(pane_.choices().frames, *reading_));
}

void PinnedPlot::mouseMoveEvent(QMouseEvent* event) {
    if (values_ == nullptr) return;
    const bool inside = plot().contains(event->localPos());
    read(inside ? std::optional(point_at(event->localPos().x())) : std::nullopt);
    show_tip(event->globalPos());
    if (event->buttons().testFlag(Qt::LeftButton)) go_to_reading();
}

void PinnedPlot::mousePressEvent(QMouseEvent* event) {
    if (values_ == nullptr || event->button() != Qt::LeftButton) return;
    read(point_at(event->localPos().x()));
    go_to_reading();
}

void PinnedPlot::leaveEvent(QEvent* /*event*/) {
    if (!hasFocus()) read(std::nullopt);
}

void PinnedPlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    read(std::nullopt);
}

void PinnedPlot::keyPressEvent(QKeyEvent* event) {
    if (values_ == nullptr) return QWidget::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return go_to_reading();
    constexpr std::size_t far = 10;
    const std::size_t step = event->modifiers().testFlag(Qt::ShiftModifier) ? far : 1;
    const auto next = cell_by_key(event->key(), {Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End},
                                  reading_, values_->point_of(pane_.choices().frames), values_->points, step);
    if (!next) return QWidget::keyPressEvent(event);
    read(*next);
    show_tip(mapToGlobal(place_of(*reading_)));
}

} // namespace hitmap
