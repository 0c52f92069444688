#include "app/window/program_recorder.h"

#include "app/record_program/laid_out_copies.h"
#include "app/record_program/record_program_dialog.h"
#include "app/window/docks.h"
#include "core/base/error.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/layout/model/layout_json.h"
#include "widgets/base/format.h"
#include "widgets/base/path_text.h"
#include "widgets/comparison/findings_panel.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panes/pane_grid.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QTimer>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// The path of the file that a pane shows; empty: none.
QString file_of(const Pane& pane) {
    const auto recording = pane.recording();
    if (recording == nullptr || recording->spec.file() == nullptr) return {};
    return path_text(*recording->spec.file());
}

/// Copies the layout beside a recording, which is moved to the addresses of the new one when that is opened.
/// @return why it is not copied: it cannot be read. Empty: it is, or there is none
QString carry_layout(const std::string& before, const std::string& now) {
    const auto layout = layout_used(before, {});
    if (layout.empty()) return {};
    try {
        (void)read_layout(layout);
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    }
    // A copy does not replace a file.
    QFile::copy(path_text(layout.string()), path_text(layout_path(now).string()));
    return {};
}

/// The recording that a file is, or is a copy of.
QString recorded_file(const QString& file) {
    const auto copy = stored_copy(file);
    return copy ? copy->recording : file;
}

FindingsPanel& findings_of(const Docks& docks, const Session& session, const Pane& pane) {
    QWidget* const panel = docks.stack_of<FindingsPanel>().widget(static_cast<int>(session.index_of(pane)));
    return *qobject_cast<FindingsPanel*>(panel);
}

/// Whether it could have a layout, and has none.
bool lacks_layout(const OpenRecording& recording) {
    const RecordingInfo& info = recording.info();
    return recording.layout.empty() && !recording.has_mesh() && !info.has_sums() && info.requests != 0;
}

} // namespace

ProgramRecorder::ProgramRecorder(const Parts& parts, QWidget& window)
    : session_(parts.session),
      grid_(parts.grid),
      docks_(parts.docks),
      messages_(parts.messages),
      window_(window) {
    connect(&session_, &Session::opened, this, &ProgramRecorder::finish_opening);
}

ProgramRecorder::~ProgramRecorder() = default;

void ProgramRecorder::set_recorder(const Recorder& recorder) {
    dialog_.reset();
    recorder_ = recorder;
    Q_EMIT can_record_changed();
}

bool ProgramRecorder::can_record_again() const {
    return can_record() && RecordProgramDialog::has_stored_settings();
}

RecordProgramDialog& ProgramRecorder::dialog() {
    if (dialog_ != nullptr) return *dialog_;
    dialog_ = std::make_unique<RecordProgramDialog>(recorder_, &window_);
    connect(dialog_.get(), &RecordProgramDialog::started, this, &ProgramRecorder::can_record_changed);
    connect(dialog_.get(), &RecordProgramDialog::recorded, this, &ProgramRecorder::take);
    return *dialog_;
}

void ProgramRecorder::ask() {
    dialog().show();
    dialog().raise();
    dialog().activateWindow();
}

void ProgramRecorder::record_again() {
    dialog().record_again();
}

bool ProgramRecorder::may_close() const {
    if (dialog_ == nullptr || !dialog_->run().running()) return true;
    QMessageBox box(&window_);
    box.setObjectName(QStringLiteral("running_program"));
    box.setIcon(QMessageBox::Warning);
    box.setText(tr("A program is being recorded."));
    box.setInformativeText(tr("Closing the window ends it, and what was recorded may be lost. To keep it, "
                              "press Stop in Record a Program first."));
    const auto* end = box.addButton(tr("&End the Program"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == end;
}

void ProgramRecorder::take(const RecordSettings& settings, const RecordOutcome& outcome) {
    QStringList files;
    for (const RecordedFile& recorded : outcome.recordings)
        files.append(recorded.path);
    expected_.clear();
    if (show_if_open(files.front())) return;
    const std::vector<Pane*> panes = files.size() == 1 ? panes_of(settings) : std::vector<Pane*>();
    if (!panes.empty()) {
        open_beside(panes, files.front());
    } else {
        for (const QString& file : files)
            expected_.push_back({path_bytes(file), files.size() == 1, false});
        Q_EMIT opening_wanted(files);
    }
    const RecordedFile& first = outcome.recordings.front();
    messages_.show_offer(
        files.size() == 1 ? tr("Recorded %1: %2.").arg(first.path, first.summary)
                          : tr("Recorded %1 files, one for each process.").arg(files.size()),
        tr("What &Was Recorded …"), [this] { ask(); }, MessageEnd(dialog(), &RecordProgramDialog::started));
}

bool ProgramRecorder::show_if_open(const QString& file) {
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        if (file_of(session_.pane(i)) != file) continue;
        session_.set_active(i);
        grid_.focus_active();
        return true;
    }
    return false;
}

std::vector<Pane*> ProgramRecorder::panes_of(const RecordSettings& settings) const {
    std::vector<std::pair<int, Pane*>> found;
    for (std::size_t i = 0; i < session_.pane_count(); ++i)
        if (const int number = number_of_output(settings, recorded_file(file_of(session_.pane(i))));
            number != 0)
            found.emplace_back(number, &session_.pane(i));
    std::ranges::stable_sort(found, std::ranges::greater(), &std::pair<int, Pane*>::first);
    std::vector<Pane*> panes;
    for (const auto& [number, pane] : found)
        panes.push_back(pane);
    return panes;
}

void ProgramRecorder::open_beside(const std::vector<Pane*>& panes, const QString& file) {
    Pane& pane = *panes.front();
    const auto before = pane.recording();
    const std::string path = path_bytes(file);
    const auto copy = stored_copy(file_of(pane));
    RecordingSpec next(SpecFile{path});
    next.layout = before->spec.layout;
    if (next.layout.empty() && copy && QFileInfo(copy->layout).isFile())
        next.layout = path_bytes(copy->layout);
    QString refusal;
    if (next.layout.empty()) refusal = carry_layout(path_bytes(recorded_file(file_of(pane))), path);
    FindingsPanel& findings = findings_of(docks_, session_, pane);
    const bool finds = findings.job().running() || !findings.findings().empty();
    // A recording that was shown without a layout was asked about.
    const bool asks = refusal.isEmpty() && (!before->layout.empty() || copy.has_value());
    expected_.push_back({path, asks, finds, refusal});
    Look look{pane.wanted_config(), pane.wanted_choices()};
    look.config.only = {}; // the new recording may not have it
    move_to_another_pane(panes);
    session_.set_active(session_.index_of(pane));
    grid_.focus_active();
    open_without_layout_if_refused(pane, next, look);
    pane.open(next, look.config, look.choices);
}

void ProgramRecorder::open_without_layout_if_refused(Pane& pane, const RecordingSpec& next,
                                                     const Look& look) {
    disconnect(refused_);
    if (next.layout.empty()) return;
    const auto refuse = [this, shown = QPointer<Pane>(&pane), next, look](const QString& message,
                                                                          const QObject* cause) {
        const auto expected = std::ranges::find(expected_, *next.file(), &Expected::path);
        const bool is_layout =
            shown != nullptr && cause == &shown->work().job() && message.contains(path_text(next.layout));
        if (expected == expected_.end() || !is_layout) return;
        expected->refusal = message;
        expected->asks_for_layout = false; // it is offered, with the reason
        // The job that has failed must have ended before another one is started.
        QTimer::singleShot(0, this, [shown, next, look] {
            // Meanwhile something else may be opened.
            if (shown == nullptr || shown->opening().wanted() != nullptr) return;
            RecordingSpec plain = next;
            plain.layout.clear();
            shown->open(plain, look.config, look.choices);
        });
    };
    refused_ = connect(&pane, &Pane::failed, this, refuse);
}

void ProgramRecorder::move_to_another_pane(const std::vector<Pane*>& panes) {
    if (panes.size() > 1) return panes[1]->show_same_as(*panes.front());
    if (session_.pane_count() == Session::most_panes) return;
    session_.set_active(session_.index_of(*panes.front()));
    session_.add_pane();
}

void ProgramRecorder::take_copy(const QString& recording, const QString& copy,
                                const RecordingLayout& layout) {
    LaidOutCopy made{copy, recorded_file(recording), {}};
    if (number_of_output(RecordProgramDialog::stored_settings(), made.recording) == 0) return;
    made.layout = free_layout_path(copy);
    try {
        write_layout(path_bytes(made.layout), layout);
    } catch (const Error&) { // the next recording is asked about
        made.layout.clear();
    }
    store_copy(made);
}

void ProgramRecorder::finish_opening(const RecordingSpec& spec, Pane* pane) {
    const std::string* const file = spec.file();
    const auto found = std::ranges::find_if(
        expected_, [&](const Expected& expected) { return file != nullptr && expected.path == *file; });
    if (found == expected_.end()) return;
    const Expected opened = *found;
    expected_.erase(found);
    disconnect(refused_);
    if (opened.finds) findings_of(docks_, session_, *pane).find();
    if (!opened.refusal.isEmpty()) return offer_layout(spec, *pane, opened.refusal);
    if (!opened.asks_for_layout || !lacks_layout(*pane->recording())) return;
    // The job that has opened it must have ended before another one is started.
    QTimer::singleShot(0, this, [this, spec, shown = QPointer<Pane>(pane)] { show_layout_of(spec, shown); });
}

void ProgramRecorder::offer_layout(const RecordingSpec& spec, Pane& pane, const QString& refusal) {
    messages_.show_offer(
        tr("%1 is shown without a layout, since that of the recording before cannot be applied: %2")
            .arg(text_of(pane.recording()->name), refusal),
        tr("Derive or Choose a La&yout …"),
        [this, spec, shown = QPointer<Pane>(&pane)] { show_layout_of(spec, shown); },
        MessageEnd(pane, &Pane::recording_changed));
}

void ProgramRecorder::show_layout_of(const RecordingSpec& spec, const QPointer<Pane>& shown) {
    if (shown == nullptr) return;
    session_.set_active(session_.index_of(*shown));
    Q_EMIT layout_wanted(spec);
}

} // namespace hitmap
