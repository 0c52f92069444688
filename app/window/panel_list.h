#pragma once

#include <QtCore/QString>

#include <functional>
#include <vector>

class QWidget;

namespace hitmap {

class Session;

/// The place of a panel in the default layout.
enum class PanelPlace {
    tab,        ///< at the right, one of several tabs
    below_tabs, ///< at the right, below the tabs
    bottom,     ///< along the lower edge of the window
};

/// A dock of the window: a row of panel_list(). The window and its menus loop over the list.
struct PanelDescriptor {
    QString title;
    /// Object name of the dock. Saved layouts and session files refer to it, so it must never change.
    QString name;
    PanelPlace place;
    /// Makes the contents of the dock: a PanelStack if each pane has its own panel. The session outlives
    /// them.
    std::function<QWidget*(Session&)> make;
};

/// Returns all panels in the order of the View menu and of the tabs. At least one is a tab; the first tab is
/// in front in the default layout.
[[nodiscard]] std::vector<PanelDescriptor> panel_list();

} // namespace hitmap
