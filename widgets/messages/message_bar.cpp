#include "widgets/messages/message_bar.h"

#include <QtWidgets/QApplication>
#include <QtWidgets/QFrame>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

#include <cstddef>
#include <utility>

namespace hitmap {

namespace {

constexpr std::chrono::seconds notice_time{6};

} // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), action_(new QPushButton) {
    setObjectName(QStringLiteral("message_bar"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    add_row(MessagePlace::error, QStyle::SP_MessageBoxWarning, tr("&Dismiss"), "dismiss_button");
    add_row(MessagePlace::notice, QStyle::SP_MessageBoxInformation, tr("Dismiss"), "dismiss_notice");
    notice_timer_.setSingleShot(true);
    notice_timer_.setInterval(notice_time);
    connect(&notice_timer_, &QTimer::timeout, this, &MessageBar::end_notice);
    add_row(MessagePlace::offer, QStyle::SP_MessageBoxInformation, tr("Dismiss"), "dismiss_offer");
    action_->setObjectName(QStringLiteral("message_action"));
    row(MessagePlace::offer).parts->insertWidget(2, action_); // after the text
    connect(action_, &QPushButton::clicked, this, [this] {
        const auto act = act_;
        withdraw_offer(); // its action may show another message
        act();
    });
    connect(qApp, &QApplication::focusChanged, this, &MessageBar::remember_focus);
    hide();
}

void MessageBar::add_row(MessagePlace place, int icon, const QString& dismiss_text,
                         const char* dismiss_name) {
    Row& row = this->row(place);
    row.frame = new QFrame;
    row.text = new QLabel;
    row.parts = new QHBoxLayout(row.frame);
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
    connect(dismiss, &QPushButton::clicked, this, [this, place] { hide_row(place); });
    row.parts->addWidget(sign);
    row.parts->addWidget(row.text, 1);
    row.parts->addWidget(dismiss);
    row.frame->hide();
    layout()->addWidget(row.frame);
}

void MessageBar::show_notice(const QString& message) {
    show_text(MessageKind::notice, message, nullptr);
    notice_timer_.start();
}

void MessageBar::show_done(const QString& message, const QObject& cause) {
    end_failure(cause);
    show_notice(message);
}

void MessageBar::show_failure(const QString& message, const QObject* cause) {
    const MessageEnd end = MessageEnd::of(*cause);
    show_text(MessageKind::failure, message, &end);
    failed_ = cause;
}

void MessageBar::end_failure(const QObject& cause) {
    if (failed_ == &cause) hide_row(MessagePlace::error);
}

void MessageBar::begin(const QObject& cause) {
    end_failure(cause);
    hide_row(MessagePlace::notice);
}

void MessageBar::show_refusal(const QString& message, const MessageEnd& end) {
    show_text(MessageKind::refusal, message, &end);
}

void MessageBar::show_opening(const QString& message) {
    show_text(MessageKind::opening, message, nullptr);
}

void MessageBar::show_fault(const QString& message) {
    show_text(MessageKind::fault, message, nullptr);
}

void MessageBar::show_offer(const QString& message, const QString& action, std::function<void()> act,
                            const MessageEnd& end) {
    show_text(MessageKind::offer, message, &end);
    act_ = std::move(act);
    action_->setText(action);
}

void MessageBar::show_offer(const QString& message, const QString& action, std::function<void()> act,
                            UntilTaken /*until*/) {
    show_offer(message, action, std::move(act), MessageEnd(*this));
}

void MessageBar::withdraw_offer() {
    hide_row(MessagePlace::offer);
}

void MessageBar::clear() {
    hide_row(MessagePlace::notice);
    hide_row(MessagePlace::error);
}

const MessageBar::Row* MessageBar::shown() const {
    for (const Row& row : rows_)
        if (!row.frame->isHidden()) return &row;
    return nullptr;
}

QString MessageBar::message() const {
    const Row* const row = shown();
    return row != nullptr ? row->text->text() : QString();
}

std::optional<MessageKind> MessageBar::kind() const {
    const Row* const row = shown();
    return row != nullptr ? std::optional(row->kind) : std::nullopt;
}

void MessageBar::show_text(MessageKind kind, const QString& message, const MessageEnd* end) {
    const MessagePlace place = info_of(kind).place;
    Row& row = this->row(place);
    if (place == MessagePlace::error) failed_ = nullptr;
    row.kind = kind;
    // Signals that would have ended the former message do not end this one.
    row.receiver = std::make_unique<QObject>();
    if (end != nullptr) end->connect_to(*row.receiver, [this, place] { hide_row(place); });
    row.text->setText(message);
    row.frame->setAccessibleName(message);
    row.frame->show();
    setAccessibleName(this->message());
    show();
}

void MessageBar::remember_focus(QWidget* before, QWidget* now) {
    if (before != nullptr && now != nullptr && isAncestorOf(now) && !isAncestorOf(before)) before_ = before;
}

void MessageBar::hide_row(MessagePlace place) {
    const Row& row = this->row(place);
    if (place == MessagePlace::offer) act_ = {};
    if (place == MessagePlace::error) failed_ = nullptr;
    const QWidget* const focused = focusWidget();
    const bool had_focus = focused != nullptr && row.frame->isAncestorOf(focused);
    row.frame->hide(); // Qt gives the focus to any other widget
    if (had_focus && before_ != nullptr && before_->isVisible()) before_->setFocus();
    setAccessibleName(message());
    setVisible(!message().isEmpty());
}

void MessageBar::end_notice() {
    if (row(MessagePlace::notice).frame->underMouse()) {
        notice_timer_.start(); // the pointer is over it, so that it is probably being read
    } else {
        hide_row(MessagePlace::notice);
    }
}

} // namespace hitmap
