#include "widgets/messages/activity_bar.h"

#include <QtCore/QTimerEvent>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionProgressBar>
#include <QtWidgets/QStylePainter>

#include <cstdlib>

namespace hitmap {

void ActivityBar::paintEvent(QPaintEvent* event) {
    if (!shows_activity()) return QProgressBar::paintEvent(event);
    QStyleOptionProgressBar option;
    initStyleOption(&option);
    QStylePainter painter(this);
    painter.drawControl(QStyle::CE_ProgressBarGroove, option);
    const QRect all =
        style()->subElementRect(QStyle::SE_ProgressBarContents, &option, this).adjusted(2, 2, -2, -2);
    const int place = std::abs(step_ - (place_count - 1)); // from the right to the left, and back
    const int width = all.width() / place_count;
    painter.fillRect(QRect(all.left() + place * width, all.top(), width, all.height()),
                     palette().highlight());
}

void ActivityBar::showEvent(QShowEvent* event) {
    QProgressBar::showEvent(event);
    timer_.start(step_ms, this);
}

void ActivityBar::hideEvent(QHideEvent* event) {
    QProgressBar::hideEvent(event);
    timer_.stop();
}

void ActivityBar::timerEvent(QTimerEvent* event) {
    if (event->timerId() != timer_.timerId()) return QProgressBar::timerEvent(event);
    if (!shows_activity()) return;
    step_ = (step_ + 1) % (2 * (place_count - 1));
    update();
}

} // namespace hitmap
