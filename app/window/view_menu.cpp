#include "app/dialogs/settings/appearance.h"
#include "app/window/actions.h"
#include "app/window/docks.h"
#include "app/window/menus.h"
#include "app/window/stored_views.h"
#include "app/window/vision_filter.h"
#include "core/trace/model/element_kind.h"
#include "widgets/base/tr.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/mesh/cut_dialog.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/panes/subtree_banner.h"

#include <QtWidgets/QActionGroup>
#include <QtWidgets/QMenu>

#include <utility>

namespace hitmap {

namespace {

using Scope = Actions::Scope;

void add_place_actions(QMenu& menu, const MenuParts& parts) {
    parts.actions.add(menu, tr("&Reset to the Recorded Camera"),
                      {QKeySequence(Qt::Key_Home), QKeySequence(Qt::Key_R)}, Scope::mesh_views,
                      [parts] { parts.grid.active().mesh_view().camera().reset(); });
    parts.actions.add(menu, tr("Fra&me All"), {QKeySequence(Qt::Key_A)}, Scope::mesh_views,
                      [parts] { parts.grid.active().mesh_view().camera().frame_all(); });
    parts.actions.add(menu, tr("&Focus under the Pointer"), {QKeySequence(Qt::Key_F)}, Scope::mesh_views,
                      [parts] { parts.grid.active().mesh_view().focus_under_pointer(); });
    parts.actions.add(menu, tr("Go to &Pixel …"), {QKeySequence(tr("Ctrl+G"))}, Scope::with_framebuffer,
                      [parts] {
                          // The pixel is marked there.
                          if (!parts.session.active().shows_image())
                              parts.docks.show_panel<FramebufferView>();
                          ask_for_pixel(parts.session.active(), &parts.window);
                      });
}

/// The switch between mesh and image of the active pane.
void add_shown_action(QMenu& menu, const MenuParts& parts) {
    Session& session = parts.session;
    QAction* action =
        parts.actions.add(menu, tr("&Image in the Place of the Mesh"), {QKeySequence(tr("Ctrl+I"))},
                          Scope::with_recording, [parts](bool on) {
                              parts.session.active().set_shown(on ? Shown::image : Shown::mesh);
                              parts.grid.focus_active();
                          });
    action->setObjectName(QStringLiteral("show_image"));
    action->setCheckable(true);
    const auto show = [&session, action] { action->setChecked(session.active().shows_image()); };
    QObject::connect(&session, &Session::changed, action, show);
    show();
}

void add_trail_actions(QMenu& menu, const MenuParts& parts) {
    QAction* back = parts.actions.add(menu, tr("Bac&k"), {QKeySequence(tr("Alt+Left"))}, Scope::always,
                                      [parts] { parts.grid.active().trail().go_back(); });
    QAction* forward = parts.actions.add(menu, tr("Forwar&d"), {QKeySequence(tr("Alt+Right"))}, Scope::always,
                                         [parts] { parts.grid.active().trail().go_forward(); });
    const auto show_trail = [parts, back, forward] {
        const CameraTrail& trail = parts.grid.active().trail();
        back->setEnabled(trail.can_go_back());
        forward->setEnabled(trail.can_go_forward());
    };
    QObject::connect(&parts.session, &Session::active_changed, back, show_trail);
    parts.grid.for_each([back, show_trail](PaneFrame& frame) {
        QObject::connect(&frame.trail(), &CameraTrail::changed, back, show_trail);
    });
    show_trail();
}

void fill_axis_menu(QMenu& menu, const MenuParts& parts) {
    const auto add_axis = [&](const QString& text, const QString& keys, const glm::vec3& forward) {
        parts.actions.add(menu, text, {QKeySequence(keys)}, Scope::mesh_views,
                          [parts, forward] { parts.grid.active().mesh_view().camera().look_along(forward); });
    };
    add_axis(tr("From the &Front (−Z)"), QStringLiteral("1"), {0.0F, 0.0F, -1.0F});
    add_axis(tr("From the &Back (+Z)"), QStringLiteral("Shift+1"), {0.0F, 0.0F, 1.0F});
    add_axis(tr("From the &Right (−X)"), QStringLiteral("3"), {-1.0F, 0.0F, 0.0F});
    add_axis(tr("From the &Left (+X)"), QStringLiteral("Shift+3"), {1.0F, 0.0F, 0.0F});
    add_axis(tr("From &Above (−Y)"), QStringLiteral("7"), {0.0F, -1.0F, 0.0F});
    add_axis(tr("From Belo&w (+Y)"), QStringLiteral("Shift+7"), {0.0F, 1.0F, 0.0F});
}

/// Adds checkable actions that each show and set one value of the view of the active pane.
void add_view_switches(QMenu& menu, const MenuParts& parts) {
    const auto add_switch = [&](const QString& text, const QString& key, const auto& is_on, const auto& set) {
        QAction* action =
            parts.actions.add(menu, text, {QKeySequence(key)}, Scope::mesh_views, [parts, set](bool on) {
                View view = parts.session.active().choices().view;
                set(view, on);
                parts.session.active().set_view(view);
            });
        action->setCheckable(true);
        const auto show = [parts, action, is_on] {
            action->setChecked(is_on(parts.session.active().choices().view));
        };
        QObject::connect(&parts.session, &Session::changed, action, show);
        show();
    };
    add_switch(
        tr("&Orthographic"), QStringLiteral("5"),
        [](const View& view) { return view.projection == Projection::orthographic; },
        [](View& view, bool on) {
            view.projection = on ? Projection::orthographic : Projection::perspective;
        });
    add_switch(
        tr("&Wireframe"), QStringLiteral("Z"), [](const View& view) { return view.wireframe; },
        [](View& view, bool on) { view.wireframe = on; });
    add_switch(
        tr("&Hide Back Faces"), QStringLiteral("B"), [](const View& view) { return view.cull_back_faces; },
        [](View& view, bool on) { view.cull_back_faces = on; });
}

/// The actions of the subtree of the selected box.
void fill_subtree_menu(QMenu& menu, const MenuParts& parts) {
    const auto add = [&](const QString& text, const QString& key, auto act) {
        parts.actions.add(menu, text, {QKeySequence(key)}, Scope::mesh_views, [parts, act] {
            Pane& pane = parts.session.active();
            const auto& selection = pane.choices().selection;
            if (selection && selection->is_box())
                act(pane, static_cast<std::uint32_t>(selection->element));
            else
                parts.messages.show_refusal(
                    tr("No box is selected: click on an edge of a box, or choose a row of the Tree panel."),
                    MessageEnd(pane, &Pane::selection_changed)
                        .or_when(parts.session, &Session::active_changed));
        });
    };
    add(tr("Draw &Only That of the Selected Box"), tr("Shift+H"), [](Pane& pane, std::uint32_t box) {
        draw_subtree(pane, SubtreeChoice{box, SubtreeChoice::Drawn::alone});
    });
    add(tr("&Hide That of the Selected Box"), tr("H"), [](Pane& pane, std::uint32_t box) {
        draw_subtree(pane, SubtreeChoice{box, SubtreeChoice::Drawn::hidden});
    });
    add(tr("&Fly to the Selected Box"), QString(),
        [](Pane& pane, std::uint32_t box) { pane.guide().fly_to(Selection::box(box)); });
    QAction* all = parts.actions.add(menu, tr("Draw &Everything"), {QKeySequence(tr("Ctrl+Shift+H"))},
                                     Scope::mesh_views, [parts] { draw_everything(parts.session.active()); });
    all->setObjectName(QStringLiteral("draw_all"));
}

void add_cut_action(QMenu& menu, const MenuParts& parts) {
    parts.actions.add(
        menu, tr("&Cut with a Plane or a Box …"), {QKeySequence(tr("Shift+X"))}, Scope::mesh_views, [parts] {
            auto* dialog = new CutDialog(parts.session.active(), &parts.window);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            // The pane may be closed while the dialog is open.
            QObject::connect(&parts.session.active(), &QObject::destroyed, dialog, &QObject::deleteLater);
            dialog->show();
        });
}

void add_fly_action(QMenu& menu, const MenuParts& parts) {
    QAction* fly = parts.actions.add(menu, tr("Fl&y"), {QKeySequence(tr("Shift+F"))}, Scope::mesh_views,
                                     [parts](bool on) {
                                         for (std::size_t i = 0; i < parts.session.pane_count(); ++i)
                                             parts.grid.frame(i).mesh_view().camera().set_flying(on);
                                     });
    fly->setCheckable(true);
    QObject::connect(&parts.grid, &PaneGrid::frame_added, fly,
                     [fly](PaneFrame* frame) { frame->mesh_view().camera().set_flying(fly->isChecked()); });
}

void add_restriction_action(QMenu& menu, const MenuParts& parts) {
    QAction* everything =
        parts.actions.add(menu, tr("Count &Everything Again"), {QKeySequence(Qt::Key_Escape)}, Scope::always,
                          [parts] { lift_restriction(parts.session.active()); });
    Session& session = parts.session;
    // While a job is running, the same key stops it.
    const auto show_restriction = [&session, everything] {
        const Pane& pane = session.active();
        everything->setEnabled(!pane.working() && !pane.config().only.empty());
    };
    QObject::connect(&session, &Session::changed, everything, show_restriction);
    QObject::connect(&session, &Session::work_changed, everything, show_restriction);
    show_restriction();
}

void fill_appearance_menu(QMenu& menu) {
    auto* group = new QActionGroup(&menu);
    for (const auto& [appearance, text] :
         {std::pair{Appearance::system, tr("&System")}, std::pair{Appearance::light, tr("&Light")},
          std::pair{Appearance::dark, tr("&Dark")}}) {
        QAction* action = group->addAction(menu.addAction(text));
        action->setCheckable(true);
        action->setChecked(appearance == stored_appearance());
        QObject::connect(action, &QAction::triggered, action,
                         [chosen = appearance] { choose_appearance(chosen); });
    }
}

void add_full_screen_action(QMenu& menu, const MenuParts& parts) {
    QAction* full = parts.actions.add(menu, tr("F&ull Screen"), {QKeySequence(Qt::Key_F11)}, Scope::always);
    full->setCheckable(true);
    QObject::connect(full, &QAction::toggled, full, [parts](bool on) {
        parts.window.setWindowState(parts.window.windowState().setFlag(Qt::WindowFullScreen, on));
    });
}

} // namespace

void fill_view_menu(QMenu& menu, const MenuParts& parts) {
    add_shown_action(menu, parts);
    menu.addSeparator();
    add_place_actions(menu, parts);
    add_trail_actions(menu, parts);
    fill_axis_menu(*menu.addMenu(tr("&Along an Axis")), parts);
    add_view_switches(menu, parts);
    fill_subtree_menu(*menu.addMenu(tr("Su&btree")), parts);
    add_cut_action(menu, parts);
    add_fly_action(menu, parts);
    parts.views.add_actions(*menu.addMenu(tr("&Stored Views")), parts.actions, parts.window);
    add_restriction_action(menu, parts);
    menu.addSeparator();
    fill_appearance_menu(*menu.addMenu(tr("Appeara&nce")));
    parts.vision.fill_menu(*menu.addMenu(tr("Colour &Vision")));
    add_full_screen_action(menu, parts);
}

} // namespace hitmap
