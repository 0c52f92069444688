#pragma once

#include "app/window/panel_list.h"

#include <QtWidgets/QToolBar>

class QTabBar;

namespace hitmap {

/// Tabs along the right edge of the window, one for each group of panels.
class GroupBar : public QToolBar {
    Q_OBJECT
public:
    explicit GroupBar(QWidget* parent = nullptr);

    /// Shows which group is seen. Emits no signal.
    void set_current(PanelGroup group);
    /// The key of a group, Alt+1 for the first.
    [[nodiscard]] static QKeySequence key_of(PanelGroup group);

Q_SIGNALS:
    void chosen(hitmap::PanelGroup group);

private:
    QTabBar* tabs_;
};

} // namespace hitmap
