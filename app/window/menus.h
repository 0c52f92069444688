#pragma once

class QMenu;
class QWidget;

namespace hitmap {

class Actions;
class Docks;
class MessageBar;
class PaneGrid;
class Session;
class StoredViews;
class VisionFilter;

/// The objects that actions of the menus use. They outlive the menus. The File and Edit menus are made by the
/// Window itself.
struct MenuParts {
    Actions& actions;
    Session& session;
    PaneGrid& grid;
    StoredViews& views;
    Docks& docks;
    VisionFilter& vision;
    MessageBar& messages;
    QWidget& window; ///< the parent of dialogs
};

/// Camera, pixels, stored views, restrictions, colours, full screen.
void fill_view_menu(QMenu& menu, const MenuParts& parts);
/// The groups of panels, the other panels, the tool bar, the layout.
void fill_panel_menu(QMenu& menu, const MenuParts& parts);
/// Stepping through the list of accesses, and what the mesh view shows of it.
void fill_access_menu(QMenu& menu, const MenuParts& parts);
/// Adding and choosing panes, and links between them.
void fill_pane_menu(QMenu& menu, const MenuParts& parts);
/// Playing and stepping the frames of the active pane. Only one pane plays if their time is linked.
void fill_time_menu(QMenu& menu, const MenuParts& parts);
/// The manual, the list of keys, the version.
void fill_help_menu(QMenu& menu, const MenuParts& parts);

/// Shows the dock of the caches and gives it the keyboard focus.
void show_caches(Docks& docks);
/// Adds a pane, which gets the keyboard focus. Without this, a menu or dialog would return the focus to the
/// previous pane, which would become the active one again.
void add_focused_pane(Session& session, PaneGrid& grid);

} // namespace hitmap
