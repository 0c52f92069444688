#include "app/appearance.h"
#include "app/keys_dialog.h"
#include "app/window.h"
#include "render/image.h"
#include "render/metric_caption.h"
#include "render/metric_picture.h"
#include "widgets/format.h"
#include "widgets/mesh_view.h"
#include "widgets/message_bar.h"
#include "widgets/time_panel.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QAction>
#include <QtWidgets/QActionGroup>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>

namespace hitmap {

QAction* Window::add_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys) {
    QAction* action = menu.addAction(text);
    action->setShortcuts(keys);
    return action;
}

QAction* Window::add_local_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys,
                                  const QList<QWidget*>& widgets) {
    QAction* action = add_action(menu, text, keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    for (QWidget* widget : widgets)
        widget->addAction(action);
    needs_recording_.append(action);
    return action;
}

void Window::create_file_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&File"));
    connect(add_action(menu, tr("&Open …"), {QKeySequence::Open}), &QAction::triggered, this,
            &Window::ask_for_file);
    recent_menu_ = menu.addMenu(tr("Open &Recent"));
    QAction* reload = add_action(menu, tr("Re&load"), {QKeySequence::Refresh});
    connect(reload, &QAction::triggered, &session_, &Session::reload);
    menu.addSeparator();
    QAction* save = add_action(menu, tr("&Save Image …"), {QKeySequence(tr("Ctrl+Shift+S"))});
    connect(save, &QAction::triggered, this, &Window::ask_for_image_file);
    menu.addSeparator();
    QAction* stop = add_action(menu, tr("S&top"), {QKeySequence(Qt::Key_Escape)});
    stop->setEnabled(false);
    connect(stop, &QAction::triggered, &session_.long_work(), &JobRunner::stop);
    connect(&session_, &Session::work_changed, stop,
            [this, stop] { stop->setEnabled(!session_.work_title().isEmpty()); });
    QAction* close = add_action(menu, tr("&Close"), {QKeySequence::Close});
    connect(close, &QAction::triggered, &session_, &Session::close);
    connect(add_action(menu, tr("&Quit"), {QKeySequence::Quit, QKeySequence(tr("Ctrl+Q"))}),
            &QAction::triggered, qApp, &QApplication::closeAllWindows);
    needs_recording_ += {reload, save, close};
}

void Window::create_view_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&View"));
    QAction* reset = add_local_action(menu, tr("&Reset to the Recorded Camera"),
                                      {QKeySequence(Qt::Key_Home), QKeySequence(Qt::Key_R)}, {mesh_view_});
    connect(reset, &QAction::triggered, mesh_view_, &MeshView::reset_camera);
    QAction* focus =
        add_local_action(menu, tr("&Focus under the Pointer"), {QKeySequence(Qt::Key_F)}, {mesh_view_});
    connect(focus, &QAction::triggered, mesh_view_, &MeshView::focus_under_pointer);
    menu.addSeparator();
    for (QDockWidget* dock : {inspector_dock_, framebuffer_dock_, time_dock_}) {
        menu.addAction(dock->toggleViewAction());
    }
    connect(add_action(menu, tr("Restore &Default Layout"), {}), &QAction::triggered, this,
            &Window::restore_default_layout);
    menu.addSeparator();
    QMenu& colours = *menu.addMenu(tr("&Appearance"));
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

void Window::create_time_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&Time"));
    QAction* play = add_local_action(menu, tr("&Play"), {QKeySequence(Qt::Key_Space)},
                                     {mesh_view_, &time_panel_->slider()});
    play->setCheckable(true);
    connect(play, &QAction::triggered, time_panel_, &TimePanel::set_playing);
    connect(time_panel_, &TimePanel::playing_changed, play, &QAction::setChecked);
    const auto add_step = [&](const QString& text, const QList<QKeySequence>& keys, int frames) {
        QAction* action = add_action(menu, text, keys);
        needs_recording_.append(action);
        connect(action, &QAction::triggered, time_panel_, [this, frames] { time_panel_->step(frames); });
    };
    add_step(tr("&Next Frame"), {QKeySequence(Qt::Key_Period)}, 1);
    add_step(tr("P&revious Frame"), {QKeySequence(Qt::Key_Comma)}, -1);
}

void Window::create_help_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&Help"));
    connect(add_action(menu, tr("&Keys and Pointer"), {QKeySequence(Qt::Key_Question)}), &QAction::triggered,
            this, &Window::show_keys);
    connect(add_action(menu, tr("&About Hitmap"), {}), &QAction::triggered, this, &Window::show_about);
}

void Window::ask_for_file() {
    const QString folder = QSettings().value(QStringLiteral("last_folder")).toString();
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open a recording or a mesh"), folder,
        tr("Recordings and meshes (*.hmt *.obj *.ply *.stl *.gltf *.glb *.dae *.3ds *.fbx *.off);;"
           "Recordings (*.hmt *.hmt.part);;All files (*)"));
    if (!file.isEmpty()) open(file);
}

void Window::ask_for_image_file() {
    const Pane& pane = session_.pane();
    const PaneChoices& choices = pane.choices();
    QString name = QFileInfo(QString::fromStdString(pane.recording()->name)).completeBaseName();
    name.replace(QLatin1Char(':'), QLatin1Char('-'));
    const std::string_view metric = info_of(choices.metric).name;
    name += QStringLiteral("-%1").arg(text_of(metric));
    if (choices.frame.q > 1)
        name += QStringLiteral("-frame-%1-of-%2").arg(choices.frame.f).arg(choices.frame.q);
    const QString folder = QSettings().value(QStringLiteral("image_folder"), QDir::homePath()).toString();
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the image"),
                                                      QDir(folder).filePath(name + QStringLiteral(".png")),
                                                      tr("PNG images (*.png)"));
    if (file.isEmpty()) return;
    QSettings().setValue(QStringLiteral("image_folder"), QFileInfo(file).absolutePath());
    save_image(file);
}

void Window::save_image(const QString& file) {
    const Pane& pane = session_.pane();
    if (pane.recording() == nullptr) return;
    const double ratio = devicePixelRatioF();
    MetricPicture picture;
    picture.metric = pane.choices().metric;
    picture.view = pane.choices().view;
    picture.window =
        frame_window(pane.profile()->positions(), pane.choices().frame.q, pane.choices().frame.f);
    picture.size = {static_cast<int>(pane_page_->width() * ratio),
                    static_cast<int>(pane_page_->height() * ratio)};
    picture.caption = metric_caption(pane.recording()->info(), pane.config(), picture.metric,
                                     {pane.choices().frame.q, pane.choices().frame.f});
    image_job_.start(
        [scene = pane.recording()->scene, profile = pane.profile(), picture,
         name = file.toStdString()](const JobContext& job) {
            write_png(render_metric_picture(scene, *profile, picture, job), name);
            return name;
        },
        [this](const std::string& name) {
            message_bar_->show_notice(tr("Saved %1").arg(QString::fromStdString(name)));
        });
}

void Window::show_keys() {
    auto* dialog = new KeysDialog(findChildren<QAction*>(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void Window::show_about() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Hitmap"),
                                tr("<h3>Hitmap %1</h3>").arg(QCoreApplication::applicationVersion()),
                                QMessageBox::Close, this);
    box->setIconPixmap(windowIcon().pixmap(64));
    box->setInformativeText(
        tr("Shows where in a scene a GPU ray tracer hits or misses its caches: a recording "
           "of every memory request goes through a model of the GPU's caches, and the hit "
           "rates are painted back onto triangles, boxes and pixels.\n\nMIT licence."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->show();
}

} // namespace hitmap
