#pragma once

#include "widgets/base/job.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <utility>

namespace hitmap {

/// The long work of a pane: it opens a recording, simulates it, or finds its reuse distances. There is one
/// job at a time; the newest wins.
class PaneWork : public QObject {
    Q_OBJECT
public:
    explicit PaneWork(QObject* parent = nullptr);

    [[nodiscard]] JobRunner& job() { return job_; }
    /// The title of the current work for users; empty if idle.
    [[nodiscard]] const QString& title() const { return title_; }
    [[nodiscard]] bool running() const { return job_.running(); }
    /// Ends with given_up() if something runs.
    void stop() { job_.stop(); }

    /// As JobRunner::start().
    template <class Work, class Done>
    void start(const QString& title, Work work, Done done) {
        begin(title);
        job_.start(std::move(work), std::move(done));
    }
    /// As JobRunner::start_telling().
    template <class Work, class Done>
    void start_telling(const QString& title, Work work, Done done) {
        begin(title);
        job_.start_telling(std::move(work), std::move(done));
    }

Q_SIGNALS:
    void changed(); ///< title() or running()
    void finished();
    /// The work was stopped or failed. title() is still that of the work, which ends with changed().
    void given_up();
    void failed(const QString& message, QObject* cause); ///< after given_up()

private:
    void begin(const QString& title);
    void end();

    QString title_;
    JobRunner job_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
