#include "app/saving/sequence_saver.h"

#include "app/saving/pane_sequence.h"
#include "app/saving/shown_end.h"
#include "app/sequence/video_encoder.h"
#include "core/jobs/output_files.h"
#include "widgets/messages/message_bar.h"
#include "widgets/session/recording/image_values.h"
#include "widgets/session/recording/missing_parts.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>

#include <utility>

namespace hitmap {

namespace {

QString ending_of(SequenceFormat format) {
    const std::string_view ending = sequence_endings[static_cast<std::size_t>(format)];
    return QString::fromUtf8(ending.data(), static_cast<int>(ending.size()));
}

/// The files that a sequence is written to.
QStringList files_of(const QString& file, const SequenceChoices& choices) {
    if (choices.format != SequenceFormat::png) return {file};
    QStringList files;
    for (std::uint32_t picture = 0; picture < choices.pictures; ++picture)
        files << QFile::decodeName(
            numbered_path(QFile::encodeName(file).toStdString(), picture, choices.pictures).c_str());
    return files;
}

/// Returns why the pane has no pictures; empty if it has.
QString why_no_pictures(const Pane& pane) {
    return pane.shows_image() ? why_no_image(*pane.recording()) : why_no_mesh(*pane.recording());
}

} // namespace

SequenceSaver::SequenceSaver(const Session& session, MessageBar& messages, QWidget& window)
    : session_(session), messages_(messages), window_(window) {
    connect(&job_, &JobRunner::failed, &messages, &MessageBar::show_failure);
}

bool SequenceSaver::can_save() const {
    // A second job would replace the first one, whose files would not be complete.
    return session_.active().recording() != nullptr && !job_.running();
}

void SequenceSaver::ask(FrameSize on_screen) {
    const Pane& pane = session_.active();
    if (const QString reason = why_no_pictures(pane); !reason.isEmpty()) {
        messages_.show_refusal(reason, end_of_shown(session_));
        return;
    }
    const SequenceRanges ranges{range_of_sequence(pane, SequenceSubject::frames),
                                range_of_sequence(pane, SequenceSubject::turntable)};
    SequenceDialog dialog(pane.choices(), ranges, on_screen, has_video_encoder(), &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    const SequenceChoices choices = dialog.choices();
    const QString file = ask_for_file(choices);
    if (!file.isEmpty() && may_replace(files_of(file, choices))) save(file, choices);
}

QString SequenceSaver::ask_for_file(const SequenceChoices& choices) {
    const QString ending = ending_of(choices.format);
    const QString folder = QSettings().value(QStringLiteral("image_folder"), QDir::homePath()).toString();
    QFileDialog dialog(&window_, tr("Save the sequence"), folder,
                       tr("%1 files (*.%2)").arg(ending.toUpper(), ending));
    dialog.setObjectName(QStringLiteral("sequence_file_dialog"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    // The names of numbered files are others, so that may_replace() asks in its place.
    dialog.setOption(QFileDialog::DontConfirmOverwrite);
    dialog.setDefaultSuffix(ending);
    dialog.selectFile(QStringLiteral("%1-%2.%3")
                          .arg(file_stem_of(*session_.active().recording()),
                               choices.subject == SequenceSubject::frames ? QStringLiteral("frames")
                                                                          : QStringLiteral("turn"),
                               ending));
    if (dialog.exec() != QDialog::Accepted) return {};
    QString file = dialog.selectedFiles().constFirst();
    QSettings().setValue(QStringLiteral("image_folder"), QFileInfo(file).absolutePath());
    if (sequence_format_of(QFile::encodeName(file).toStdString()) != choices.format)
        file += QLatin1Char('.') + ending;
    return file;
}

bool SequenceSaver::may_replace(const QStringList& files) {
    QStringList present;
    for (const QString& file : files)
        if (QFile::exists(file)) present << QFileInfo(file).fileName();
    if (present.isEmpty()) return true;
    QMessageBox box(&window_);
    box.setObjectName(QStringLiteral("replace_question"));
    box.setIcon(QMessageBox::Question);
    box.setTextFormat(Qt::PlainText);
    box.setText(present.size() == 1 ? tr("%1 exists already.").arg(present.constFirst())
                                    : tr("%1 to %2 exist already, %3 files.")
                                          .arg(present.constFirst(), present.constLast())
                                          .arg(present.size()));
    const QAbstractButton* replace = box.addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    return box.clickedButton() == replace;
}

void SequenceSaver::save(const QString& file, const SequenceChoices& choices) {
    const Pane& pane = session_.active();
    // While the dialogs were open, the recording may have been closed.
    if (pane.values() == nullptr || !why_no_pictures(pane).isEmpty()) {
        messages_.show_refusal(tr("No sequence was saved: the pane does not show anything any more."),
                               end_of_shown(session_));
        return;
    }
    const auto sequence = std::make_shared<const PaneSequence>(pane, choices);
    const SequenceTarget target{QFile::encodeName(QFileInfo(file).absoluteFilePath()).toStdString(),
                                choices.format,
                                choices.size,
                                static_cast<std::uint32_t>(sequence->count()),
                                choices.per_second,
                                choices.transparent};
    SequenceChoices drawn = choices;
    drawn.pictures = target.pictures;
    const QStringList files = files_of(file, drawn);
    messages_.begin(job_);
    job_.start(
        [sequence, target, files, outputs = outputs_](const JobContext& runner) {
            const JobContext job{runner.stop, runner.progress, outputs};
            const auto output = open_sequence(target, job);
            const auto pictures = sequence->pictures(job);
            write_sequence(*pictures, *output, job);
            if (outputs != nullptr) outputs->publish();
            return files;
        },
        [this](const QStringList& saved) {
            messages_.show_notice(
                saved.size() == 1
                    ? tr("Saved %1").arg(saved.constFirst())
                    : tr("Saved %1 to %2").arg(saved.constFirst(), QFileInfo(saved.constLast()).fileName()));
        });
}

} // namespace hitmap
