#include "widgets/session.h"

#include <filesystem>
#include <utility>

namespace hitmap {

Session::Session(QObject* parent) : QObject(parent) {
    connect(&long_work_, &JobRunner::finished, this, &Session::end);
    connect(&long_work_, &JobRunner::stopped, this, &Session::end);
    connect(&long_work_, &JobRunner::failed, this, [this](const QString& message) {
        end();
        Q_EMIT failed(message);
    });
    connect(&pane_, &Pane::failed, this, &Session::failed);
}

void Session::open(const std::string& spec) {
    open_as(spec, Pane::Choices::reset);
}

void Session::reload() {
    if (pane_.recording() != nullptr) open_as(pane_.recording()->spec, Pane::Choices::keep);
}

void Session::open_as(const std::string& spec, Pane::Choices choices) {
    begin(tr("Opening %1").arg(QString::fromStdString(spec)));
    const Metric metric = pane_.choices().metric;
    long_work_.start(
        [spec, metric, config = config_, pool = &pool_](const JobContext& job) {
            return hitmap::simulate(open_recording(spec, *pool, job), config, metric, *pool, job);
        },
        [this, choices](SimulatedRecording result) {
            const QString spec_text = QString::fromStdString(result.recording->spec);
            pane_.show(std::move(result), choices);
            Q_EMIT opened(spec_text);
        });
}

void Session::simulate(const SdcmConfig& config) {
    if (pane_.recording() == nullptr) return;
    begin(tr("Simulating %1").arg(QString::fromStdString(pane_.recording()->name)));
    const Metric metric = pane_.choices().metric;
    long_work_.start(
        [recording = pane_.recording(), metric, config, pool = &pool_](const JobContext& job) {
            return hitmap::simulate(recording, config, metric, *pool, job);
        },
        [this](SimulatedRecording result) {
            config_ = result.config;
            pane_.show(std::move(result), Pane::Choices::keep);
        });
}

void Session::close() {
    long_work_.stop();
    pane_.clear();
}

void Session::begin(const QString& title) {
    work_title_ = title;
    pane_.set_stale(pane_.recording() != nullptr);
    Q_EMIT work_changed();
}

void Session::end() {
    work_title_.clear();
    pane_.set_stale(false);
    Q_EMIT work_changed();
}

} // namespace hitmap
