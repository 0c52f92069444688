#pragma once

#include <QtWidgets/QFrame>

class QLabel;

namespace hitmap {

/// Shows an error or a notice in place, until it is closed or replaced; nothing modal.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show_error(const QString& message);
    void show_notice(const QString& message);
    [[nodiscard]] QString message() const; ///< empty when hidden

private:
    void show_text(const QString& message, int icon);

    QLabel* icon_;
    QLabel* text_;
};

} // namespace hitmap
