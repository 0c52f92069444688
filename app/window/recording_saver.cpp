#include "app/window/recording_saver.h"

#include "app/dialogs/recent_files.h"
#include "widgets/controls/message_bar.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QTimer>
#include <QtWidgets/QFileDialog>

#include <utility>

namespace hitmap {

RecordingSaver::RecordingSaver(Session& session, MessageBar& messages, RecentFiles& recents, QWidget& window)
    : session_(session), messages_(messages), recents_(recents), window_(window) {
    connect(&job_, &JobRunner::failed, &messages, &MessageBar::show_error);
    // The next step needs the file.
    connect(&job_, &JobRunner::failed, this, [this] { next_ = nullptr; });
    connect(&job_, &JobRunner::stopped, this, [this] { next_ = nullptr; });
}

bool RecordingSaver::can_save() const {
    const auto recording = session_.active().recording();
    // A second job would replace the first one, whose file would not be written.
    return recording != nullptr && (recording->traced || recording->imported) && !job_.running();
}

bool RecordingSaver::ask() {
    const QString last = RecentFiles::last_folder();
    QFileDialog dialog(&window_, tr("Save the recording"), last.isEmpty() ? QDir::homePath() : last,
                       tr("Recordings (*.hmt)"));
    dialog.setObjectName(QStringLiteral("recording_dialog"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("hmt"));
    dialog.selectFile(file_stem_of(*session_.active().recording()) + QStringLiteral(".hmt"));
    if (dialog.exec() != QDialog::Accepted) return false;
    save(dialog.selectedFiles().constFirst());
    return true;
}

void RecordingSaver::save(const QString& file) {
    const auto recording = session_.active().recording();
    if (recording == nullptr || !(recording->traced || recording->imported)) return;
    const std::string path = QFile::encodeName(QFileInfo(file).absoluteFilePath()).toStdString();
    if (!names_recording(path)) {
        messages_.show_error(tr("%1: the name of a recording ends with .hmt.").arg(file));
        return;
    }
    job_.start(
        [recording, path, outputs = outputs_](const JobContext& job) {
            return saved_recording(*recording, path, {job.stop, job.progress, outputs});
        },
        [this, recording](const std::shared_ptr<const OpenRecording>& saved) { finish(recording, saved); });
}

void RecordingSaver::finish(const std::shared_ptr<const OpenRecording>& recording,
                            const std::shared_ptr<const OpenRecording>& saved) {
    session_.take_saved(recording, saved);
    const QString name = QString::fromStdString(saved->spec);
    recents_.remember(name);
    messages_.show_notice(tr("Saved %1").arg(name));
    // The next step may close the window, so that the job must have ended.
    if (next_) QTimer::singleShot(0, this, [next = std::exchange(next_, nullptr), saved] { next(saved); });
}

void RecordingSaver::ask_then(std::size_t pane, Next next) {
    window_.activateWindow();
    if (job_.running()) { // this request replaces an older one
        messages_.show_notice(tr("A recording is being saved; what else is not saved comes next"));
        next_ = std::move(next);
        return;
    }
    session_.set_active(pane);
    if (ask() && job_.running()) next_ = std::move(next);
}

} // namespace hitmap
