#include "app/dialogs/appearance.h"
#include "app/window/window.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panes/pane_bar.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/panes/restriction_banner.h"
#include "widgets/time/time_panel.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QActionGroup>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QToolBar>

namespace hitmap {

void Window::create_view_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&View"));
    QAction* reset =
        add_local_action(menu, tr("&Reset to the Recorded Camera"),
                         {QKeySequence(Qt::Key_Home), QKeySequence(Qt::Key_R)}, mesh_view_actions_);
    connect(reset, &QAction::triggered, this, [this] { mesh_view().reset_camera(); });
    QAction* all = add_local_action(menu, tr("Fra&me All"), {QKeySequence(Qt::Key_A)}, mesh_view_actions_);
    connect(all, &QAction::triggered, this, [this] { mesh_view().frame_all(); });
    QAction* focus =
        add_local_action(menu, tr("&Focus under the Pointer"), {QKeySequence(Qt::Key_F)}, mesh_view_actions_);
    connect(focus, &QAction::triggered, this, [this] { mesh_view().focus_under_pointer(); });
    QAction* pixel = add_action(menu, tr("Go to &Pixel …"), {QKeySequence(tr("Ctrl+G"))});
    needs_recording_.append(pixel);
    connect(pixel, &QAction::triggered, this, [this] {
        framebuffer_dock_->show();
        framebuffer_view().ask_for_pixel();
    });
    create_trail_actions(menu);
    create_camera_actions(menu);
    create_bookmark_actions(*menu.addMenu(tr("&Stored Views")));
    QAction* everything = add_action(menu, tr("Count &Everything Again"), {QKeySequence(Qt::Key_Escape)});
    connect(everything, &QAction::triggered, this, [this] { lift_restriction(session_.active()); });
    // The key belongs to what stops work while there is some.
    const auto show_restriction = [this, everything] {
        const Pane& pane = session_.active();
        everything->setEnabled(pane.work_title().isEmpty() && !pane.config().only.of_rays_alone());
    };
    connect(&session_, &Session::changed, everything, show_restriction);
    connect(&session_, &Session::work_changed, everything, show_restriction);
    show_restriction();
    menu.addSeparator();
    for (QDockWidget* dock : docks()) {
        menu.addAction(dock->toggleViewAction());
    }
    create_tool_bar_actions(*menu.addMenu(tr("&Tool Bar")));
    connect(add_action(menu, tr("Restore Default &Layout"), {}), &QAction::triggered, this,
            &Window::restore_default_layout);
    menu.addSeparator();
    QMenu& colours = *menu.addMenu(tr("Appeara&nce"));
    auto* group = new QActionGroup(this);
    for (const auto& [appearance, text] :
         {std::pair{Appearance::system, tr("&System")}, std::pair{Appearance::light, tr("&Light")},
          std::pair{Appearance::dark, tr("&Dark")}}) {
        QAction* action = group->addAction(colours.addAction(text));
        action->setCheckable(true);
        action->setChecked(appearance == stored_appearance());
        connect(action, &QAction::triggered, this, [chosen = appearance] { choose_appearance(chosen); });
    }
    QAction* full = add_action(menu, tr("F&ull Screen"), {QKeySequence(Qt::Key_F11)});
    full->setCheckable(true);
    connect(full, &QAction::toggled, this,
            [this](bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); });
}

void Window::create_tool_bar_actions(QMenu& menu) {
    menu.addAction(tool_bar_->toggleViewAction());
    const auto add_control = [&](const QString& text, const QString& key, void (PaneBar::*choose)()) {
        QAction* action = add_action(menu, text, {QKeySequence(key)});
        needs_recording_.append(action);
        connect(action, &QAction::triggered, this, [this, choose] { (pane_bar().*choose)(); });
    };
    add_control(tr("&Model or GPU"), tr("Ctrl+Shift+G"), &PaneBar::choose_model);
    add_control(tr("M&etric"), tr("Ctrl+Shift+M"), &PaneBar::choose_metric);
    add_control(tr("&Number of Frames"), tr("Ctrl+Shift+F"), &PaneBar::choose_frame_count);
    add_control(tr("&Frame"), tr("Ctrl+J"), &PaneBar::choose_frame);
    add_control(tr("Colour &Range"), tr("Ctrl+Shift+R"), &PaneBar::choose_range);
    QAction* shown = add_action(menu, tr("Frames &Shown"), {QKeySequence(tr("Ctrl+Shift+J"))});
    needs_recording_.append(shown);
    connect(shown, &QAction::triggered, this, [this] {
        time_dock_->show();
        time_panel().choose_shown();
    });
    QAction* caches = add_action(menu, tr("&Caches"), {QKeySequence(tr("Ctrl+Shift+C"))});
    needs_recording_.append(caches);
    connect(caches, &QAction::triggered, this, &Window::show_caches);
}

void Window::create_bookmark_actions(QMenu& menu) {
    constexpr int bookmarks = 9;
    for (int number = 1; number <= bookmarks; ++number) {
        QAction* recall = add_action(menu, tr("Go to View &%1").arg(number),
                                     {QKeySequence(QStringLiteral("Ctrl+%1").arg(number))});
        connect(recall, &QAction::triggered, this, [this, number] { recall_bookmark(number); });
        needs_recording_.append(recall);
    }
    menu.addSeparator();
    for (int number = 1; number <= bookmarks; ++number) {
        QAction* store = add_action(menu, tr("Store as View %1").arg(number),
                                    {QKeySequence(QStringLiteral("Ctrl+Shift+%1").arg(number))});
        connect(store, &QAction::triggered, this, [this, number] { store_bookmark(number); });
        needs_recording_.append(store);
    }
}

void Window::create_camera_actions(QMenu& menu) {
    QMenu& axes = *menu.addMenu(tr("&Along an Axis"));
    const auto add_axis = [&](const QString& text, const QString& keys, const glm::vec3& forward) {
        QAction* action = add_local_action(axes, text, {QKeySequence(keys)}, mesh_view_actions_);
        connect(action, &QAction::triggered, this, [this, forward] { mesh_view().look_along(forward); });
    };
    add_axis(tr("From the &Front (−Z)"), QStringLiteral("1"), {0.0F, 0.0F, -1.0F});
    add_axis(tr("From the &Back (+Z)"), QStringLiteral("Shift+1"), {0.0F, 0.0F, 1.0F});
    add_axis(tr("From the &Right (−X)"), QStringLiteral("3"), {-1.0F, 0.0F, 0.0F});
    add_axis(tr("From the &Left (+X)"), QStringLiteral("Shift+3"), {1.0F, 0.0F, 0.0F});
    add_axis(tr("From &Above (−Y)"), QStringLiteral("7"), {0.0F, -1.0F, 0.0F});
    add_axis(tr("From Belo&w (+Y)"), QStringLiteral("Shift+7"), {0.0F, 1.0F, 0.0F});
    const auto add_switch = [&](const QString& text, const QString& key, const auto& is_on,
                                const auto& toggle) {
        QAction* action = add_local_action(menu, text, {QKeySequence(key)}, mesh_view_actions_);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, toggle](bool on) {
            View view = session_.active().choices().view;
            toggle(view, on);
            session_.active().set_view(view);
        });
        const auto show = [this, action, is_on] {
            action->setChecked(is_on(session_.active().choices().view));
        };
        connect(&session_, &Session::changed, action, show);
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
    QAction* fly = add_local_action(menu, tr("Fl&y"), {QKeySequence(tr("Shift+F"))}, mesh_view_actions_);
    fly->setCheckable(true);
    connect(fly, &QAction::triggered, this, [this](bool on) {
        for (std::size_t i = 0; i < session_.pane_count(); ++i)
            grid_->frame(i).mesh_view().set_flying(on);
    });
    connect(grid_, &PaneGrid::frame_added, this,
            [fly](PaneFrame* frame) { frame->mesh_view().set_flying(fly->isChecked()); });
}

void Window::create_trail_actions(QMenu& menu) {
    back_action_ = add_action(menu, tr("Bac&k"), {QKeySequence(tr("Alt+Left"))});
    connect(back_action_, &QAction::triggered, this, [this] { grid_->active().trail().go_back(); });
    forward_action_ = add_action(menu, tr("Forwar&d"), {QKeySequence(tr("Alt+Right"))});
    connect(forward_action_, &QAction::triggered, this, [this] { grid_->active().trail().go_forward(); });
    connect(&session_, &Session::active_changed, this, &Window::show_trail);
    show_trail();
}

void Window::show_trail() {
    const CameraTrail& trail = grid_->active().trail();
    back_action_->setEnabled(trail.can_go_back());
    forward_action_->setEnabled(trail.can_go_forward());
}

} // namespace hitmap
