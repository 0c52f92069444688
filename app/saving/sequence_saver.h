#pragma once

#include "app/dialogs/sequence_dialog.h"
#include "widgets/base/job.h"
#include "widgets/session/state/session.h"

class QWidget;

namespace hitmap {

class MessageBar;
class OutputFiles;

/// Saves sequences of pictures of the active pane, one at a time, in a job. They are those of `hitmap render
/// --sequence` with the view of the pane.
class SequenceSaver : public QObject {
    Q_OBJECT
public:
    /// All arguments outlive this.
    /// @param window  parent of the dialogs
    SequenceSaver(const Session& session, MessageBar& messages, QWidget& window);

    /// Sets the output files of the program, which remove incomplete files when a signal ends it. Null: none.
    void set_outputs(OutputFiles* outputs) { outputs_ = outputs; }
    /// Returns the job, to show its progress.
    [[nodiscard]] JobRunner& job() { return job_; }
    /// Returns whether the active pane has a recording and no other sequence is being saved.
    [[nodiscard]] bool can_save() const;

    /// Lets the user choose the contents and the file of the sequence, and saves it. Asks before it replaces
    /// a file. Requires can_save().
    /// @param on_screen  size of the active pane in device pixels
    void ask(FrameSize on_screen);

private:
    [[nodiscard]] QString ask_for_file(const SequenceChoices& choices);
    [[nodiscard]] bool may_replace(const QStringList& files);
    void save(const QString& file, const SequenceChoices& choices);

    const Session& session_;
    MessageBar& messages_;
    QWidget& window_;
    OutputFiles* outputs_ = nullptr;
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
