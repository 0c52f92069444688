#pragma once

#include <QtCore/QPointer>
#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <chrono>
#include <functional>
#include <memory>

class QFrame;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace hitmap {

/// Non-modal messages: an error, a notice and an offer, which do not replace one another. An error stays
/// until it is dismissed or replaced by a newer one, or until what it says is no longer true; a notice
/// disappears after some seconds. Hidden if there
/// is no message. When a message with the focus disappears, the widget that had the focus before has it
/// again, so that its keys work.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show_error(const QString& message);
    /// Shows an error that is true only until the sender emits one of the signals or is destroyed. It then
    /// disappears, unless another error has replaced it.
    template <class Sender, class... Signal>
    void show_error_until(const QString& message, const Sender& sender, Signal... ends) {
        show_error(message);
        const auto end = [this] { hide_row(error_); };
        (connect(&sender, ends, cause_.get(), end), ...);
        connect(&sender, &QObject::destroyed, cause_.get(), end);
    }
    void show_notice(const QString& message);
    /// Shows a notice with a button for an action. It stays until it is dismissed, used, withdrawn or
    /// replaced.
    void show_offer(const QString& message, const QString& action, std::function<void()> act);
    /// Removes the offer if it no longer applies.
    void withdraw_offer();
    /// Removes error and notice.
    void clear();
    /// Returns the error, else the notice, else the offer; empty if there is none.
    [[nodiscard]] QString message() const;
    /// Sets how long a notice is shown. It stays while the pointer is over it.
    void set_notice_time(std::chrono::milliseconds time) { notice_timer_.setInterval(time); }

private:
    struct Row {
        QFrame* frame;
        QLabel* text;
        QHBoxLayout* parts; ///< the contents of `frame`
    };
    /// @param icon  a QStyle::StandardPixmap
    [[nodiscard]] Row add_row(int icon, const QString& dismiss_text, const char* dismiss_name);
    void show_text(const Row& row, const QString& message);
    void hide_row(const Row& row);
    void remember_focus(QWidget* before, QWidget* now);
    void end_notice();

    Row error_;
    std::unique_ptr<QObject> cause_; ///< receives what ends the error that is shown
    Row notice_;
    Row offer_;
    QPushButton* action_; ///< button of the offer
    QTimer notice_timer_;
    std::function<void()> act_; ///< action of the offer
    QPointer<QWidget> before_;  ///< had the focus before a widget of this had it; may be null
};

} // namespace hitmap
