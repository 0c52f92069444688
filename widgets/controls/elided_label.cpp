#include "widgets/controls/elided_label.h"

#include <QtGui/QPainter>

namespace hitmap {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::set_text(const QString& text) {
    setText(text);
    update_tool_tip();
}

void ElidedLabel::set_explanation(const QString& explanation) {
    explanation_ = explanation;
    update_tool_tip();
}

void ElidedLabel::update_tool_tip() {
    setToolTip(text().isEmpty() || explanation_.isEmpty() ? text() + explanation_
                                                          : text() + QStringLiteral("\n\n") + explanation_);
}

QSize ElidedLabel::minimumSizeHint() const {
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(QStringLiteral("0000…")), QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QRect inside = contentsRect();
    painter.drawText(inside, static_cast<int>(alignment()) | Qt::TextSingleLine,
                     QFontMetrics(font()).elidedText(text(), Qt::ElideRight, inside.width()));
}

} // namespace hitmap
