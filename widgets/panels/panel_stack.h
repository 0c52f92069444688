#pragma once

#include "widgets/session/state/session.h"

#include <QtWidgets/QStackedWidget>

#include <functional>

namespace hitmap {

/// Has a panel for each pane of a session, and shows that of the active pane.
class PanelStack : public QStackedWidget {
    Q_OBJECT
public:
    /// @param session  must outlive the stack
    /// @param make     returns a new panel for a pane; the stack owns it, and the pane outlives it
    PanelStack(Session& session, std::function<QWidget*(Pane&)> make, QWidget* parent = nullptr);

    /// Calls `what` for every panel, and later for each panel that is added.
    void for_each(const std::function<void(QWidget& panel)>& what);
    /// Only the visible panel determines the minimum size of the dock.
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void panel_added(QWidget* panel);

private:
    void add_panel(int index);
    void remove_panel(int index);
    void show_active();

    Session& session_;
    std::function<QWidget*(Pane&)> make_;
};

} // namespace hitmap
