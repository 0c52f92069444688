#include "widgets/base/job.h"

#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "widgets/base/application_threads.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <thread>
#include <utility>

namespace hitmap {

namespace {

constexpr std::chrono::milliseconds report_interval{250};

QEvent::Type outcome_event() {
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

/// Repeats what needs a little memory until there is some, since other jobs release theirs when they end.
/// What an owner waits for must not be lost.
template <class Action>
void insist(const Action& action) {
    for (;;) {
        try {
            action();
            return;
        } catch (const std::bad_alloc&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
}

QString lack_of_memory() {
    return JobRunner::tr("There is not enough memory for this.");
}

} // namespace

JobRunner::JobRunner(Supersede supersede, JobLength length, QObject* parent)
    : QObject(parent), supersede_(supersede), length_(length) {
    report_timer_.setInterval(report_interval);
    connect(&report_timer_, &QTimer::timeout, this, &JobRunner::report);
}

JobRunner::~JobRunner() {
    {
        const std::scoped_lock lock(mutex_);
        pending_.reset();
        current_.request_stop();
    }
    place_.reset(); // waits for the running job
}

void JobRunner::submit(std::function<Delivery(const JobContext&, const Tell&)> work) {
    if (place_ == nullptr)
        place_ =
            std::make_unique<JobThreads::Place>(application_threads(), length_, [this] { run_pending(); });
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
    try {
        place_->request();
    } catch (const Error& error) {
        refuse(QString::fromStdString(error.what()));
    } catch (const std::bad_alloc&) {
        refuse(lack_of_memory());
    }
    if (!running_) {
        running_ = true;
        report_timer_.start();
        Q_EMIT started();
    }
}

/// Tells that the newest job cannot begin.
void JobRunner::refuse(const QString& reason) {
    {
        const std::scoped_lock lock(mutex_);
        pending_.reset();
    }
    Outcome outcome;
    outcome.id = newest_;
    outcome.error = reason;
    give(std::move(outcome));
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

void JobRunner::run_pending() noexcept {
    Job job;
    {
        const std::scoped_lock lock(mutex_);
        if (!pending_) return; // it was stopped before it began
        job = std::move(*pending_);
        pending_.reset();
        current_ = job.stop;
    }
    Outcome outcome;
    try {
        outcome = outcome_of(job);
    } catch (const std::bad_alloc&) { // also if there is none for the text of an error
        outcome.lacks_memory = true;
    }
    outcome.id = job.id;
    job = {}; // destroys the data of the work before the owner is notified
    give(std::move(outcome));
}

JobRunner::Outcome JobRunner::outcome_of(const Job& job) {
    Outcome outcome;
    const Tell tell = [this, id = job.id](std::function<void()> told) {
        Outcome early;
        early.id = id;
        early.deliver = std::move(told);
        early.is_result = false;
        give(std::move(early));
    };
    try {
        outcome.deliver = job.work({job.stop.get_token(), job.progress.get()}, tell);
    } catch (const Cancelled&) { // the owner has cancelled it and expects no result
    } catch (const std::bad_alloc&) {
        const QString stage = QString::fromStdString(job.progress->snapshot().stage);
        outcome.error =
            stage.isEmpty() ? lack_of_memory() : tr("There is not enough memory for this: %1.").arg(stage);
    } catch (const std::exception& error) {
        outcome.error = QString::fromStdString(failure_text(error)); // libraries may throw as well
    }
    return outcome;
}

void JobRunner::give(Outcome outcome) {
    insist([&] {
        const std::scoped_lock lock(mutex_);
        outcomes_.push_back(std::move(outcome));
    });
    // The outcome is in the outcomes_ queue, guarded by the mutex; the event only tells the owner to read it.
    insist([this] { QCoreApplication::postEvent(this, new QEvent(outcome_event())); });
}

bool JobRunner::event(QEvent* event) {
    if (event->type() != outcome_event()) return QObject::event(event);
    std::deque<Outcome> outcomes;
    {
        const std::scoped_lock lock(mutex_);
        outcomes.swap(outcomes_);
    }
    for (const Outcome& outcome : outcomes) {
        // What the owner does with one outcome must not lose those behind it.
        try {
            deliver(outcome);
        } catch (const std::bad_alloc&) {
            Q_EMIT failed(lack_of_memory(), this);
        } catch (const std::exception& error) {
            Q_EMIT failed(QString::fromStdString(failure_text(error)), this);
        }
    }
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
    } else if (outcome.lacks_memory) {
        Q_EMIT failed(lack_of_memory(), this);
    } else if (!outcome.error.isEmpty()) {
        Q_EMIT failed(outcome.error, this);
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
