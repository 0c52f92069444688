#pragma once

#include "core/jobs/progress.h"

#include <QtWidgets/QFrame>

class QLabel;
class QProgressBar;

namespace hitmap {

class JobRunner;

/// Shows what a JobRunner is at, and stops it: a throbber until the first percentage, then the percentage.
/// Visible only while it runs.
class JobBar : public QFrame {
    Q_OBJECT
public:
    /// @param runner  must outlive the bar
    explicit JobBar(JobRunner& runner, QWidget* parent = nullptr);

    /// What the job does, for a person.
    void set_title(const QString& title);
    /// For a narrow dock: the stage goes to the tool tip.
    void make_narrow();

private:
    void show_progress(const Progress::Snapshot& progress);

    QLabel* title_;
    QLabel* stage_;
    QProgressBar* bar_;
};

} // namespace hitmap
