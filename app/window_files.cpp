#include "app/window.h"
#include "render/image.h"
#include "render/metric_caption.h"
#include "render/metric_picture.h"
#include "widgets/format.h"
#include "widgets/message_bar.h"
#include "widgets/pane_grid.h"
#include "widgets/start_page.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QMimeData>
#include <QtCore/QSettings>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtWidgets/QAction>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenu>

namespace hitmap {

namespace {

constexpr int most_recents = 8;

QString full_spec(const QString& spec) {
    return spec.startsWith(QLatin1String("builtin:")) ? spec : QFileInfo(spec).absoluteFilePath();
}

/// The local files that are dragged; nothing where anything else is among them.
QStringList dropped_files(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (!url.isLocalFile() || !QFileInfo(url.toLocalFile()).isFile()) return {};
        files.append(url.toLocalFile());
    }
    return files;
}

} // namespace

void Window::open(const QString& spec) {
    message_bar_->hide();
    if (spec.endsWith(QLatin1String(".hitmap"))) {
        open_session(spec);
        return;
    }
    session_.active().open(full_spec(spec).toStdString());
}

void Window::open_all(const QStringList& specs) {
    QStringList elsewhere;
    for (const QString& spec : specs) {
        const Pane& active = session_.active();
        const bool free = active.recording() == nullptr && active.work_title().isEmpty();
        if (!free && session_.pane_count() == Session::most_panes) {
            elsewhere.append(spec);
            continue;
        }
        if (!free) session_.add_pane();
        open(spec);
    }
    if (elsewhere.isEmpty()) return;
    auto* further = new Window;
    further->setAttribute(Qt::WA_DeleteOnClose);
    further->show();
    further->open_all(elsewhere);
}

void Window::close_pane() {
    if (session_.pane_count() > 1) {
        session_.remove_pane(session_.active_index());
    } else {
        session_.active().close();
    }
}

QString Window::ask_for_file() {
    const QString folder = QSettings().value(QStringLiteral("last_folder")).toString();
    return QFileDialog::getOpenFileName(
        this, tr("Open a recording or a mesh"), folder,
        tr("Recordings, meshes and sessions (*.hmt *.hitmap *.obj *.ply *.stl *.gltf *.glb *.dae *.3ds *.fbx "
           "*.off);;"
           "Recordings (*.hmt *.hmt.part);;Sessions (*.hitmap);;All files (*)"));
}

void Window::ask_for_image_file() {
    const Pane& pane = session_.active();
    const PaneChoices& choices = pane.choices();
    QString name = QFileInfo(QString::fromStdString(pane.recording()->name)).completeBaseName();
    name.replace(QLatin1Char(':'), QLatin1Char('-'));
    const std::string_view metric = info_of(choices.metric).name;
    name += QStringLiteral("-%1").arg(text_of(metric));
    if (choices.frames.q > 1)
        name += QStringLiteral("-frame-%1-of-%2").arg(choices.frames.f).arg(choices.frames.q);
    const QString folder = QSettings().value(QStringLiteral("image_folder"), QDir::homePath()).toString();
    const QString file = QFileDialog::getSaveFileName(this, tr("Save the image"),
                                                      QDir(folder).filePath(name + QStringLiteral(".png")),
                                                      tr("PNG images (*.png)"));
    if (file.isEmpty()) return;
    QSettings().setValue(QStringLiteral("image_folder"), QFileInfo(file).absolutePath());
    save_image(file);
}

void Window::save_image(const QString& file) {
    const Pane& pane = session_.active();
    if (pane.recording() == nullptr) return;
    const double ratio = devicePixelRatioF();
    MetricPicture picture;
    picture.metric = pane.choices().metric;
    picture.view = pane.choices().view;
    picture.window = frame_range_window(pane.profile()->positions(), pane.choices().frames);
    const QSize size = grid_->active().size() * ratio;
    picture.size = {size.width(), size.height()};
    picture.caption = metric_caption(pane.recording()->info(), pane.config(), picture.metric,
                                     {pane.choices().frames.q, pane.choices().frames.f});
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

void Window::remember(const QString& spec) {
    QSettings settings;
    QStringList recents = settings.value(QStringLiteral("recents")).toStringList();
    recents.removeAll(spec);
    recents.prepend(spec);
    while (recents.size() > most_recents)
        recents.removeLast();
    settings.setValue(QStringLiteral("recents"), recents);
    if (!spec.startsWith(QLatin1String("builtin:"))) {
        settings.setValue(QStringLiteral("last_folder"), QFileInfo(spec).absolutePath());
    }
    show_recents();
}

void Window::show_recents() {
    const QStringList recents = QSettings().value(QStringLiteral("recents")).toStringList();
    start_page_->show_recents(recents);
    recent_menu_->clear();
    recent_menu_->setEnabled(!recents.isEmpty());
    for (const QString& spec : recents) {
        QAction* action = recent_menu_->addAction(spec);
        connect(action, &QAction::triggered, this, [this, spec] { open(spec); });
    }
}

void Window::dragEnterEvent(QDragEnterEvent* event) {
    if (!dropped_files(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void Window::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    open_all(dropped_files(*event->mimeData()));
}

} // namespace hitmap
