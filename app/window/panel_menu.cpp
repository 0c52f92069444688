#include "app/window/actions.h"
#include "app/window/docks.h"
#include "app/window/menus.h"
#include "widgets/base/tr.h"
#include "widgets/model/cache_panel.h"
#include "widgets/panes/pane_bar.h"
#include "widgets/time/time_panel.h"

#include <QtWidgets/QMenu>

namespace hitmap {

namespace {

using Scope = Actions::Scope;

void fill_tool_bar_menu(QMenu& menu, const MenuParts& parts) {
    menu.addAction(parts.docks.tool_bar_switch());
    const auto add = [&](const QString& text, const QString& key, auto act) {
        parts.actions.add(menu, text, {QKeySequence(key)}, Scope::with_recording, std::move(act));
    };
    const auto add_control = [&](const QString& text, const QString& key, void (PaneBar::*choose)()) {
        add(text, key, [parts, choose] { (parts.docks.shown_pane_bar().*choose)(); });
    };
    add_control(tr("&Model or GPU"), tr("Ctrl+Shift+G"), &PaneBar::choose_model);
    add_control(tr("M&etric"), tr("Ctrl+Shift+M"), &PaneBar::choose_metric);
    add_control(tr("&Number of Frames"), tr("Ctrl+Shift+F"), &PaneBar::choose_frame_count);
    add_control(tr("&Frame"), tr("Ctrl+J"), &PaneBar::choose_frame);
    add_control(tr("Colour &Range"), tr("Ctrl+Shift+R"), &PaneBar::choose_range);
    add(tr("Frames &Shown"), tr("Ctrl+Shift+J"),
        [parts] { parts.docks.show_panel<TimePanel>().choose_shown(); });
    add(tr("&Caches"), tr("Ctrl+Shift+C"), [parts] { show_caches(parts.docks); });
}

void add_group_menu(QMenu& menu, const MenuParts& parts, const PanelGroupInfo& group) {
    QMenu& panels = *menu.addMenu(group.entry);
    panels.setToolTip(group.question);
    parts.actions.add(panels, tr("Group %1").arg(group.title), {GroupBar::key_of(group.group)},
                      Scope::with_recording,
                      [&docks = parts.docks, which = group.group] { docks.choose_group(which); });
    panels.addSeparator();
    panels.addActions(parts.docks.switches(group.group));
}

} // namespace

void show_caches(Docks& docks) {
    docks.show_panel<CachePanel>().setFocus();
}

void fill_panel_menu(QMenu& menu, const MenuParts& parts) {
    for (const PanelGroupInfo& group : panel_groups())
        add_group_menu(menu, parts, group);
    menu.addSeparator();
    menu.addActions(parts.docks.switches(std::nullopt));
    menu.addSeparator();
    fill_tool_bar_menu(*menu.addMenu(tr("Tool &Bar")), parts);
    parts.actions.add(menu, tr("Restore Default &Layout"), {}, Scope::always,
                      [parts] { parts.docks.restore_default_layout(); });
}

} // namespace hitmap
