#include "app/window/window.h"
#include "widgets/controls/message_bar.h"
#include "widgets/session/trace_request.h"
#include "widgets/start/start_page.h"

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
    const bool made = spec.startsWith(QLatin1String("builtin:")) || names_trace(spec.toStdString());
    return made ? spec : QFileInfo(spec).absoluteFilePath();
}

/// Returns the local files of a drag; empty if it contains anything else.
QStringList dropped_files(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (!url.isLocalFile() || !QFileInfo(url.toLocalFile()).isFile()) return {};
        files.append(url.toLocalFile());
    }
    return files;
}

} // namespace

QString Window::file_stem(const OpenRecording& recording) {
    const QString name = QString::fromStdString(recording.name);
    QString stem =
        name.startsWith(QLatin1String("builtin:")) ? name.mid(8) : QFileInfo(name).completeBaseName();
    for (const char refused : {':', '?', '=', '/', '&'})
        stem.replace(QLatin1Char(refused), QLatin1Char('-'));
    return stem;
}

void Window::open(const QString& spec) {
    message_bar_->clear();
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
        if (!free) add_pane();
        open(spec);
    }
    if (elsewhere.isEmpty()) return;
    show_further_window().open_all(elsewhere);
}

Window& Window::show_further_window() {
    auto* further = new Window;
    further->setAttribute(Qt::WA_DeleteOnClose);
    further->show();
    return *further;
}

QString Window::ask_for_file() {
    const QString folder = QSettings().value(QStringLiteral("last_folder")).toString();
    return QFileDialog::getOpenFileName(
        this, tr("Open a recording or a mesh"), folder,
        tr("Recordings, meshes and sessions (*.hmt *.hitmap *.obj *.ply *.stl *.gltf *.glb *.dae *.3ds *.fbx "
           "*.off);;"
           "Recordings (*.hmt *.hmt.part);;Sessions (*.hitmap);;All files (*)"));
}

void Window::remember(const QString& spec) {
    if (names_trace(spec.toStdString())) return; // the dialog stores its choices itself
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
