#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <chrono>
#include <functional>

class QFrame;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace hitmap {

/// An error, a notice and an offer in place, nothing modal, none of which takes another kind away. An error
/// stays until it is dismissed or a newer one comes; a notice goes by itself after some seconds. Hidden while
/// there is none.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show_error(const QString& message);
    void show_notice(const QString& message);
    /// A notice with a button that does something about it; it stays until it is dismissed, acted on or
    /// withdrawn, or a newer offer comes.
    void show_offer(const QString& message, const QString& action, std::function<void()> act);
    /// Where what it is about is there no more.
    void withdraw_offer();
    /// Takes error and notice away.
    void clear();
    /// The error, or else the notice, or else the offer; empty where there is none.
    [[nodiscard]] QString message() const;
    /// How long a notice is shown; it stays on while the pointer is over it.
    void set_notice_time(std::chrono::milliseconds time) { notice_timer_.setInterval(time); }

private:
    struct Row {
        QFrame* frame;
        QLabel* text;
        QHBoxLayout* parts; ///< what stands in `frame`
    };
    /// @param icon  a QStyle::StandardPixmap
    [[nodiscard]] Row add_row(int icon, const QString& dismiss_text, const char* dismiss_name);
    void show_text(const Row& row, const QString& message);
    void hide_row(const Row& row);
    void end_notice();

    Row error_;
    Row notice_;
    Row offer_;
    QPushButton* action_; ///< of the offer
    QTimer notice_timer_;
    std::function<void()> act_; ///< of the offer that is shown
};

} // namespace hitmap
