#pragma once

#include "widgets/messages/message_end.h"
#include "widgets/messages/message_kind.h"

#include <QtCore/QPointer>
#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

class QFrame;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace hitmap {

/// Non-modal messages: an error, a notice and an offer, which do not replace one another. Each is of a kind,
/// which says what ends it (MessageKind); there is a function for each kind, which takes what it needs for
/// that. Hidden if there is no message. When a message with the focus disappears, the widget that had the
/// focus before has it again, so that its keys work.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show_notice(const QString& message);
    /// Shows a notice that something has succeeded, and ends the failure of which it is the cause.
    void show_done(const QString& message, const QObject& cause);
    /// @param cause  as that of JobRunner::failed()
    void show_failure(const QString& message, const QObject* cause);
    /// Ends the failure of a cause, which is no longer so.
    void end_failure(const QObject& cause);
    /// Ends the failure of a cause, which is tried again, and what was done before.
    void begin(const QObject& cause);
    void show_refusal(const QString& message, const MessageEnd& end);
    void show_opening(const QString& message);
    void show_fault(const QString& message);
    /// Shows a button for an action beside the message.
    void show_offer(const QString& message, const QString& action, std::function<void()> act,
                    const MessageEnd& end);
    /// For an offer that always applies: only the user ends it.
    struct UntilTaken {};
    void show_offer(const QString& message, const QString& action, std::function<void()> act,
                    UntilTaken until);
    /// Removes the offer if it no longer applies.
    void withdraw_offer();
    /// Removes error and notice: something else is opened.
    void clear();
    /// Returns the error, else the notice, else the offer; empty if there is none.
    [[nodiscard]] QString message() const;
    /// Returns the kind of message(); no value if there is none.
    [[nodiscard]] std::optional<MessageKind> kind() const;
    /// Sets how long a notice is shown. It stays while the pointer is over it.
    void set_notice_time(std::chrono::milliseconds time) { notice_timer_.setInterval(time); }

private:
    /// A place and its message.
    struct Row {
        QFrame* frame = nullptr;
        QLabel* text = nullptr;
        QHBoxLayout* parts = nullptr; ///< the contents of `frame`
        MessageKind kind = MessageKind::notice;
        std::unique_ptr<QObject> receiver{}; ///< of the signals that end the message
    };
    /// @param icon  a QStyle::StandardPixmap
    void add_row(MessagePlace place, int icon, const QString& dismiss_text, const char* dismiss_name);
    [[nodiscard]] Row& row(MessagePlace place) { return rows_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] const Row* shown() const; ///< that of message(); null if there is none
    void show_text(MessageKind kind, const QString& message, const MessageEnd* end);
    void hide_row(MessagePlace place);
    void remember_focus(QWidget* before, QWidget* now);
    void end_notice();

    std::array<Row, 3> rows_;        ///< [MessagePlace]
    QPointer<const QObject> failed_; ///< cause of the failure that is shown
    QPushButton* action_;            ///< button of the offer
    QTimer notice_timer_;
    std::function<void()> act_; ///< action of the offer
    QPointer<QWidget> before_;  ///< had the focus before a widget of this had it; may be null
};

} // namespace hitmap
