#include "widgets/message_bar.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStyle>

#include <utility>

namespace hitmap {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), icon_(new QLabel), text_(new QLabel), action_(new QPushButton) {
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
    action_->setObjectName(QStringLiteral("message_action"));
    connect(action_, &QPushButton::clicked, this, [this] {
        const auto act = act_; // what it does may show another message
        hide();
        act();
    });
    auto* row = new QHBoxLayout(this);
    row->addWidget(icon_);
    row->addWidget(text_, 1);
    row->addWidget(action_);
    row->addWidget(close);
    hide();
}

void MessageBar::show_error(const QString& message) {
    show_text(message, QStyle::SP_MessageBoxWarning);
}

void MessageBar::show_notice(const QString& message) {
    show_text(message, QStyle::SP_MessageBoxInformation);
}

void MessageBar::show_offer(const QString& message, const QString& action, std::function<void()> act) {
    show_notice(message);
    act_ = std::move(act);
    action_->setText(action);
    action_->show();
}

QString MessageBar::message() const {
    return isHidden() ? QString() : text_->text();
}

void MessageBar::show_text(const QString& message, int icon) {
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    icon_->setPixmap(
        style()->standardIcon(static_cast<QStyle::StandardPixmap>(icon), nullptr, this).pixmap(size));
    text_->setText(message);
    action_->hide();
    setAccessibleName(message);
    show();
}

} // namespace hitmap
