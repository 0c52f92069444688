#pragma once

#include <QtCore/QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace hitmap {

class Session;

/// Panels that answer one kind of question. One group at a time is seen, as tabs at the right.
enum class PanelGroup : std::uint8_t { where, why, memory, machine, attempts };

struct PanelGroupInfo {
    PanelGroup group;
    QString title;
    QString entry;    ///< the title with the letter of its entry in the Panels menu
    QString question; ///< what its panels answer
};
/// Returns all groups in the order of their keys, Alt+1 and so on.
[[nodiscard]] const std::vector<PanelGroupInfo>& panel_groups();
/// The group that is seen at first; its first panel is in front.
inline constexpr PanelGroup first_group = PanelGroup::why;

/// The place of a panel in the default layout.
enum class PanelPlace {
    group,  ///< at the right, a tab of its group
    below,  ///< at the right, below the groups
    bottom, ///< along the lower edge of the window
};

/// A dock of the window: a row of panel_list(). The window and its menus loop over the list.
struct PanelDescriptor {
    QString title;
    /// Object name of the dock. Saved layouts and session files refer to it, so it must never change.
    QString name;
    PanelPlace place;
    std::optional<PanelGroup> group; ///< with PanelPlace::group
    /// Makes the contents of the dock: a PanelStack if each pane has its own panel. The session outlives
    /// them.
    std::function<QWidget*(Session&)> make;
};

/// Returns all panels in the order of the Panels menu and of the tabs.
[[nodiscard]] std::vector<PanelDescriptor> panel_list();

} // namespace hitmap
