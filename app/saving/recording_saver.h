#pragma once

#include "widgets/base/job.h"
#include "widgets/session/state/session.h"

#include <functional>
#include <memory>

class QWidget;

namespace hitmap {

class MessageBar;
class OutputFiles;
class RecentFiles;

/// Saves recordings that were traced in this window or imported, parts of recordings, and frames that are
/// shown, one at a time, in a job. Every pane with a recording that was saved as a whole then has the file as
/// its recording.
class RecordingSaver : public QObject {
    Q_OBJECT
public:
    /// Is called after a recording was saved.
    using Next = std::function<void(const std::shared_ptr<const OpenRecording>& saved)>;

    /// All arguments outlive this.
    /// @param window  parent of the dialog
    RecordingSaver(Session& session, MessageBar& messages, RecentFiles& recents, QWidget& window);

    /// Sets the output files of the program, which remove incomplete files when a signal ends it. Null: none.
    void set_outputs(OutputFiles* outputs) { outputs_ = outputs; }
    /// Returns the job, to show its progress.
    [[nodiscard]] JobRunner& job() { return job_; }
    /// Returns whether the recording of the active pane was traced here or imported or is a part of a file,
    /// and no other is being saved.
    [[nodiscard]] bool can_save() const;

    /// Lets the user choose a file, and saves the recording of the active pane. Returns false if the user
    /// cancels.
    bool ask();
    /// Returns whether the active pane shows some of its frames, and no recording is being saved.
    [[nodiscard]] bool can_save_range() const;
    /// Lets the user choose a file, and saves the requests of the frames that are shown.
    void ask_for_range();
    /// Saves the requests of the frames that the active pane shows as a recording of their own. The name of
    /// the file must end with .hmt.
    void save_range(const QString& file);
    /// Saves the recording of the active pane if it was traced here or imported or is a part of a file. The
    /// name of the file must end with .hmt.
    void save(const QString& file);
    /// Activates a pane and lets the user choose a file for its recording. Calls `next` only after the
    /// recording was saved. If another recording is being saved, no dialog opens, and `next` is called after
    /// that one.
    void ask_then(std::size_t pane, Next next);

private:
    /// Lets the user choose a file; empty if the user cancels.
    [[nodiscard]] QString ask_for_file(const QString& title, const QString& stem);
    /// Returns the path for the system; empty, after a message, if the name is not that of a recording.
    [[nodiscard]] std::string path_of(const QString& file);
    void finish(const std::shared_ptr<const OpenRecording>& recording,
                const std::shared_ptr<const OpenRecording>& saved);

    Session& session_;
    MessageBar& messages_;
    RecentFiles& recents_;
    QWidget& window_;
    OutputFiles* outputs_ = nullptr;
    Next next_; ///< is called after the running job
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
