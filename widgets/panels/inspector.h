#pragma once

#include <QtWidgets/QScrollArea>

class QVBoxLayout;

namespace hitmap {

/// A vertically scrolling column of titled panels. It is always wide enough for its contents.
class Inspector : public QScrollArea {
    Q_OBJECT
public:
    explicit Inspector(QWidget* parent = nullptr);

    /// @param title  title of a frame around the panel; empty if there is only one panel
    void add_panel(const QString& title, QWidget* panel);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QVBoxLayout* panels_;
};

} // namespace hitmap
