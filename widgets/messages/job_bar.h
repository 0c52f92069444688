#pragma once

#include "core/jobs/progress.h"

#include <QtCore/QTimer>
#include <QtWidgets/QFrame>

namespace hitmap {

class JobRunner;
class ActivityBar;
class ElidedLabel;

/// Shows the progress of a JobRunner and can stop it. Without a known percentage it only shows activity.
/// Visible only while a job runs. Texts that do not fit end in an ellipsis and are complete in their tool
/// tips.
class JobBar : public QFrame {
    Q_OBJECT
public:
    /// @param runner  must outlive the bar
    explicit JobBar(JobRunner& runner, QWidget* parent = nullptr);

    /// What the job does, for the user.
    void set_title(const QString& title);
    /// Shows only jobs that take longer than a moment, so that short ones do not make the bar flash.
    void show_only_long_jobs();
    /// Keeps its place while it is hidden, so that what is beside it does not change its size.
    void keep_room();
    /// For narrow docks: shows the stage in the tool tip.
    void make_narrow();

private:
    void show_progress(const Progress::Snapshot& progress);

    JobRunner& runner_;
    QTimer late_; ///< runs from the start of a job until the bar is shown
    ElidedLabel* title_;
    ElidedLabel* stage_;
    ActivityBar* bar_;
};

} // namespace hitmap
