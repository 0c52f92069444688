#include "widgets/controls/message_bar.h"

#include <QtWidgets/QApplication>
#include <QtWidgets/QFrame>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

namespace {

constexpr std::chrono::seconds notice_time{6};

} // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), action_(new QPushButton) {
    setObjectName(QStringLiteral("message_bar"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    error_ = add_row(QStyle::SP_MessageBoxWarning, tr("&Dismiss"), "dismiss_button");
    notice_ = add_row(QStyle::SP_MessageBoxInformation, tr("Dismiss"), "dismiss_notice");
    notice_timer_.setSingleShot(true);
    notice_timer_.setInterval(notice_time);
    connect(&notice_timer_, &QTimer::timeout, this, &MessageBar::end_notice);
    offer_ = add_row(QStyle::SP_MessageBoxInformation, tr("Dismiss"), "dismiss_offer");
    action_->setObjectName(QStringLiteral("message_action"));
    offer_.parts->insertWidget(2, action_); // after the text
    connect(action_, &QPushButton::clicked, this, [this] {
        const auto act = act_;
        withdraw_offer(); // its action may show another message
        act();
    });
    connect(qApp, &QApplication::focusChanged, this, &MessageBar::remember_focus);
    hide();
}

MessageBar::Row MessageBar::add_row(int icon, const QString& dismiss_text, const char* dismiss_name) {
    auto* frame = new QFrame;
    const Row row{frame, new QLabel, new QHBoxLayout(frame)};
    row.frame->setFrameShape(QFrame::StyledPanel);
    row.frame->setAutoFillBackground(true);
    row.frame->setBackgroundRole(QPalette::ToolTipBase);
    row.text->setForegroundRole(QPalette::ToolTipText);
    row.text->setTextFormat(Qt::PlainText);
    row.text->setWordWrap(true);
    row.text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* sign = new QLabel;
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this);
    sign->setPixmap(
        style()->standardIcon(static_cast<QStyle::StandardPixmap>(icon), nullptr, this).pixmap(size));
    auto* dismiss = new QPushButton(dismiss_text);
    dismiss->setObjectName(QLatin1String(dismiss_name));
    connect(dismiss, &QPushButton::clicked, this, [this, row] { hide_row(row); });
    row.parts->addWidget(sign);
    row.parts->addWidget(row.text, 1);
    row.parts->addWidget(dismiss);
    row.frame->hide();
    layout()->addWidget(row.frame);
    return row;
}

void MessageBar::show_error(const QString& message) {
    cause_ =
        std::make_unique<QObject>(); // signals that would have ended the former error do not end this one
    show_text(error_, message);
}

void MessageBar::show_notice(const QString& message) {
    show_text(notice_, message);
    notice_timer_.start();
}

void MessageBar::clear() {
    hide_row(notice_);
    hide_row(error_);
}

void MessageBar::show_offer(const QString& message, const QString& action, std::function<void()> act) {
    show_text(offer_, message);
    act_ = std::move(act);
    action_->setText(action);
}

void MessageBar::withdraw_offer() {
    act_ = {};
    hide_row(offer_);
}

QString MessageBar::message() const {
    for (const Row& row : {error_, notice_, offer_})
        if (!row.frame->isHidden()) return row.text->text();
    return {};
}

void MessageBar::show_text(const Row& row, const QString& message) {
    row.text->setText(message);
    row.frame->setAccessibleName(message);
    row.frame->show();
    setAccessibleName(this->message());
    show();
}

void MessageBar::remember_focus(QWidget* before, QWidget* now) {
    if (before != nullptr && now != nullptr && isAncestorOf(now) && !isAncestorOf(before)) before_ = before;
}

void MessageBar::hide_row(const Row& row) {
    const QWidget* const focused = focusWidget();
    const bool had_focus = focused != nullptr && row.frame->isAncestorOf(focused);
    row.frame->hide(); // Qt gives the focus to any other widget
    if (had_focus && before_ != nullptr && before_->isVisible()) before_->setFocus();
    setAccessibleName(message());
    setVisible(!message().isEmpty());
}

void MessageBar::end_notice() {
    if (notice_.frame->underMouse()) {
        notice_timer_.start(); // the pointer is over it, so that it is probably being read
    } else {
        hide_row(notice_);
    }
}

} // namespace hitmap
