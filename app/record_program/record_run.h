#pragma once

#include "app/record_program/output_lines.h"
#include "app/record_program/record_outcome.h"
#include "app/record_program/record_settings.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QTimer>

#include <chrono>
#include <memory>
#include <optional>

class QProcess;

namespace hitmap {

/// One run of `hitmap record` after the other, as a process of its own in a session of its own, so that a
/// signal reaches it and the program that it records and nothing else. If this process ends, the run is
/// interrupted as by Ctrl-C. The destructor ends a run and waits for its end.
class RecordRun : public QObject {
    Q_OBJECT
public:
    /// @param executable  what is run as `hitmap`
    explicit RecordRun(QString executable, QObject* parent = nullptr);
    ~RecordRun() override;

    void set_executable(const QString& executable) { executable_ = executable; }
    /// How long the recorded program may go on after stop(), 5 seconds unless set.
    void set_patience(std::chrono::milliseconds patience) { patience_.setInterval(patience); }

    /// Starts a run. None must run. Throws UsageError if the arguments of the program cannot be split.
    void start(const RecordSettings& settings);
    [[nodiscard]] bool running() const { return process_ != nullptr; }
    /// Whether stop() was called for the run that goes on.
    [[nodiscard]] bool stopping() const { return is_stopping_; }
    /// Interrupts the run as Ctrl-C does, so that what was recorded until then is kept. If the recorded
    /// program does not end in time, it is killed, and what was recorded of it is kept, too. A second call
    /// kills the run and all that it has started. Does nothing if none runs.
    void stop();

Q_SIGNALS:
    /// Lines of either stream that are complete, in their order.
    void printed(const QStringList& lines);
    /// What was printed of the line that is not complete.
    void line_begun(const QString& line);
    void ended(const hitmap::RecordOutcome& outcome);

private:
    void read();
    void take(const QStringList& lines);
    void finish(RecordOutcome outcome);
    void kill_programs();

    QString executable_;
    std::unique_ptr<QProcess> process_; ///< null: none runs
    OutputLines lines_;
    std::optional<RecordReader> reader_; ///< of the run that goes on, or of the last one
    bool is_stopping_ = false;
    QTimer patience_;
};

} // namespace hitmap
