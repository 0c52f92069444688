#pragma once

#include "core/jobs/progress.h"

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QTimer>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

namespace hitmap {

/// What becomes of the job that is running when a newer one is started.
enum class Supersede {
    stop,   ///< it is asked to stop and its result is dropped
    finish, ///< it ends and is delivered; only jobs that have not begun are dropped (for dragging: no
            ///< starvation)
};

/// Runs long work on one thread of its own and hands results to the thread that owns the runner (the GUI's).
/// The newest job wins. Work must poll JobContext::stop; then starting, stopping and destroying never wait
/// longer than the work needs to notice. All functions are called by the owning thread.
class JobRunner : public QObject {
    Q_OBJECT
public:
    explicit JobRunner(Supersede supersede, QObject* parent = nullptr);
    /// Stops the running job and joins. Nothing is delivered afterwards.
    ~JobRunner() override;

    /// Runs `work(const JobContext&)` on the worker; its result is moved into `done(result)`, which the
    /// owning thread calls from its event loop if the job is still wanted by then. What `work` throws arrives
    /// as failed(); Cancelled does not. `work` must own everything that it uses.
    template <class Work, class Done>
    void start(Work work, Done done) {
        using Result = std::invoke_result_t<Work, const JobContext&>;
        submit([work = std::move(work), done = std::move(done)](const JobContext& job) -> Delivery {
            auto result = std::make_shared<Result>(work(job));
            return [result, done] { done(std::move(*result)); };
        });
    }
    /// Asks the running job to stop and forgets it; emits stopped() if there was one.
    void stop();
    /// True from start() until the result of the newest job was delivered, failed or was stopped.
    [[nodiscard]] bool running() const { return running_; }

Q_SIGNALS:
    void started();
    /// At most ten times a second while a job runs.
    void progressed(const hitmap::Progress::Snapshot& progress);
    /// The newest job delivered its result.
    void finished();
    /// One sentence for the person at the screen.
    void failed(const QString& message);
    void stopped();

protected:
    bool event(QEvent* event) override;

private:
    using Delivery = std::function<void()>;
    struct Job {
        std::uint64_t id = 0;
        std::function<Delivery(const JobContext&)> work;
        std::stop_source stop;
        std::shared_ptr<Progress> progress;
    };
    struct Outcome {
        std::uint64_t id = 0;
        Delivery deliver; ///< empty: cancelled, or failed with `error`
        QString error;
    };

    void submit(std::function<Delivery(const JobContext&)> work);
    void run(const std::stop_token& quit);
    void deliver(const Outcome& outcome);
    void report();

    const Supersede supersede_;
    bool running_ = false;
    std::uint64_t newest_ = 0;        ///< id of the job started last
    std::uint64_t oldest_wanted_ = 1; ///< results of older jobs are dropped
    std::shared_ptr<Progress> progress_;
    QTimer report_timer_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Job> pending_;   ///< guarded by mutex_
    std::stop_source current_;     ///< of the job that the worker is at; guarded by mutex_
    std::deque<Outcome> outcomes_; ///< guarded by mutex_
    std::jthread worker_;          ///< last member: joined before anything that it uses goes
};

/// 0..1, or nothing while the work cannot say how much there is.
[[nodiscard]] std::optional<double> fraction_of(const Progress::Snapshot& progress);

} // namespace hitmap
