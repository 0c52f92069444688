#include "widgets/session/panes/pane_image.h"

#include <utility>

namespace hitmap {

PaneImage::PaneImage(Library& library, QObject* parent) : QObject(parent), library_(library) {
    connect(&job_, &JobRunner::failed, this, [this](const QString& message, QObject* cause) {
        wanted_.reset(); // the next request tries again
        Q_EMIT failed(message, cause);
    });
    connect(&job_, &JobRunner::stopped, this, [this] {
        if (replacing_) return;
        // The former image is not what the pane says that it shows.
        values_.reset();
        stopped_ = true;
        Q_EMIT changed();
    });
}

void PaneImage::request(const WantedImage& wanted) {
    if (wanted_ == wanted) return;
    const bool follows = job_.running() && wanted_ && same_simulations(*wanted_, wanted);
    wanted_ = wanted;
    if (!follows || !latest_->replace(wanted)) start();
}

void PaneImage::retry() {
    if (stopped_ && wanted_) start();
}

void PaneImage::start() {
    const bool was_stopped = std::exchange(stopped_, false);
    latest_ = std::make_shared<LatestWanted<WantedImage>>(*wanted_);
    job_.start(
        // The former index stays in memory until the job ends, so that another window needs no new one.
        [latest = latest_, library = &library_, former = values_](const JobContext& job) {
            return image_values(*latest, *library, job);
        },
        [this](std::shared_ptr<const ImageValues> values) {
            values_ = std::move(values);
            if (wanted_ && values_->request != *wanted_) start(); // requested after the job had read it
            Q_EMIT changed();
        });
    if (was_stopped) Q_EMIT changed();
}

void PaneImage::pause() {
    if (!job_.running()) return;
    replacing_ = true;
    job_.stop();
    replacing_ = false;
    wanted_.reset();
    if (values_ != nullptr) wanted_ = values_->request;
}

void PaneImage::forget() {
    pause();
    values_.reset();
    wanted_.reset();
    stopped_ = false;
}

void PaneImage::take_saved(const std::shared_ptr<const Simulation>& before,
                           const std::shared_ptr<const Simulation>& saved) {
    const auto rename = [&](CountedPixels& counted) {
        if (counted.simulation == before) counted.simulation = saved;
    };
    pause();
    if (values_ == nullptr) return;
    auto renamed = std::make_shared<ImageValues>(*values_);
    rename(renamed->request.counted);
    if (renamed->request.reference) rename(*renamed->request.reference);
    wanted_ = renamed->request;
    values_ = std::move(renamed);
}

} // namespace hitmap
