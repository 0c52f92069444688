#pragma once

#include <QtWidgets/QFrame>

#include <functional>

class QLabel;
class QPushButton;

namespace hitmap {

/// Shows an error or a notice in place, until it is closed or replaced; nothing modal.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show_error(const QString& message);
    void show_notice(const QString& message);
    /// A notice with a button that does something about it and closes the bar.
    void show_offer(const QString& message, const QString& action, std::function<void()> act);
    [[nodiscard]] QString message() const; ///< empty when hidden

private:
    void show_text(const QString& message, int icon);

    QLabel* icon_;
    QLabel* text_;
    QPushButton* action_;
    std::function<void()> act_;
};

} // namespace hitmap
