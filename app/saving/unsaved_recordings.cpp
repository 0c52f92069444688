#include "app/saving/unsaved_recordings.h"

#include "app/dialogs/settings/unsaved_question.h"
#include "widgets/panes/pane_grid.h"

#include <QtCore/QPointer>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Other memory layouts of a recording can be made again from the recording, so that closing asks no question
/// about unsaved ones.
bool is_made_here(const OpenRecording& recording) {
    return recording.traced && !recording.relaid;
}

} // namespace

UnsavedRecordings::UnsavedRecordings(Session& session, PaneGrid& grid, RecordingSaver& saver, QWidget& window)
    : session_(session), grid_(grid), saver_(saver), window_(window) {}

std::vector<std::size_t> UnsavedRecordings::panes() const {
    std::vector<std::size_t> unsaved;
    std::vector<std::shared_ptr<const OpenRecording>> known; // panes may share one
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        const auto recording = session_.pane(i).recording();
        if (recording == nullptr || !is_made_here(*recording) ||
            std::ranges::find(known, recording) != known.end())
            continue;
        known.push_back(recording);
        unsaved.push_back(i);
    }
    return unsaved;
}

QStringList UnsavedRecordings::names() const {
    if (may_lose_) return {};
    QStringList names;
    for (const std::size_t i : panes())
        names.append(QString::fromStdString(session_.pane(i).recording()->name));
    return names;
}

bool UnsavedRecordings::save_first_then(RecordingSaver::Next next) {
    const auto unsaved = panes();
    if (unsaved.empty()) return false;
    saver_.ask_then(unsaved.front(), std::move(next));
    return true;
}

bool UnsavedRecordings::is_last_unsaved(std::size_t pane) const {
    const auto recording = session_.pane(pane).recording();
    if (recording == nullptr || !is_made_here(*recording)) return false;
    std::size_t shown_by = 0;
    for (std::size_t i = 0; i < session_.pane_count(); ++i)
        shown_by += session_.pane(i).recording() == recording ? 1 : 0;
    return shown_by == 1;
}

bool UnsavedRecordings::ask_about_pane(std::size_t closed) {
    if (!is_last_unsaved(closed)) return true;
    const auto recording = session_.pane(closed).recording();
    const auto answer =
        ask_about_unsaved(&window_, {QString::fromStdString(recording->name)}, tr("&Close without Saving"));
    if (answer == UnsavedAnswer::cancel) return false;
    Pane* const pane = &session_.pane(closed);
    // The recording may have been saved while the question was open.
    if (answer == UnsavedAnswer::discard || pane->recording() != recording) return true;
    saver_.ask_then(closed, [this, pane = QPointer<Pane>(pane), recording](const auto& saved) {
        const bool is_saved = pane != nullptr && pane->recording() == saved;
        const bool is_next = pane != nullptr && pane->recording() == recording;
        // Another pane may be active now, and the pane may have another recording.
        if (is_saved || is_next) close_pane(session_.index_of(*pane));
    });
    return false;
}

void UnsavedRecordings::close_pane(std::size_t closed) {
    if (!ask_about_pane(closed)) return;
    if (session_.pane_count() > 1) {
        session_.remove_pane(closed);
        grid_.focus_active();
    } else {
        session_.pane(closed).close();
    }
}

} // namespace hitmap
