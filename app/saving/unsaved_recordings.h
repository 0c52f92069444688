#pragma once

#include "app/saving/recording_saver.h"

#include <QtCore/QStringList>

#include <cstddef>
#include <vector>

namespace hitmap {

class PaneGrid;

/// The unsaved recordings of a window, which were traced here. Asks about them when panes or the window are
/// closed.
class UnsavedRecordings : public QObject {
    Q_OBJECT
public:
    /// All arguments outlive this.
    /// @param window  parent of the questions
    UnsavedRecordings(Session& session, PaneGrid& grid, RecordingSaver& saver, QWidget& window);

    /// Returns the name of each recording once, even if several panes have it. Empty after allow_loss().
    [[nodiscard]] QStringList names() const;
    /// Ends all questions: the user has agreed to lose the recordings.
    void allow_loss() { may_lose_ = true; }
    /// Lets the user choose a file for the first recording, and calls `next` after it was saved. Returns
    /// false if there is no unsaved recording.
    bool save_first_then(RecordingSaver::Next next);
    /// Closes a pane. If its recording would be lost, asks whether to save it first. The last pane is not
    /// removed, only its recording.
    void close_pane(std::size_t closed);

private:
    /// Returns panes with unsaved recordings, one for each recording.
    [[nodiscard]] std::vector<std::size_t> panes() const;
    /// Returns whether the pane may be closed now.
    bool ask_about_pane(std::size_t closed);
    [[nodiscard]] bool is_last_unsaved(std::size_t pane) const;

    Session& session_;
    PaneGrid& grid_;
    RecordingSaver& saver_;
    QWidget& window_;
    bool may_lose_ = false;
};

} // namespace hitmap
