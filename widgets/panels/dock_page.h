#pragma once

#include <QtWidgets/QStackedWidget>

class QDockWidget;

namespace hitmap {

/// What a dock contains: a panel, which is hidden while the tab of another dock is in front, so that it then
/// computes nothing. Qt moves a dock behind a tab out of the window, where it stays visible. The sizes are
/// always those of the panel.
class DockPage : public QStackedWidget {
    Q_OBJECT
public:
    /// Becomes the widget of the dock. Takes ownership of the panel.
    DockPage(QWidget* panel, QDockWidget& dock);

    [[nodiscard]] QWidget* panel() const { return panel_; }
    /// While true, the panel stays hidden: docks are being arranged, and those in front are not known yet.
    void set_waiting(bool waiting);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    void show_in_front();

    QWidget* panel_;
    const QDockWidget& dock_;
    bool waiting_ = false;
};

} // namespace hitmap
