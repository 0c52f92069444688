#pragma once

#include <QtWidgets/QScrollArea>

class QVBoxLayout;

namespace hitmap {

/// A column of titled panels that scrolls downwards and is always wide enough for what is in it.
class Inspector : public QScrollArea {
    Q_OBJECT
public:
    explicit Inspector(QWidget* parent = nullptr);

    /// @param title  above it, with a frame around both; empty where the panel stands alone
    void add_panel(const QString& title, QWidget* panel);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QVBoxLayout* panels_;
};

} // namespace hitmap
