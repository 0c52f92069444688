#include "app/dialogs/new_recording_dialog.h"
#include "app/window/window.h"
#include "widgets/controls/message_bar.h"
#include "widgets/session/trace_request.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtWidgets/QFileDialog>

#include <algorithm>
#include <string_view>
#include <utility>

namespace hitmap {

void Window::ask_for_new_recording() {
    NewRecordingDialog dialog(session_.active(), session_.pane_count() < Session::most_panes, this);
    if (dialog.exec() != QDialog::Accepted) return;
    if (dialog.wants_new_pane()) add_pane();
    open(QString::fromStdString(dialog.chosen()));
}

void Window::tell_assumptions(const QString& spec, Pane* pane) {
    const auto recording = pane->recording();
    // The dialog showed what it was about, and a recording says it itself.
    if (recording == nullptr || !recording->traced || recording->spec != spec.toStdString() ||
        names_trace(recording->spec))
        return;
    const RecordingInfo& info = recording->info();
    const auto origin = std::ranges::find(info.origins, "up axis", &FieldOrigin::field);
    if (origin == info.origins.end() || origin->origin != Origin::assumed) return;
    const auto value = [&](std::string_view name) {
        const auto option = std::ranges::find(info.options, name,
                                              [](const auto& pair) { return std::string_view(pair.first); });
        return option == info.options.end() ? QString() : QString::fromStdString(option->second);
    };
    message_bar_->show_offer(
        tr("%1 was traced with %2 as its up axis (assumed: %3), from a camera that shows all of it.")
            .arg(QString::fromStdString(recording->name), value("up"), value("up-reason")),
        tr("&Up Axis and Camera …"), [this, pane] {
            session_.set_active(session_.index_of(*pane));
            ask_for_new_recording();
        });
    // It is about this mesh in this pane.
    offer_ = std::make_unique<QObject>();
    connect(pane, &QObject::destroyed, offer_.get(), [this] { message_bar_->withdraw_offer(); });
    connect(pane, &Pane::recording_changed, offer_.get(), [this, pane, mesh = recording->info().source_name] {
        const auto shown = pane->recording();
        if (shown == nullptr || shown->info().source_name != mesh) message_bar_->withdraw_offer();
    });
}

bool Window::ask_for_recording_file() {
    const QString folder = QSettings().value(QStringLiteral("last_folder"), QDir::homePath()).toString();
    QFileDialog dialog(this, tr("Save the recording"), folder, tr("Recordings (*.hmt)"));
    dialog.setObjectName(QStringLiteral("recording_dialog"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("hmt"));
    dialog.selectFile(file_stem(*session_.active().recording()) + QStringLiteral(".hmt"));
    if (dialog.exec() != QDialog::Accepted) return false;
    save_recording(dialog.selectedFiles().constFirst());
    return true;
}

void Window::save_recording(const QString& file) {
    const auto recording = session_.active().recording();
    if (recording == nullptr || !recording->traced) return;
    const std::string path = QFile::encodeName(QFileInfo(file).absoluteFilePath()).toStdString();
    if (!names_recording(path)) {
        message_bar_->show_error(tr("%1: the name of a recording ends with .hmt.").arg(file));
        return;
    }
    recording_job_.start(
        [recording, path, outputs = outputs_](const JobContext& job) {
            return saved_recording(*recording, path, {job.stop, job.progress, outputs});
        },
        [this, recording](const std::shared_ptr<const OpenRecording>& saved) {
            session_.take_saved(recording, saved);
            const QString name = QString::fromStdString(saved->spec);
            remember(name);
            message_bar_->show_notice(tr("Saved %1").arg(name));
            // When the job has ended: what comes next may close the window.
            if (after_saving_)
                QTimer::singleShot(0, this,
                                   [next = std::exchange(after_saving_, nullptr), saved] { next(saved); });
        });
}

} // namespace hitmap
