#include "widgets/time/curve_view.h"

#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/time/curve_painter.h"
#include "widgets/time/frame_marks.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace hitmap {

namespace {

constexpr int top_margin = 7; // space for the triangle above the shown frames
constexpr int bottom_margin = 2;
constexpr double faded = 0.4; // opacity while a newer curve is computed

} // namespace

CurveView::CurveView(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    setObjectName(QStringLiteral("curve_view"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setAccessibleName(tr("Hit rates and accesses by kind over time"));
    setWhatsThis(tr("Click or drag: frame; Shift and drag: a range of frames; double click: one frame"));
    connect(&pane_, &Pane::profile_changed, this, &CurveView::request_curve);
    connect(&pane_, &Pane::frames_changed, this, &CurveView::request_curve);
    pane_.follow_panel<TimeDisplay>(this, &CurveView::describe);
    pane_.follow_panel<TimeDisplay>(this, qOverload<>(&QWidget::update));
    connect(&job_, &JobRunner::failed, &pane_, &Pane::failed);
}

QSize CurveView::minimumSizeHint() const {
    const int lines = 3 + static_cast<int>(element_kinds().size());
    return {200, lines * QFontMetrics(font()).height() + top_margin + bottom_margin};
}

QSize CurveView::sizeHint() const {
    return minimumSizeHint();
}

void CurveView::set_time_axis(int left, int width) {
    if (left == axis_left_ && width == axis_width_) return;
    axis_left_ = left;
    axis_width_ = width;
    update();
}

QRectF CurveView::plot() const {
    const int room = axis_width_ > 0 ? axis_width_ : width() - axis_left_ - 120;
    return {static_cast<double>(axis_left_), top_margin, static_cast<double>(std::max(room, 1)),
            static_cast<double>(std::max(height() - top_margin - bottom_margin, 1))};
}

QPoint CurveView::place_of(std::uint64_t f) const {
    const FrameRange& frames = pane_.choices().frames;
    const double share = (share_before(frames, f) + share_before(frames, f + 1)) / 2.0;
    return {static_cast<int>(std::lround(plot().left() + share * plot().width())), height() / 3};
}

std::uint64_t CurveView::frame_at(double x) const {
    return frame_at_share(pane_.choices().frames, (x - plot().left()) / plot().width());
}

std::uint64_t CurveView::wanted_intervals() const {
    return curve_intervals(pane_.profile()->positions(), pane_.choices().frames.total);
}

bool CurveView::up_to_date() const {
    return curve_ != nullptr && pane_.profile() != nullptr && curve_->profile == pane_.profile() &&
           curve_->intervals() == wanted_intervals();
}

void CurveView::request_curve() {
    update();
    if (pane_.profile() == nullptr) {
        job_.stop();
        curve_.reset();
        only_ = {};
        describe();
        return;
    }
    if (!isVisible()) return;
    if (up_to_date()) {
        job_.stop();
        return;
    }
    // Dragging a slider changes the frame often, but neither the profile nor the number of frames.
    const std::uint64_t intervals = wanted_intervals();
    const bool another = requested_.first.lock() != pane_.profile() || requested_.second != intervals;
    if (job_.running() && !another) return;
    requested_ = {pane_.profile(), intervals};
    const Simulation& simulation = *pane_.simulation();
    job_.start([profile = simulation.profile,
                counting = counting_of(simulation.model, simulation.config.only),
                intervals](const JobContext& job) { return frame_curve(profile, counting, intervals, job); },
               [this, only = simulation.config.only](std::shared_ptr<const FrameCurve> curve) {
                   curve_ = std::move(curve);
                   only_ = only;
                   describe();
                   update();
               });
}

void CurveView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    request_curve();
}

QString CurveView::alone_text() const {
    return only_.empty() ? QString() : tr("Of %1 alone").arg(text_of(title_of(only_)));
}

void CurveView::describe() {
    QStringList parts;
    if (!only_.empty()) parts << alone_text();
    const CurvePlots plots = curve_plots(curve_.get(), 1, pane_.choices().panel<TimeDisplay>().rates);
    if (plots.rates.y.broken) parts << tr("Hit rates %1").arg(text_of(rate_axis_text(plots.rates.y)));
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

void CurveView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    CurvePainter curve(painter, *this, plot(), curve_.get(), pane_.choices().panel<TimeDisplay>().rates);
    curve.draw_axes();
    constexpr int space = 8;
    curve.draw_legend({plot().right() + space, top_margin},
                      curve_ == nullptr ? std::string_view() : info_of(curve_->counting.headline).title);
    if (curve_ == nullptr) return;
    curve.draw_note(alone_text().toStdString());
    painter.setOpacity(up_to_date() ? 1.0 : faded);
    curve.draw_curve();
    painter.setOpacity(1.0);
    paint_frame_marks(painter, *this, plot(), pane_.choices().frames, hovered_);
}

void CurveView::point_at(const QPointF& position) {
    const FrameRange& frames = pane_.choices().frames;
    const std::uint64_t f = frame_at(position.x());
    if (anchor_) {
        const auto [first, last] = std::minmax(f, *anchor_);
        pane_.set_frames({frames.total, first, last - first + 1});
    } else {
        pane_.set_frames(with_first_frame(frames, f - std::min(f, (frames.count - 1) / 2)));
    }
}

void CurveView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || pane_.profile() == nullptr) return;
    dragging_ = true;
    anchor_.reset();
    if (event->modifiers().testFlag(Qt::ShiftModifier)) anchor_ = frame_at(event->localPos().x());
    point_at(event->localPos());
}

void CurveView::mouseMoveEvent(QMouseEvent* event) {
    if (pane_.profile() == nullptr) return;
    if (dragging_) point_at(event->localPos());
    const std::uint64_t f = frame_at(event->localPos().x());
    const bool inside = plot().contains(event->localPos()) || dragging_;
    hovered_ = inside ? std::optional(f) : std::nullopt;
    if (inside) {
        show_tip(event->globalPos(), event->localPos().x());
    } else {
        QToolTip::hideText();
    }
    update();
}

void CurveView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    dragging_ = false;
    anchor_.reset();
}

void CurveView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || pane_.profile() == nullptr) return;
    pane_.set_frames({pane_.choices().frames.total, frame_at(event->localPos().x()), 1});
}

void CurveView::leaveEvent(QEvent* /*event*/) {
    hovered_.reset();
    update();
}

void CurveView::show_tip(const QPoint& where, double x) {
    if (!up_to_date()) return;
    const std::uint64_t intervals = curve_->intervals();
    const double at = (x - plot().left()) / plot().width() * static_cast<double>(intervals);
    const auto i = static_cast<std::uint64_t>(std::clamp(at, 0.0, static_cast<double>(intervals - 1)));
    const TimeWindow window = curve_->window(i);
    const Headline& headline = curve_->headlines[i];
    const OpenRecording& recording = *pane_.recording();
    QStringList lines{
        capitalised(frames_name(pane_.choices().frames.total, frame_at(x))),
        tr("Interval %1 of %2 of the curve: %3 %4")
            .arg(count_text(i + 1), count_text(intervals), positions_name(recording), accesses_text(window)),
        level_text(QStringLiteral("L1"), headline.l1), level_text(QStringLiteral("L2"), headline.l2),
        tr("counted: %1").arg(text_of(counted_text(headline, window, position_word(recording))))};
    if (!only_.empty()) lines += alone_text();
    for (ElementKindId kind = 0; recording.has_elements() && kind < element_kinds().size(); ++kind) {
        if (!curve_->totals[i][kind].counts_accesses) continue;
        const std::uint64_t accesses = curve_->totals[i][kind].accesses;
        lines += tr("%1: %2 accesses").arg(capitalised(element_kinds()[kind].plural), count_text(accesses));
    }
    QToolTip::showText(where, lines.join(QLatin1Char('\n')), this);
}

} // namespace hitmap
