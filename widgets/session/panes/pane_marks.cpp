#include "widgets/session/panes/pane_marks.h"

#include <utility>

namespace hitmap {

PaneMarks::PaneMarks(QObject* parent) : QObject(parent) {
    connect(&highlighted_job_, &JobRunner::failed, this, &PaneMarks::failed);
    connect(&rays_job_, &JobRunner::failed, this, &PaneMarks::failed);
}

void PaneMarks::highlight(const std::shared_ptr<const Profile>& profile, std::optional<std::uint32_t> pixel,
                          const FrameRange& frames) {
    pixel_ = pixel;
    if (!pixel) return forget_highlighted();
    if (highlighted_ != nullptr && highlighted_->pixel != *pixel) forget_highlighted();
    highlighted_job_.start(
        [profile, pixel = *pixel, frames](const JobContext& job) {
            return touched_elements(*profile, pixel, frames, job);
        },
        [this](std::shared_ptr<const TouchedElements> touched) {
            if (pixel_ != touched->pixel) return; // of an earlier selection
            highlighted_ = std::move(touched);
            Q_EMIT highlighted_changed();
        });
}

void PaneMarks::show_rays(const std::shared_ptr<const OpenRecording>& recording,
                          std::optional<std::uint32_t> pixel) {
    const bool there = rays_ != nullptr && pixel == rays_->rays.pixel && rays_->recording == recording;
    if (there) return;
    rays_job_.stop();
    if (std::exchange(rays_, nullptr) != nullptr) Q_EMIT rays_changed();
    if (!pixel) return;
    rays_job_.start(
        [recording, pixel = *pixel](const JobContext& job) { return drawn_rays(recording, pixel, job); },
        [this](std::shared_ptr<const DrawnRays> rays) {
            rays_ = std::move(rays);
            Q_EMIT rays_changed();
        });
}

void PaneMarks::set_trail(std::shared_ptr<const AccessTrail> trail) {
    if (trail == trail_) return;
    trail_ = std::move(trail);
    Q_EMIT rays_changed();
}

void PaneMarks::set_region(std::shared_ptr<const OutlinedRegion> region) {
    if (region == region_) return;
    region_ = std::move(region);
    Q_EMIT region_changed();
}

PaneMarks::Dropped PaneMarks::drop_scene() {
    highlighted_job_.stop();
    return {.highlighted = std::exchange(highlighted_, nullptr) != nullptr,
            .region = std::exchange(region_, nullptr) != nullptr};
}

void PaneMarks::tell(const Dropped& dropped) {
    if (dropped.highlighted) Q_EMIT highlighted_changed();
    if (dropped.region) Q_EMIT region_changed();
}

void PaneMarks::forget_highlighted() {
    highlighted_job_.stop();
    if (std::exchange(highlighted_, nullptr) != nullptr) Q_EMIT highlighted_changed();
}

} // namespace hitmap
