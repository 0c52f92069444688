#include "widgets/controls/steady_label.h"

#include <QtGui/QResizeEvent>

#include <algorithm>
#include <utility>

namespace hitmap {

SteadyLabel::SteadyLabel(QStringList texts, QWidget* parent)
    : QLabel(parent), texts_(std::move(texts)), measured_(new QLabel(this)) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    measured_->setTextFormat(Qt::PlainText);
    measured_->setWordWrap(true);
    measured_->hide();
}

int SteadyLabel::heightForWidth(int width) const {
    int height = QLabel::heightForWidth(width);
    for (const QString& text : texts_) {
        measured_->setText(text);
        height = std::max(height, measured_->heightForWidth(width));
    }
    return height;
}

void SteadyLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    // Forms keep the height that belonged to the former width until something else changes in them.
    if (event->oldSize().width() != event->size().width()) updateGeometry();
}

} // namespace hitmap
