#pragma once

#include "core/jobs/job_threads.h"
#include "core/jobs/progress.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QTimer>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace hitmap {

/// What happens to the running job when a newer one is started.
enum class Supersede {
    stop, ///< it is asked to stop and its result is discarded
    /// It ends and is delivered; only waiting jobs are discarded. For dragging, so that results keep coming.
    finish,
};

/// Runs long work on one of the application_threads(), one job at a time, and delivers results to the thread
/// that owns the runner (the GUI thread). A newer job replaces an older one. Work must poll JobContext::stop;
/// then destroying waits at most until the work has noticed. If there is no thread for a job, failed() says
/// so. All functions must be called by the owning thread.
class JobRunner : public QObject {
    Q_OBJECT
public:
    /// Needs no thread, and no application object before the first job.
    explicit JobRunner(Supersede supersede, JobLength length = JobLength::brief, QObject* parent = nullptr);
    /// Stops the running job and waits until it has ended. Nothing is delivered afterwards.
    ~JobRunner() override;

    /// Runs `work(const JobContext&)` on one of the threads. Its result is moved into `done(result)`, which
    /// the owning thread calls from its event loop unless the job was stopped or replaced. Exceptions of
    /// `work` are reported by failed(), except for Cancelled. `work` must own everything that it uses.
    template <class Work, class Done>
    void start(Work work, Done done) {
        using Result = std::invoke_result_t<Work, const JobContext&>;
        submit([work = std::move(work), done = std::move(done)](const JobContext& job,
                                                                const Tell& /*tell*/) -> Delivery {
            auto result = std::make_shared<Result>(work(job));
            return [result, done] { done(std::move(*result)); };
        });
    }
    /// Passes a function to the owning thread, which calls it from its event loop, in order and before the
    /// result, unless the job was stopped or replaced.
    using Tell = std::function<void(std::function<void()>)>;
    /// As start(), for `work(const JobContext&, const Tell&)`, which has something to show before its result.
    template <class Work, class Done>
    void start_telling(Work work, Done done) {
        using Result = std::invoke_result_t<Work, const JobContext&, const Tell&>;
        submit([work = std::move(work), done = std::move(done)](const JobContext& job,
                                                                const Tell& tell) -> Delivery {
            auto result = std::make_shared<Result>(work(job, tell));
            return [result, done] { done(std::move(*result)); };
        });
    }
    /// Asks the running job to stop and discards its result. Emits stopped() if there was a job.
    void stop();
    /// True from start() until the newest job was delivered, failed or was stopped.
    [[nodiscard]] bool running() const { return running_; }

Q_SIGNALS:
    void started();
    /// Emitted at most four times per second while a job runs.
    void progressed(const hitmap::Progress::Snapshot& progress);
    /// Emitted when the newest job delivered its result.
    void finished();
    /// @param message  one sentence for the user
    /// @param cause    this runner. What is said of a cause ends when it is destroyed or, if it is a runner,
    ///                 when a job of it finishes or is stopped
    void failed(const QString& message, QObject* cause);
    void stopped();

protected:
    bool event(QEvent* event) override;

private:
    using Delivery = std::function<void()>;
    struct Job {
        std::uint64_t id = 0;
        std::function<Delivery(const JobContext&, const Tell&)> work;
        std::stop_source stop;
        std::shared_ptr<Progress> progress;
    };
    struct Outcome {
        std::uint64_t id = 0;
        Delivery deliver; ///< empty: cancelled, or failed with `error`
        QString error;
        bool lacks_memory = false; ///< failed without the memory for an `error`
        bool is_result = true;     ///< false: told by a job that goes on
    };

    void submit(std::function<Delivery(const JobContext&, const Tell&)> work);
    void refuse(const QString& reason);
    void give(Outcome outcome); ///< called by the threads
    void run_pending() noexcept;
    [[nodiscard]] Outcome outcome_of(const Job& job);
    void deliver(const Outcome& outcome);
    void report();

    const Supersede supersede_;
    const JobLength length_;
    bool running_ = false;
    std::uint64_t newest_ = 0;        ///< id of the newest job
    std::uint64_t oldest_wanted_ = 1; ///< results of older jobs are discarded
    std::shared_ptr<Progress> progress_;
    QTimer report_timer_;

    std::mutex mutex_;
    std::optional<Job> pending_;   ///< guarded by mutex_
    std::stop_source current_;     ///< stops the running job; guarded by mutex_
    std::deque<Outcome> outcomes_; ///< guarded by mutex_
    /// Calls run_pending(); null before the first job. Last member, since it uses the others.
    std::unique_ptr<JobThreads::Place> place_;
};

/// 0..1: of the whole work if that is known, otherwise of its stage. No value while the amount of work is not
/// known.
[[nodiscard]] std::optional<double> fraction_of(const Progress::Snapshot& progress);

} // namespace hitmap
