#include "widgets/message_bar.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStyle>

namespace hitmap {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), icon_(new QLabel), text_(new QLabel) {
    setObjectName(QStringLiteral("message_bar"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QPushButton(tr("&Dismiss"));
    close->setObjectName(QStringLiteral("dismiss_button"));
    connect(close, &QPushButton::clicked, this, &MessageBar::hide);
    auto* row = new QHBoxLayout(this);
    row->addWidget(icon_);
    row->addWidget(text_, 1);
    row->addWidget(close);
    hide();
}

void MessageBar::show_error(const QString& message) {
    show_text(message, QStyle::SP_MessageBoxWarning);
}

void MessageBar::show_notice(const QString& message) {
    show_text(message, QStyle::SP_MessageBoxInformation);
}

QString MessageBar::message() const {
    return isHidden() ? QString() : text_->text();
}

void MessageBar::show_text(const QString& message, int icon) {
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    icon_->setPixmap(
        style()->standardIcon(static_cast<QStyle::StandardPixmap>(icon), nullptr, this).pixmap(size));
    text_->setText(message);
    setAccessibleName(message);
    show();
}

} // namespace hitmap
