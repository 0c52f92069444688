#pragma once

#include "app/dialogs/image_dialog.h"
#include "widgets/base/job.h"
#include "widgets/session/state/session.h"

class QWidget;

namespace hitmap {

class MessageBar;

/// Saves pictures of the active pane, one at a time, in a job.
class ImageSaver : public QObject {
    Q_OBJECT
public:
    /// All arguments outlive this.
    /// @param window  parent of the dialogs
    ImageSaver(const Session& session, MessageBar& messages, QWidget& window);

    /// Returns the job, to show its progress.
    [[nodiscard]] JobRunner& job() { return job_; }
    /// Returns whether the active pane has a recording and no other picture is being saved.
    [[nodiscard]] bool can_save() const;

    /// Lets the user choose the contents and the file of the picture, and saves it. Requires can_save().
    /// @param on_screen  size of the active pane in device pixels
    /// @param cells      colours of its framebuffer
    void ask(FrameSize on_screen, FramebufferCells cells);
    /// Saves a picture. The suffix of the file chooses PNG, SVG, CSV, OpenEXR or NumPy. Does nothing while
    /// the pane has no values.
    void save(const QString& file, const ImageChoices& choices);

private:
    [[nodiscard]] QString proposed_name(const ImageChoices& choices) const;

    const Session& session_;
    MessageBar& messages_;
    QWidget& window_;
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
