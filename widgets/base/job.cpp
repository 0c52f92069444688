#include "widgets/base/job.h"

#include "core/base/encode/printable.h"
#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/jobs/start_thread.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

namespace hitmap {

namespace {

constexpr std::chrono::milliseconds report_interval{250};

QEvent::Type outcome_event() {
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

} // namespace

JobRunner::JobRunner(Supersede supersede, QObject* parent)
    : QObject(parent), supersede_(supersede), worker_([this](const std::stop_token& quit) {
          give_way(); // the window draws and answers meanwhile
          run(quit);
      }) {
    report_timer_.setInterval(report_interval);
    connect(&report_timer_, &QTimer::timeout, this, &JobRunner::report);
}

JobRunner::~JobRunner() {
    worker_.request_stop();
    {
        const std::scoped_lock lock(mutex_);
        pending_.reset();
        current_.request_stop();
    }
    worker_.join();
}

void JobRunner::submit(std::function<Delivery(const JobContext&, const Tell&)> work) {
    Job job;
    job.id = ++newest_;
    job.work = std::move(work);
    job.progress = std::make_shared<Progress>();
    progress_ = job.progress;
    {
        const std::scoped_lock lock(mutex_);
        pending_ = std::move(job);
        if (supersede_ == Supersede::stop) current_.request_stop();
    }
    if (supersede_ == Supersede::stop) oldest_wanted_ = newest_;
    changed_.notify_one();
    if (!running_) {
        running_ = true;
        report_timer_.start();
        Q_EMIT started();
    }
}

void JobRunner::stop() {
    {
        const std::scoped_lock lock(mutex_);
        pending_.reset();
        current_.request_stop();
    }
    oldest_wanted_ = newest_ + 1;
    if (!running_) return;
    running_ = false;
    report_timer_.stop();
    Q_EMIT stopped();
}

void JobRunner::run(const std::stop_token& quit) {
    for (;;) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, quit, [this] { return pending_.has_value(); })) return;
            job = std::move(*pending_);
            pending_.reset();
            current_ = job.stop;
        }
        Outcome outcome;
        outcome.id = job.id;
        const Tell tell = [this, id = job.id](std::function<void()> told) {
            give({id, std::move(told), {}, false});
        };
        try {
            outcome.deliver = job.work({job.stop.get_token(), job.progress.get()}, tell);
        } catch (const Cancelled&) { // the owner has cancelled it and expects no result
        } catch (const std::bad_alloc&) {
            const QString stage = QString::fromStdString(job.progress->snapshot().stage);
            outcome.error = stage.isEmpty() ? tr("There is not enough memory for this.")
                                            : tr("There is not enough memory for this: %1.").arg(stage);
        } catch (const std::exception& error) {
            outcome.error = QString::fromStdString(failure_text(error)); // libraries may throw as well
        }
        job = {}; // destroys the data of the work before the owner is notified
        give(std::move(outcome));
    }
}

void JobRunner::give(Outcome outcome) {
    {
        const std::scoped_lock lock(mutex_);
        outcomes_.push_back(std::move(outcome));
    }
    // The outcome is in the outcomes_ queue, guarded by the mutex; the event only tells the owner to read it.
    QCoreApplication::postEvent(this, new QEvent(outcome_event()));
}

bool JobRunner::event(QEvent* event) {
    if (event->type() != outcome_event()) return QObject::event(event);
    std::deque<Outcome> outcomes;
    {
        const std::scoped_lock lock(mutex_);
        outcomes.swap(outcomes_);
    }
    for (const Outcome& outcome : outcomes)
        deliver(outcome);
    return true;
}

void JobRunner::deliver(const Outcome& outcome) {
    if (outcome.id < oldest_wanted_) return;
    if (!outcome.is_result) {
        outcome.deliver();
        return;
    }
    const bool newest = outcome.id == newest_;
    if (newest) {
        running_ = false;
        report_timer_.stop();
    }
    // Both may start the next job, so that the state must be updated before.
    if (outcome.deliver) {
        outcome.deliver();
        if (newest) Q_EMIT finished();
    } else if (!outcome.error.isEmpty()) {
        Q_EMIT failed(outcome.error);
    } else if (newest) {
        Q_EMIT stopped();
    }
}

void JobRunner::report() {
    if (running_ && progress_) Q_EMIT progressed(progress_->snapshot());
}

std::optional<double> fraction_of(const Progress::Snapshot& progress) {
    // Before anything is done, activity says more than an empty bar.
    if (progress.whole && (*progress.whole > 0.0 || progress.total != 0)) return progress.whole;
    if (progress.total == 0) return std::nullopt;
    return std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total));
}

} // namespace hitmap
