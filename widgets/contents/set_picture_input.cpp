#include "widgets/contents/set_picture.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QToolTip>

#include <algorithm>

namespace hitmap {

bool SetPicture::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event); // NOLINT: the type says so
        if (const auto cell = cell_at(QPointF(help->pos())))
            QToolTip::showText(help->globalPos(), reading_of(*cell), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void SetPicture::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    if (const auto cell = cell_at(event->localPos())) set_cell(*cell);
}

void SetPicture::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) == 0) return QWidget::mouseMoveEvent(event);
    if (const auto cell = cell_at(event->localPos())) set_cell(*cell);
}

void SetPicture::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto cell = cell_at(event->localPos());
    if (event->button() == Qt::LeftButton && cell) Q_EMIT moment_chosen(cell->moment);
}

void SetPicture::keyPressEvent(QKeyEvent* event) {
    if (!cell_) return QWidget::keyPressEvent(event);
    const auto stepped = [&](std::size_t at, std::size_t count, bool forward) {
        const std::size_t step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
        return forward ? std::min(at + step, count - 1) : at - std::min(at, step);
    };
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        return set_cell(
            {stepped(cell_->moment, cells_->moments(), event->key() == Qt::Key_Right), cell_->row});
    case Qt::Key_Up:
    case Qt::Key_Down:
        return set_cell({cell_->moment, stepped(cell_->row, cells_->rows(), event->key() == Qt::Key_Down)});
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT moment_chosen(cell_->moment);
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
}

} // namespace hitmap
