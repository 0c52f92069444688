#include "app/record_program/record_run.h"
#include "tests/record_program/fake_recorder.h"
#include "tests/widgets/common.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <gmock/gmock.h>

#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <sys/types.h>

namespace hitmap {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class RecordRunTest : public testing::Test {
protected:
    void start(const std::string& script) {
        run_ = std::make_unique<RecordRun>(write_fake_recorder(folder_.path(), script));
        QObject::connect(run_.get(), &RecordRun::printed,
                         [this](const QStringList& lines) { printed_ += lines; });
        QObject::connect(run_.get(), &RecordRun::line_begun, [this](const QString& line) { begun_ = line; });
        QObject::connect(run_.get(), &RecordRun::ended,
                         [this](const RecordOutcome& outcome) { outcome_ = outcome; });
        settings_.program = QStringLiteral("./renderer");
        settings_.folder = folder_.path();
        settings_.contents = false;
        run_->start(settings_);
    }
    static bool wait(const std::function<bool()>& condition) {
        return QTest::qWaitFor(condition, patience_ms);
    }
    bool await_end() {
        return wait([this] { return outcome_.has_value(); });
    }
    bool await_line(const char* line) {
        return wait([&] { return printed_.contains(QLatin1String(line)); });
    }
    /// The number of a process that the script has printed as "NAME NUMBER".
    pid_t process_named(const QString& name) const {
        for (const QString& line : printed_)
            if (line.startsWith(name + QLatin1Char(' '))) return line.section(QLatin1Char(' '), 1).toInt();
        return 0;
    }
    /// A process that has ended may be there until another one has asked how.
    static bool runs(pid_t process) {
        QFile state(QStringLiteral("/proc/%1/stat").arg(process));
        return state.open(QIODevice::ReadOnly) && !state.readAll().contains(") Z ");
    }
    std::string text() const { return printed_.join(QLatin1Char('\n')).toStdString(); }

    QTemporaryDir folder_;
    RecordSettings settings_;
    QStringList printed_;
    QString begun_;
    std::optional<RecordOutcome> outcome_;
    std::unique_ptr<RecordRun> run_; ///< ends before what it tells is gone
};

TEST_F(RecordRunTest, RunsTheCommandInTheFolderWithTheEnvironment) {
    settings_.environment = QStringLiteral("COLOUR=dark red");
    settings_.arguments = QStringLiteral("'a b' c");
    start("pwd; echo \"$COLOUR\"; echo error >&2; printf '%s|' \"$@\"; cat; exit 3");
    EXPECT_TRUE(run_->running());
    ASSERT_TRUE(await_end());
    EXPECT_FALSE(run_->running());
    EXPECT_EQ(text(), QDir(folder_.path()).canonicalPath().toStdString() +
                          "\ndark red\nerror\nrecord|-o|recording.hmt|--|./renderer|a b|c|");
    EXPECT_EQ(outcome_->status, 3);
    EXPECT_TRUE(outcome_->ended_itself);
    EXPECT_FALSE(outcome_->was_stopped);
    EXPECT_TRUE(outcome_->recordings.empty());
}

TEST_F(RecordRunTest, PassesLinesOnAsTheyCome) {
    start("mkfifo go; printf 'one\\n 10 %%\\r 20 %%'; read x <go; printf '\\rtwo\\n'");
    ASSERT_TRUE(wait([this] { return begun_ == QStringLiteral(" 20 %"); })) << text();
    EXPECT_EQ(text(), "one");
    EXPECT_TRUE(run_->running());
    EXPECT_FALSE(outcome_);
    QFile go(folder_.filePath(QStringLiteral("go")));
    ASSERT_TRUE(go.open(QIODevice::WriteOnly));
    go.write("\n");
    go.close();
    ASSERT_TRUE(await_end());
    EXPECT_EQ(text(), "one\ntwo");
    EXPECT_EQ(begun_, QString());
}

TEST_F(RecordRunTest, TellsWhatWasRecorded) {
    start("echo 'hitmap capture: draws are not recorded' >&2; echo \"$out: 1 launch, 2 requests, all of "
          "them\" >&2");
    ASSERT_TRUE(await_end());
    ASSERT_EQ(outcome_->recordings.size(), 1U);
    EXPECT_EQ(outcome_->recordings[0].path, folder_.filePath(QStringLiteral("recording.hmt")));
    EXPECT_EQ(outcome_->recordings[0].summary, QStringLiteral("1 launch, 2 requests, all of them"));
    EXPECT_EQ(outcome_->remarks, QStringList(QStringLiteral("draws are not recorded")));
    // The next run begins anew.
    printed_.clear();
    outcome_.reset();
    run_->start(settings_);
    ASSERT_TRUE(await_end());
    EXPECT_EQ(outcome_->recordings.size(), 1U);
    EXPECT_EQ(printed_.size(), 2);
}

TEST_F(RecordRunTest, StopInterruptsAndKeepsWhatWasRecorded) {
    start(
        "trap 'echo \"$out: 1 launch, 2 requests\"; exit 130' INT; echo ready; while :; do sleep 0.05; done");
    ASSERT_TRUE(await_line("ready"));
    EXPECT_FALSE(run_->stopping());
    run_->stop();
    EXPECT_TRUE(run_->stopping());
    ASSERT_TRUE(await_end());
    EXPECT_TRUE(outcome_->was_stopped);
    EXPECT_EQ(outcome_->status, 130);
    EXPECT_EQ(outcome_->recordings.size(), 1U);
}

TEST_F(RecordRunTest, StopReachesARunAlsoIfThisProcessIgnoresAndBlocksInterrupts) {
    const auto before = std::signal(SIGINT, SIG_IGN);
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);
    // A shell cannot trap a signal that was ignored when it was started.
    start("trap 'exit 130' INT; echo ready; while :; do sleep 0.05; done");
    EXPECT_TRUE(await_line("ready"));
    pthread_sigmask(SIG_UNBLOCK, &interrupts, nullptr);
    std::signal(SIGINT, before);
    run_->stop();
    ASSERT_TRUE(await_end());
    EXPECT_EQ(outcome_->status, 130);
}

TEST_F(RecordRunTest, AProgramThatGoesOnIsKilledAndItsRecordingIsMade) {
    // As `hitmap record` does, the script waits for the program, whatever signals come.
    start("trap '' INT; sh -c 'echo program $$; while :; do sleep 0.05; done'; echo \"$out: 1 launch, 2 "
          "requests\"");
    ASSERT_TRUE(wait([this] { return process_named(QStringLiteral("program")) != 0; }));
    run_->set_patience(50ms);
    run_->stop();
    ASSERT_TRUE(await_end());
    EXPECT_EQ(outcome_->recordings.size(), 1U) << text();
    EXPECT_TRUE(outcome_->ended_itself);
    EXPECT_TRUE(wait([this] { return !runs(process_named(QStringLiteral("program"))); }));
}

TEST_F(RecordRunTest, ASecondStopKillsAll) {
    start("trap '' INT; echo recorder $$; sh -c 'echo program $$; while :; do sleep 0.05; done'");
    ASSERT_TRUE(wait([this] { return process_named(QStringLiteral("program")) != 0; }));
    run_->stop();
    run_->stop();
    ASSERT_TRUE(await_end());
    EXPECT_FALSE(outcome_->ended_itself);
    EXPECT_TRUE(outcome_->was_stopped);
    EXPECT_TRUE(wait([this] { return !runs(process_named(QStringLiteral("program"))); }));
    EXPECT_FALSE(runs(process_named(QStringLiteral("recorder"))));
}

TEST_F(RecordRunTest, TheDestructorLeavesNoProcess) {
    start("trap '' INT; echo recorder $$; sh -c 'echo program $$; while :; do sleep 0.05; done'");
    ASSERT_TRUE(wait([this] { return process_named(QStringLiteral("program")) != 0; }));
    run_.reset();
    EXPECT_FALSE(runs(process_named(QStringLiteral("recorder"))));
    EXPECT_TRUE(wait([this] { return !runs(process_named(QStringLiteral("program"))); }));
    EXPECT_FALSE(outcome_) << "the outcome is not delivered after the destructor";
}

TEST_F(RecordRunTest, SaysThatItCannotBeStarted) {
    start("exit 0");
    ASSERT_TRUE(await_end());
    outcome_.reset();
    run_->set_executable(folder_.filePath(QStringLiteral("none")));
    run_->start(settings_);
    ASSERT_TRUE(await_end());
    EXPECT_FALSE(run_->running());
    EXPECT_THAT(outcome_->problem.toStdString(), HasSubstr("/none cannot be started: "));
}

} // namespace
} // namespace hitmap
