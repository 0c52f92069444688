#include "widgets/controls/range_slider.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

// Sizes in logical pixels.
constexpr int handle_width = 9;
constexpr int groove_height = 4;

} // namespace

RangeSlider::RangeSlider(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RangeSlider::sizeHint() const {
    return {100, QFontMetrics(font()).height() + 4};
}

QSize RangeSlider::minimumSizeHint() const {
    return {50, sizeHint().height()};
}

void RangeSlider::set_limits(int smallest, int largest) {
    smallest_ = smallest;
    largest_ = std::max(smallest, largest);
    set_range(first_, last_);
}

void RangeSlider::set_range(int first, int last) {
    first_ = std::clamp(first, smallest_, largest_);
    last_ = std::clamp(last, first_, largest_);
    update();
}

QPoint RangeSlider::place_of(int value) const {
    const double room = width() - handle_width;
    const double share =
        largest_ > smallest_ ? static_cast<double>(value - smallest_) / (largest_ - smallest_) : 0.5;
    return {static_cast<int>(std::lround(handle_width / 2.0 + share * room)), height() / 2};
}

int RangeSlider::value_at(int x) const {
    const double share = (x - handle_width / 2.0) / std::max(1, width() - handle_width);
    return std::clamp(static_cast<int>(std::lround(smallest_ + share * (largest_ - smallest_))), smallest_,
                      largest_);
}

void RangeSlider::edit(int first, int last) {
    const int old_first = first_;
    const int old_last = last_;
    set_range(first, last);
    if (first_ != old_first || last_ != old_last) Q_EMIT range_edited(first_, last_);
}

void RangeSlider::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    const QColor line = palette().color(group, QPalette::WindowText);
    const QColor filled =
        isEnabled() ? palette().color(hasFocus() ? QPalette::Link : QPalette::Highlight) : line;
    const QPoint a = place_of(first_);
    const QPoint b = place_of(last_);
    painter.setPen(line);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(
        QRectF(handle_width / 2.0, a.y() - groove_height / 2.0, width() - handle_width, groove_height), 2, 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(filled);
    painter.drawRect(QRectF(a.x(), a.y() - groove_height / 2.0, b.x() - a.x(), groove_height));
    painter.setPen({line, hasFocus() ? 2.0 : 1.0});
    painter.setBrush(palette().color(group, QPalette::Button));
    const double handle_height = height() - 4.0;
    for (const QPoint& end : {a, b}) {
        painter.drawRoundedRect(QRectF(end.x() - handle_width / 2.0 + 0.5, end.y() - handle_height / 2.0,
                                       handle_width - 1.0, handle_height),
                                2, 2);
    }
}

void RangeSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const int x = event->pos().x();
    const int a = place_of(first_).x();
    const int b = place_of(last_).x();
    const bool between = x > a + handle_width && x < b - handle_width;
    // If both ends are at the same place, the side of the pointer determines which one is meant.
    const bool nearer_first = std::abs(x - a) < std::abs(x - b) || (a == b && x < a);
    grip_ = between ? Grip::both : nearer_first ? Grip::first : Grip::last;
    grip_value_ = value_at(x);
    grip_first_ = first_;
    grip_last_ = last_;
    if (!between) mouseMoveEvent(event);
}

void RangeSlider::mouseMoveEvent(QMouseEvent* event) {
    const int value = value_at(event->pos().x());
    switch (grip_) {
    case Grip::first:
        edit(std::min(value, last_), last_);
        break;
    case Grip::last:
        edit(first_, std::max(value, first_));
        break;
    case Grip::both: {
        const int way = std::clamp(value - grip_value_, smallest_ - grip_first_, largest_ - grip_last_);
        edit(grip_first_ + way, grip_last_ + way);
        break;
    }
    case Grip::none:
        break;
    }
}

void RangeSlider::mouseReleaseEvent(QMouseEvent* /*event*/) {
    grip_ = Grip::none;
}

void RangeSlider::keyPressEvent(QKeyEvent* event) {
    const bool right = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
    if (!right && event->key() != Qt::Key_Left && event->key() != Qt::Key_Down) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int step = right ? 1 : -1;
    if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        if (first_ + step >= smallest_ && last_ + step <= largest_) edit(first_ + step, last_ + step);
    } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
        edit(std::min(first_ + step, last_), last_);
    } else {
        edit(first_, std::max(last_ + step, first_));
    }
}

} // namespace hitmap
