#include "app/window/actions.h"
#include "app/window/docks.h"
#include "app/window/menus.h"
#include "widgets/accesses/access_panel.h"
#include "widgets/base/tr.h"
#include "widgets/panels/panel_stack.h"
#include "widgets/source/source_panel.h"

#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenu>

namespace hitmap {

namespace {

using Scope = Actions::Scope;

AccessPanel& shown_accesses(Docks& docks) {
    return docks.show_panel<AccessPanel>();
}

/// Each pane asks for the list of its own accesses, and for its own source.
void follow_requests(Pane& pane, Docks& docks) {
    QObject::connect(&pane.guide(), &PaneGuide::accesses_wanted, &docks, [&docks] { shown_accesses(docks); });
    QObject::connect(&pane.guide(), &PaneGuide::source_wanted, &docks,
                     [&docks] { docks.show_panel<SourcePanel>(); });
    QObject::connect(&pane.guide(), &PaneGuide::panel_wanted, &docks, [&docks](const std::string& name) {
        docks.show(QString::fromStdString(name) + QStringLiteral("_dock"));
    });
}

/// Adds a checkable action that shows and sets a choice of the active pane.
void add_display_switch(QMenu& menu, const MenuParts& parts, const QString& text, const QString& key,
                        bool RayDisplay::*choice) {
    Session& session = parts.session;
    QAction* action = parts.actions.add(
        menu, text, {QKeySequence(key)}, Scope::with_recording, [&session, choice](bool on) {
            RayDisplay display = session.active().choices().panel<RayDisplay>();
            display.*choice = on;
            session.active().set_panel(display);
        });
    action->setCheckable(true);
    const auto show = [&session, action, choice] {
        action->setChecked(session.active().choices().panel<RayDisplay>().*choice);
    };
    QObject::connect(&session, &Session::changed, action, show);
    QObject::connect(&session, &Session::active_changed, action, show);
    show();
}

} // namespace

void fill_access_menu(QMenu& menu, const MenuParts& parts) {
    Docks& docks = parts.docks;
    parts.actions.add(menu, tr("Show Accesses of the Pinned &Element"), {QKeySequence(tr("Ctrl+L"))},
                      Scope::with_recording, [&session = parts.session, &docks] {
                          Pane& pane = session.active();
                          if (const auto& selection = pane.choices().selection)
                              pane.show_accesses({.element = selection});
                          else
                              shown_accesses(docks);
                      });
    parts.actions.add(menu, tr("Find an &Address …"), {QKeySequence(tr("Ctrl+Shift+L"))},
                      Scope::with_recording, [&docks] { shown_accesses(docks).ask_for_address(); });
    menu.addSeparator();
    for (const AccessStep& step : access_steps())
        parts.actions.add(menu, step.text, {QKeySequence(step.key)}, Scope::with_recording,
                          [&docks, to = step.to, direction = step.direction] {
                              shown_accesses(docks).step(to, direction);
                          });
    menu.addSeparator();
    add_display_switch(menu, parts, tr("Rays of the Pixel as L&ines"), QStringLiteral("Alt+Shift+R"),
                       &RayDisplay::segments);
    add_display_switch(menu, parts, tr("Only &Visited Boxes and Faces"), QStringLiteral("Alt+Shift+V"),
                       &RayDisplay::visited);
    for (std::size_t i = 0; i < parts.session.pane_count(); ++i)
        follow_requests(parts.session.pane(i), docks);
    QObject::connect(&parts.session, &Session::pane_added, &docks, [parts](int index) {
        follow_requests(parts.session.pane(static_cast<std::size_t>(index)), parts.docks);
    });
}

} // namespace hitmap
