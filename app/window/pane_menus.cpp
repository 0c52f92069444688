#include "app/window/actions.h"
#include "app/window/docks.h"
#include "app/window/menus.h"
#include "core/cache/results/source_lines.h"
#include "widgets/base/tr.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/time/time_panel.h"

#include <QtWidgets/QMenu>

#include <vector>

namespace hitmap {

namespace {

using Scope = Actions::Scope;

void add_link(QMenu& menu, const MenuParts& parts, const QString& text, bool Links::*link) {
    Session& session = parts.session;
    QAction* action = parts.actions.add(menu, text, {}, Scope::always, [&session, link](bool on) {
        Links links = session.links();
        links.*link = on;
        session.set_links(links);
    });
    action->setCheckable(true);
    const auto show = [&session, action, link] { action->setChecked(session.links().*link); };
    QObject::connect(&session, &Session::links_changed, action, show);
    show();
}

TimePanel& time_panel_at(const PanelStack& panels, int i) {
    return *qobject_cast<TimePanel*>(panels.widget(i));
}

void stop_others(const PanelStack& panels, const TimePanel& playing) {
    for (int i = 0; i < panels.count(); ++i) {
        if (&time_panel_at(panels, i) != &playing) time_panel_at(panels, i).set_playing(false);
    }
}

/// Pins what is selected: the element, and what the values are restricted to.
void pin_choices(Pane& pane, MessageBar& messages) {
    const Restriction& only = pane.config().only;
    std::vector<CurveSubject> subjects;
    if (const auto& element = pane.choices().selection)
        subjects.emplace_back(CurveElement{element->kind, element->element});
    if (only.allocation) subjects.emplace_back(CurveAllocation{*only.allocation});
    if (only.instruction) subjects.emplace_back(CurveInstruction{*only.instruction});
    for (const SourceLine& line : source_lines(pane.recording()->info()))
        if (only.line && source_line_name(line.file, line.line) == *only.line)
            subjects.emplace_back(CurveLine{line.name});
    if (subjects.empty())
        messages.show_refusal(
            tr("Nothing is selected: click on the mesh or the image, or choose Pin in Time in the "
               "context menu of a table."),
            MessageEnd(pane, &Pane::selection_changed, &Pane::panels_changed, &Pane::recording_changed,
                       &Pane::profile_changed)); // which has another part that counts
    for (const CurveSubject& subject : subjects)
        pane.pin_curve(subject);
}

} // namespace

void add_focused_pane(Session& session, PaneGrid& grid) {
    session.add_pane();
    grid.focus_active();
}

void fill_pane_menu(QMenu& menu, const MenuParts& parts) {
    QAction* add = parts.actions.add(menu, tr("&Add a Pane"), {QKeySequence(tr("Ctrl+T"))}, Scope::always,
                                     [parts] { add_focused_pane(parts.session, parts.grid); });
    QAction* next =
        parts.actions.add(menu, tr("&Next Pane"), {QKeySequence(tr("F6"))}, Scope::always, [parts] {
            parts.session.set_active((parts.session.active_index() + 1) % parts.session.pane_count());
            parts.grid.focus_active();
        });
    const auto show_count = [&session = parts.session, add, next] {
        add->setEnabled(session.anything_open() && session.pane_count() < Session::most_panes);
        next->setEnabled(session.pane_count() > 1);
    };
    QObject::connect(&parts.session, &Session::changed, add, show_count);
    show_count();
    menu.addSection(tr("Link"));
    add_link(menu, parts, tr("&Camera"), &Links::camera);
    add_link(menu, parts, tr("&Image Zoom"), &Links::image);
    add_link(menu, parts, tr("&Time"), &Links::time);
    add_link(menu, parts, tr("&Metric"), &Links::metric);
    add_link(menu, parts, tr("&Selection"), &Links::selection);
    add_link(menu, parts, tr("Colour &Range"), &Links::range);
    add_link(menu, parts, tr("&Layers"), &Links::layers);
    add_link(menu, parts, tr("&Box Levels"), &Links::box_levels);
}

void fill_time_menu(QMenu& menu, const MenuParts& parts) {
    PanelStack& panels = parts.docks.stack_of<TimePanel>();
    const auto panel = [&docks = parts.docks]() -> TimePanel& { return docks.panel<TimePanel>(); };
    QAction* play = parts.actions.add(menu, tr("&Play"), {QKeySequence(Qt::Key_Space)}, Scope::sliders,
                                      [panel](bool on) { panel().set_playing(on); });
    play->setCheckable(true);
    const auto show_playing = [panel, play] { play->setChecked(panel().playing()); };
    // If there is nothing to play, the action that was just checked is unchecked again.
    QObject::connect(play, &QAction::triggered, play, show_playing);
    QObject::connect(&parts.session, &Session::active_changed, play, show_playing);
    panels.for_each([&session = parts.session, &panels, play, show_playing](QWidget& widget) {
        auto& changed = *qobject_cast<TimePanel*>(&widget);
        QObject::connect(&changed, &TimePanel::playing_changed, play,
                         [&session, &panels, &changed, show_playing](bool playing) {
                             if (playing && session.links().time) stop_others(panels, changed);
                             show_playing();
                         });
    });
    const auto add_step = [&](const QString& text, Qt::Key key, int frames) {
        parts.actions.add(menu, text, {QKeySequence(key)}, Scope::with_recording,
                          [panel, frames] { panel().step(frames); });
    };
    add_step(tr("&Next Frame"), Qt::Key_Period, 1);
    add_step(tr("P&revious Frame"), Qt::Key_Comma, -1);
    menu.addSeparator();
    parts.actions.add(menu, tr("P&in the Selection as a Curve"), {QKeySequence(tr("Ctrl+Shift+P"))},
                      Scope::with_recording,
                      [parts] { pin_choices(parts.session.active(), parts.messages); });
    parts.actions.add(menu, tr("Remove All Pinned &Curves"), {}, Scope::with_recording,
                      [&session = parts.session] { session.active().set_panel(PinnedCurves()); });
}

} // namespace hitmap
