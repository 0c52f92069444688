#include "app/saving/recording_saver.h"

#include "app/dialogs/settings/recent_files.h"
#include "core/jobs/output_files.h"
#include "core/trace/hmt/file/write_recording.h"
#include "widgets/base/path_text.h"
#include "widgets/messages/message_bar.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QTimer>
#include <QtWidgets/QFileDialog>

#include <utility>

namespace hitmap {

namespace {

/// Whether there is no file yet that has this recording and nothing else.
bool is_in_memory_or_part(const OpenRecording& recording) {
    return recording.traced || recording.imported || !recording.spec.is_whole();
}

} // namespace

RecordingSaver::RecordingSaver(Session& session, MessageBar& messages, RecentFiles& recents, QWidget& window)
    : session_(session), messages_(messages), recents_(recents), window_(window) {
    connect(&job_, &JobRunner::failed, &messages, &MessageBar::show_failure);
    // The next step needs the file.
    connect(&job_, &JobRunner::failed, this, [this] { next_ = nullptr; });
    connect(&job_, &JobRunner::stopped, this, [this] { next_ = nullptr; });
}

bool RecordingSaver::can_save() const {
    const auto recording = session_.active().recording();
    // A second job would replace the first one, whose file would not be written.
    return recording != nullptr && is_in_memory_or_part(*recording) && !job_.running();
}

bool RecordingSaver::can_save_range() const {
    const Pane& pane = session_.active();
    return pane.recording() != nullptr && !pane.recording()->info().has_sums() &&
           pane.choices().frames.count < pane.choices().frames.total &&
           frame_range_window(pane.profile()->positions(), pane.choices().frames).count() != 0 &&
           !job_.running();
}

QString RecordingSaver::ask_for_file(const QString& title, const QString& stem) {
    const QString last = RecentFiles::last_folder();
    QFileDialog dialog(&window_, title, last.isEmpty() ? QDir::homePath() : last, tr("Recordings (*.hmt)"));
    dialog.setObjectName(QStringLiteral("recording_dialog"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("hmt"));
    dialog.selectFile(stem + QStringLiteral(".hmt"));
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().constFirst() : QString();
}

std::string RecordingSaver::path_of(const QString& file) {
    std::string path = QFile::encodeName(QFileInfo(file).absoluteFilePath()).toStdString();
    if (names_recording(path)) return path;
    messages_.show_failure(tr("%1: the name of a recording ends with .hmt.").arg(file), &job_);
    return {};
}

bool RecordingSaver::ask() {
    const QString file = ask_for_file(tr("Save the recording"), file_stem_of(*session_.active().recording()));
    if (!file.isEmpty()) save(file);
    return !file.isEmpty();
}

void RecordingSaver::ask_for_range() {
    const Pane& pane = session_.active();
    const FrameRange frames = pane.choices().frames;
    const QString stem =
        QStringLiteral("%1-frames-%2").arg(file_stem_of(*pane.recording()), frames_in_file_name(frames));
    const QString file = ask_for_file(tr("Save the frames that are shown"), stem);
    if (!file.isEmpty()) save_range(file);
}

void RecordingSaver::save_range(const QString& file) {
    if (!can_save_range()) return;
    const std::string path = path_of(file);
    if (path.empty()) return;
    messages_.begin(job_);
    const Pane& pane = session_.active();
    job_.start(
        [recording = pane.recording(),
         window = frame_range_window(pane.profile()->positions(), pane.choices().frames), path,
         &pool = session_.active().pool(), outputs = outputs_](const JobContext& runner) {
            const JobContext job{runner.stop, runner.progress, outputs};
            job.begin("saving the frames");
            const HmtFile part = recording->file->part({.positions = {window.first, window.last}}, job);
            write_recording(part, create_file(path, outputs), pool, job);
            if (outputs != nullptr) outputs->publish();
            return path;
        },
        [this](const std::string& saved) {
            const QString name = path_text(saved);
            recents_.remember(name);
            messages_.show_notice(tr("Saved %1").arg(name));
        });
}

void RecordingSaver::save(const QString& file) {
    const auto recording = session_.active().recording();
    if (recording == nullptr || !is_in_memory_or_part(*recording)) return;
    const std::string path = path_of(file);
    if (path.empty()) return;
    messages_.begin(job_);
    job_.start(
        [recording, path, outputs = outputs_](const JobContext& job) {
            return saved_recording(*recording, path, {job.stop, job.progress, outputs});
        },
        [this, recording](const std::shared_ptr<const OpenRecording>& saved) { finish(recording, saved); });
}

void RecordingSaver::finish(const std::shared_ptr<const OpenRecording>& recording,
                            const std::shared_ptr<const OpenRecording>& saved) {
    session_.take_saved(recording, saved);
    const QString name = path_text(to_text(saved->spec));
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
