#include "widgets/pane.h"

#include <utility>

namespace hitmap {

Pane::Pane(QObject* parent) : QObject(parent) {
    connect(&values_job_, &JobRunner::failed, this, &Pane::failed);
}

void Pane::show(SimulatedRecording shown, Choices choices) {
    const bool other_recording = shown.recording != shown_.recording;
    values_job_.stop(); // what it computes is of the profile that goes
    shown_ = std::move(shown);
    values_ = shown_.whole;
    if (other_recording && choices == Choices::reset) {
        choices_.frame = {};
        choices_.view.camera = shown_.recording->camera;
        choices_.view.focus_distance = 0.0F;
    }
    update_range();
    if (other_recording) Q_EMIT recording_changed();
    Q_EMIT profile_changed();
    Q_EMIT frame_changed();
    Q_EMIT camera_changed();
    Q_EMIT values_changed();
    request_values();
}

void Pane::clear() {
    if (shown_.recording == nullptr) return;
    values_job_.stop();
    shown_ = {};
    values_.reset();
    choices_.frame = {};
    Q_EMIT recording_changed();
    Q_EMIT profile_changed();
    Q_EMIT frame_changed();
    Q_EMIT values_changed();
}

void Pane::set_metric(Metric metric) {
    if (metric == choices_.metric) return;
    choices_.metric = metric;
    Q_EMIT metric_changed();
    request_values();
}

void Pane::set_frame(const FrameChoice& frame) {
    const FrameChoice wanted = clamped(frame);
    if (wanted == choices_.frame) return;
    choices_.frame = wanted;
    Q_EMIT frame_changed();
    request_values();
}

void Pane::set_view(const View& view) {
    View with_old_look = choices_.view;
    with_old_look.camera = view.camera;
    with_old_look.focus_distance = view.focus_distance;
    const bool other_camera = with_old_look != choices_.view;
    const bool other_look = with_old_look != view;
    choices_.view = view;
    if (other_camera) Q_EMIT camera_changed();
    if (!other_look) return;
    update_range();
    Q_EMIT look_changed();
    Q_EMIT values_changed();
}

void Pane::set_choices(const PaneChoices& choices) {
    set_metric(choices.metric);
    set_frame(choices.frame);
    set_view(choices.view);
}

void Pane::set_stale(bool stale) {
    if (stale == stale_) return;
    stale_ = stale;
    Q_EMIT stale_changed();
}

void Pane::request_values() {
    if (shown_.profile == nullptr) return;
    values_job_.start([profile = shown_.profile, metric = choices_.metric, frame = choices_.frame](
                          const JobContext& job) { return frame_values(*profile, metric, frame, job); },
                      [this](std::shared_ptr<const FrameValues> values) {
                          values_ = std::move(values);
                          update_range();
                          Q_EMIT values_changed();
                      });
}

void Pane::update_range() {
    const View& view = choices_.view;
    if (values_ == nullptr) return;
    range_ = make_colour_range(view.range_mode, value_style(values_->metric), values_->extent, view.range_min,
                               view.range_max);
}

} // namespace hitmap
