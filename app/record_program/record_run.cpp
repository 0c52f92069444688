#include "app/record_program/record_run.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>

#include <csignal>
#include <initializer_list>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

using namespace std::chrono_literals;

/// How long the destructor waits for a run that was interrupted.
constexpr auto last_patience = 2s;

/// A process in a session of its own.
class RecorderProcess final : public QProcess {
protected:
    /// Runs in the child before the program: only functions that are safe in signal handlers may be called.
    void setupChildProcess() override {
        setsid();
        // This process may block the signals that are to end the other one.
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        // It may ignore them, too, as a job of a shell in the background does.
        for (const int each : {SIGINT, SIGTERM, SIGHUP})
            ::signal(each, SIG_DFL);
        prctl(PR_SET_PDEATHSIG, SIGINT);
    }
};

/// The processes that a process has started, by all of its threads, and those that they have started.
QList<pid_t> programs_of(pid_t process) {
    QList<pid_t> programs;
    const QString tasks = QStringLiteral("/proc/%1/task").arg(process);
    for (const QString& task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile list(QStringLiteral("%1/%2/children").arg(tasks, task));
        if (!list.open(QIODevice::ReadOnly)) continue;
        for (const QByteArray& number : list.readAll().simplified().split(' '))
            if (const pid_t child = number.toInt(); child > 0) programs << child << programs_of(child);
    }
    return programs;
}

/// Kills a process and all others of its session's first group.
void kill_all(const QProcess& process) {
    if (process.processId() > 0) ::kill(-static_cast<pid_t>(process.processId()), SIGKILL);
}

void interrupt(const QProcess& process) {
    if (process.processId() > 0) ::kill(static_cast<pid_t>(process.processId()), SIGINT);
}

} // namespace

RecordRun::RecordRun(QString executable, QObject* parent)
    : QObject(parent), executable_(std::move(executable)) {
    patience_.setSingleShot(true);
    patience_.setInterval(5s);
    connect(&patience_, &QTimer::timeout, this, &RecordRun::kill_programs);
}

RecordRun::~RecordRun() {
    if (process_ == nullptr) return;
    process_->disconnect(this);
    interrupt(*process_);
    if (process_->waitForFinished(std::chrono::milliseconds(last_patience).count())) return;
    kill_all(*process_);
    process_->waitForFinished();
}

void RecordRun::start(const RecordSettings& settings) {
    const QStringList arguments = record_arguments(settings);
    const QString folder = path_in(settings.folder, {});
    reader_.emplace(folder, settings.output, settings.program.trimmed());
    lines_ = {};
    is_stopping_ = false;
    auto variables = QProcessEnvironment::systemEnvironment();
    for (const QString& variable : environment_of(settings)) {
        const int equals = variable.indexOf(QLatin1Char('='));
        variables.insert(variable.left(equals), variable.mid(equals + 1));
    }
    process_ = std::make_unique<RecorderProcess>();
    process_->setProcessChannelMode(QProcess::MergedChannels); // keeps the order of both streams
    process_->setStandardInputFile(QProcess::nullDevice());
    process_->setWorkingDirectory(folder);
    process_->setProcessEnvironment(variables);
    connect(process_.get(), &QProcess::readyRead, this, &RecordRun::read);
    connect(process_.get(), QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), this,
            [this](int status, QProcess::ExitStatus how) {
                read();
                if (const QString rest = lines_.take_rest(); !rest.isEmpty()) take({rest});
                RecordOutcome outcome = reader_->outcome();
                outcome.status = status;
                outcome.ended_itself = how == QProcess::NormalExit;
                finish(std::move(outcome));
            });
    connect(process_.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return; // finished() follows
        RecordOutcome outcome;
        outcome.problem = tr("%1 cannot be started: %2.").arg(executable_, process_->errorString());
        finish(std::move(outcome));
    });
    process_->start(executable_, arguments);
}

void RecordRun::stop() {
    if (process_ == nullptr) return;
    if (std::exchange(is_stopping_, true)) return kill_all(*process_);
    interrupt(*process_);
    patience_.start();
}

void RecordRun::kill_programs() {
    // While `hitmap record` makes the recording, no program runs: that work is not ended.
    if (process_ == nullptr) return;
    for (const pid_t program : programs_of(static_cast<pid_t>(process_->processId())))
        ::kill(program, SIGKILL);
}

void RecordRun::read() {
    const QStringList complete = lines_.take(process_->readAll());
    if (!complete.isEmpty()) take(complete);
    Q_EMIT line_begun(lines_.rest());
}

void RecordRun::take(const QStringList& lines) {
    for (const QString& line : lines)
        reader_->take(line);
    Q_EMIT printed(lines);
}

void RecordRun::finish(RecordOutcome outcome) {
    patience_.stop();
    outcome.was_stopped = std::exchange(is_stopping_, false);
    process_->disconnect(this);
    process_.release()->deleteLater(); // it emits a signal now
    Q_EMIT ended(outcome);
}

} // namespace hitmap
