#include "app/dialogs/layout_dialog.h"
#include "app/dialogs/memory_question.h"
#include "app/dialogs/new_recording_dialog.h"
#include "app/dialogs/part_dialog.h"
#include "app/dialogs/settings/recent_files.h"
#include "app/saving/shown_end.h"
#include "app/window/menus.h"
#include "app/window/program_recorder.h"
#include "app/window/window.h"
#include "core/base/error.h"
#include "core/layout/apply/open_laid_out.h"
#include "widgets/base/format.h"
#include "widgets/base/path_text.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QFileInfo>
#include <QtCore/QMimeData>
#include <QtCore/QPointer>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QDropEvent>
#include <QtWidgets/QFileDialog>

#include <algorithm>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// Returns the spec with absolute paths.
RecordingSpec full_spec(RecordingSpec spec) {
    const auto complete = [](std::string& path) {
        if (!path.empty()) path = path_bytes(QFileInfo(path_text(path)).absoluteFilePath());
    };
    if (auto* file = std::get_if<SpecFile>(&spec.whole)) complete(file->path);
    complete(spec.layout);
    return spec;
}

/// Returns the local files of a drag; empty if it contains anything else.
QStringList dropped_files(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls()) {
        // toLocalFile() would lose bytes that are not UTF-8.
        const QString file =
            path_text(QByteArray::fromPercentEncoding(url.path(QUrl::FullyEncoded).toLatin1()).toStdString());
        if (!url.isLocalFile() || !QFileInfo(file).isFile()) return {};
        files.append(file);
    }
    return files;
}

/// Returns the value of an option of the tracer; empty if the recording does not have it.
QString option_value(const RecordingInfo& info, std::string_view name) {
    const auto option =
        std::ranges::find(info.options, name, [](const auto& pair) { return std::string_view(pair.first); });
    return option == info.options.end() ? QString() : QString::fromStdString(option->second);
}

} // namespace

void Window::open(const QString& spec) {
    message_bar_->clear();
    if (spec.endsWith(QLatin1String(".hitmap"))) {
        open_session(spec);
        return;
    }
    try {
        open_spec(RecordingSpec(path_bytes(spec)));
    } catch (const UsageError& error) {
        message_bar_->show_opening(QString::fromStdString(error.what()));
    }
}

void Window::open_spec(const RecordingSpec& spec) {
    message_bar_->clear();
    session_.active().open(full_spec(spec));
}

void Window::open_all(const QStringList& specs) {
    QStringList rest = specs;
    while (!rest.isEmpty()) {
        const Pane& active = session_.active();
        const bool free = active.recording() == nullptr && active.work().title().isEmpty();
        if (!free && session_.pane_count() == Session::most_panes) break;
        if (!free) add_focused_pane(session_, *grid_);
        open(rest.takeFirst());
    }
    if (rest.isEmpty()) return;
    if (rest_bar_->isHidden()) rest_.clear(); // the last offer was taken or dismissed
    rest_ += rest;
    offer_rest();
}

void Window::offer_rest() {
    const QStringList specs = rest_;
    const int next = std::min(specs.size(), static_cast<int>(Session::most_panes));
    const QString panes = count_text(Session::most_panes);
    const QString text =
        specs.size() == 1
            ? tr("%1 is not open yet: a window has up to %2 panes.").arg(specs.front(), panes)
            : tr("%1 more files are not open yet: a window has up to %2 panes. The next is %3.")
                  .arg(count_text(static_cast<std::uint64_t>(specs.size())), panes, specs.front());
    rest_bar_->show_offer(
        text,
        next == 1 ? tr("&Open It in a Further Window")
                  : tr("&Open the Next %1 in a Further Window").arg(next),
        [this] { show_further_window().open_all(std::exchange(rest_, {})); }, MessageBar::UntilTaken());
}

void Window::ask_to_open(bool in_new_pane) {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open a recording or a mesh"), RecentFiles::last_folder(),
        tr("Recordings, meshes and sessions (*.hmt *.hitmap *.obj *.ply *.stl *.obj.gz *.ply.gz *.stl.gz "
           "*.gltf *.glb *.dae *.3ds *.fbx "
           "*.off *.csv *.trace *.gbla *.traceg *.tracez *.lackey *.g *.bin *.txt *.log *.gz *.xz *.zst);;"
           "Recordings (*.hmt *.hmt.part);;"
           "Recordings of other programs (*.csv *.trace *.gbla *.traceg *.tracez *.lackey *.g *.bin *.txt "
           "*.log *.gz *.xz *.zst);;"
           "Sessions (*.hitmap);;All files (*)"));
    if (file.isEmpty()) return;
    if (in_new_pane) {
        open_all({file});
    } else {
        open(file);
    }
}

void Window::ask_for_part() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a part of a recording"),
                                                      RecentFiles::last_folder(), tr("All files (*)"));
    if (!file.isEmpty()) ask_for_part_of(SpecFile{path_bytes(file)});
}

void Window::ask_for_part_of(const RecordingSpec& spec) {
    PartDialog dialog(full_spec(spec), !session_.active().wanted_config().preset.empty(), this);
    if (dialog.exec() != QDialog::Accepted) return;
    message_bar_->clear();
    session_.active().open(dialog.chosen(), dialog.imported());
}

void Window::ask_about_memory_of(const RecordingSpec& spec, const MemoryNeeded& needed,
                                 const QPointer<Pane>& asked) {
    const auto shown = asked->recording();
    const bool is_open = shown != nullptr && shown->spec == spec;
    const auto answer =
        ask_about_memory(this, QString::fromStdString(short_name(spec)), needed, is_recording(spec), is_open);
    if (answer == MemoryAnswer::cancel || asked == nullptr) return;
    session_.set_active(session_.index_of(*asked));
    if (answer == MemoryAnswer::part)
        ask_for_part_of(spec);
    else
        asked->open_anyway();
}

void Window::ask_for_new_recording() {
    // An empty pane is filled, not left beside a new one.
    const bool may_add_panes =
        session_.active().recording() != nullptr && session_.pane_count() < Session::most_panes;
    NewRecordingDialog dialog(session_.active(), may_add_panes, this);
    if (dialog.exec() != QDialog::Accepted) return;
    if (dialog.wants_new_pane()) add_focused_pane(session_, *grid_);
    open_spec(dialog.chosen());
}

void Window::ask_for_layout() {
    const auto recording = session_.active().recording();
    if (recording == nullptr) return;
    if (recording->traced) {
        message_bar_->show_refusal(tr("The layout of a recording that was traced here is known."),
                                   end_of_shown(session_));
    } else if (recording->info().has_sums()) {
        message_bar_->show_refusal(
            tr("A recording of sums has no requests, so that its layout cannot be changed."),
            end_of_shown(session_));
    } else {
        ask_for_layout(recording->spec);
    }
}

void Window::ask_for_layout(const RecordingSpec& spec) {
    const std::string file = whole_text(spec);
    LayoutDialog dialog(file, spec.layout, this);
    if (dialog.exec() != QDialog::Accepted) return;
    const auto shown = session_.active().recording();
    const bool is_copy = dialog.laid_out_recording() != file;
    if (is_copy)
        program_recorder_->take_copy(path_text(file), path_text(dialog.laid_out_recording()),
                                     dialog.layout());
    if (shown != nullptr && shown->spec == spec && !is_copy)
        session_.active().reload();
    else
        open_spec(is_copy ? SpecFile{dialog.laid_out_recording()} : spec);
}

void Window::offer_layout(const QString& message) {
    // The pane has forgotten what it could not open; the message begins with the name of the layout.
    const QString spec = message.left(message.indexOf(QLatin1String(".layout.json: ")));
    if (spec == message || !QFileInfo(spec).isFile() || layout_used(path_bytes(spec), {}).empty()) return;
    message_bar_->show_offer(
        tr("The layout beside %1 cannot be applied.").arg(spec), tr("La&yout …"),
        [this, spec] { ask_for_layout(SpecFile{path_bytes(spec)}); }, MessageEnd(session_, &Session::opened));
}

void Window::tell_assumptions(const RecordingSpec& spec, Pane* pane) {
    const auto recording = pane->recording();
    // The dialog of a new recording shows the up axis, and a recording contains it.
    if (recording == nullptr || !recording->traced || recording->spec != spec || recording->spec.is_trace())
        return;
    const RecordingInfo& info = recording->info();
    const auto origin = std::ranges::find(info.origins, "up axis", &FieldOrigin::field);
    if (origin == info.origins.end() || origin->origin != Origin::assumed) return;
    message_bar_->show_offer(
        tr("%1 was traced with %2 as its up axis (assumed: %3), from a camera that shows all of it.")
            .arg(QString::fromStdString(recording->name), option_value(info, "up"),
                 option_value(info, "up-reason")),
        tr("&Up Axis and Camera …"),
        [this, pane] {
            session_.set_active(session_.index_of(*pane));
            ask_for_new_recording();
        },
        MessageEnd(*pane, &Pane::camera_changed, &Pane::selection_changed, &Pane::metric_changed));
    offer_ = std::make_unique<QObject>();
    connect(pane, &Pane::recording_changed, offer_.get(), [this, pane, mesh = info.source_name] {
        const auto shown = pane->recording();
        if (shown == nullptr || shown->info().source_name != mesh) message_bar_->withdraw_offer();
    });
}

void Window::dragEnterEvent(QDragEnterEvent* event) {
    if (!dropped_files(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void Window::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    open_all(dropped_files(*event->mimeData()));
}

} // namespace hitmap
