#pragma once

#include "core/jobs/thread_pool.h"
#include "widgets/job.h"
#include "widgets/pane.h"

#include <QtCore/QObject>
#include <QtCore/QString>

#include <string>

namespace hitmap {

/// Everything that is open, and the long work on it. Knows no widget. Results replace what is shown only when
/// they are complete: a failed or stopped job leaves everything as it was.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);

    [[nodiscard]] Pane& pane() { return pane_; }
    [[nodiscard]] const Pane& pane() const { return pane_; }
    /// Opening and simulating; one at a time, the newest wins.
    [[nodiscard]] JobRunner& long_work() { return long_work_; }
    /// Name of what long_work() is at, for a person; empty when idle.
    [[nodiscard]] const QString& work_title() const { return work_title_; }

    /// Opens a recording, a mesh file or "builtin:NAME"; traces where necessary, simulates with the present
    /// cache configuration and shows the result.
    void open(const std::string& spec);
    /// Opens again what is open; camera, frame and colours stay.
    void reload();
    /// Simulates what is open with another configuration; the old result stays, marked stale, until then.
    void simulate(const SdcmConfig& config);
    void close();

Q_SIGNALS:
    void work_changed();              ///< work_title()
    void opened(const QString& spec); ///< what open() was asked for is shown now
    /// @param message  one sentence: what happened to what
    void failed(const QString& message);

private:
    void open_as(const std::string& spec, Pane::Choices choices);
    void begin(const QString& title);
    void end();

    ThreadPool pool_;
    SdcmConfig config_;
    Pane pane_;
    QString work_title_;
    JobRunner long_work_{Supersede::stop}; ///< joined before the pool goes
};

} // namespace hitmap
