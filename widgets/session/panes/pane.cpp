#include "widgets/session/panes/pane.h"

#include <utility>

namespace hitmap {

namespace {

/// The values are the same if simulations differ only in the recording's name.
std::shared_ptr<const FrameValues> values_of(std::shared_ptr<const Simulation> simulation,
                                             const FrameValues& values) {
    auto renamed = std::make_shared<FrameValues>(values);
    renamed->simulation = std::move(simulation);
    return renamed;
}

} // namespace

Pane::Pane(Library& library, QObject* parent) : QObject(parent), library_(library) {
    connect_parts();
    connect(&values_job_, &JobRunner::failed, this, &Pane::failed);
    connect(&all_frames_job_, &JobRunner::failed, this, [this](const QString& message, QObject* cause) {
        all_frames_.reset(); // the next one tries again
        Q_EMIT failed(message, cause);
    });
    connect(this, &Pane::selection_changed, this, &Pane::update_highlighted);
    // This signal is also emitted for another profile.
    connect(this, &Pane::frames_changed, this, &Pane::update_highlighted);
    for (const auto changed : {&Pane::selection_changed, &Pane::recording_changed})
        connect(this, changed, this, &Pane::update_rays);
    follow_panel<RayDisplay>(this, &Pane::update_rays);
    connect(this, &Pane::panels_changed, this, [this] {
        if (choices_.panel<PinnedCurves>().list.size() < most_pinned_curves) full_curves_.reset();
    });
}

void Pane::connect_parts() {
    connect(&work_, &PaneWork::changed, this, &Pane::work_changed);
    connect(&work_, &PaneWork::finished, this, &Pane::finish_work);
    connect(&work_, &PaneWork::given_up, this, &Pane::give_up);
    connect(&work_, &PaneWork::failed, this, &Pane::failed);
    connect(&live_, &PaneLive::found, this, [this] { live_.compute(wanted_values()); });
    connect(&live_, &PaneLive::computed, this,
            [this](const std::shared_ptr<const FrameValues>& values) { show(values, choices_); });
    connect(&live_, &PaneLive::failed, this, &Pane::failed);
    connect(&marks_, &PaneMarks::failed, this, &Pane::failed);
    connect(&image_, &PaneImage::changed, this, &Pane::show_image);
    connect(&image_, &PaneImage::failed, this, &Pane::failed);
    for (const auto told : {&JobRunner::started, &JobRunner::finished, &JobRunner::stopped})
        connect(&image_.job(), told, this, &Pane::work_changed);
    connect(&image_.job(), &JobRunner::failed, this, &Pane::work_changed);
}

std::shared_ptr<const OpenRecording> Pane::recording() const {
    return values() != nullptr ? shown().recording : nullptr;
}

std::shared_ptr<const Profile> Pane::profile() const {
    return values() != nullptr ? shown().profile : nullptr;
}

bool Pane::stale() const {
    if (work_.title().isEmpty() || values() == nullptr) return false;
    // Work that adds sums by pixel to exact values changes nothing that is shown.
    const bool completes =
        live_.shown() && opening_.wanted() == nullptr && !live_.finding() && shown().config == config_;
    return !completes;
}

void Pane::show_same_as(const Pane& other) {
    work_.stop();
    drop_early();
    live_.stop();
    config_ = other.config();
    next_model_ = other.next_model_;
    live_.take_passed(other.live_);
    opening_.end();
    range_ = other.range_;
    range_origin_ = other.range_origin_;
    if (other.values() != nullptr) {
        show(other.values(), other.choices_);
        if (live_.shown()) simulate_in_passing(other.config());
    } else {
        set_choices(other.choices_);
    }
}

void Pane::show(std::shared_ptr<const FrameValues> values, PaneChoices choices) {
    const OpenRecording& next = *values->simulation->recording;
    const bool other_recording = &next != recording().get();
    const bool other_scene =
        opening_.values() == nullptr || recording()->scene != next.scene || next.scene == nullptr;
    const PaneChoices before = std::exchange(choices_, std::move(choices));
    showing_ = true;
    values_job_.stop(); // its result belongs to the profile that is replaced
    const bool is_live = values->simulation->base != nullptr;
    if (!is_live) live_.stop();
    if (values->simulation->profile != profile()) forget_all_frames();
    opening_.set_values(std::move(values));
    if (!after_work_ && !is_live) config_ = shown().config;
    choices_.selection = known(choices_.selection);
    choices_.accesses = known(choices_.accesses);
    if (other_recording) work_match_.reset();
    choices_.frames = matched(whole(choices_.frames));
    choices_.view.subtree = known(choices_.view.subtree);
    choices_.view.only_ranges = known_ranges(*simulation(), std::move(choices_.view.only_ranges));
    // If the choices have no camera, the recorded one is used.
    if (other_recording && choices_.view.camera == Camera()) {
        choices_.view.camera = shown().recording->camera;
        choices_.view.focus_distance = 0.0F;
    }
    if (other_recording) live_.forget();
    const PaneMarks::Dropped dropped = other_scene ? marks_.drop_scene() : PaneMarks::Dropped();
    const auto& image = image_.values();
    if (image != nullptr && image->request.counted.simulation->recording.get() != &next) image_.forget();
    settle_extent();
    update_range();
    // The state is updated completely before any signal, since views may repaint on each of them.
    if (other_recording) Q_EMIT recording_changed();
    marks_.tell(dropped);
    Q_EMIT profile_changed();
    tell_changes(before);
    Q_EMIT frames_changed();
    Q_EMIT camera_changed();
    Q_EMIT extent_changed();
    Q_EMIT values_changed();
    showing_ = false;
    request_image();
    // The choices may have changed while the worker was busy.
    if (!are_chosen(*opening_.values())) request_values();
}

void Pane::take_saved(std::shared_ptr<const Simulation> saved) {
    const WantedRecording* const wanted = opening_.wanted();
    const bool opens_another = wanted != nullptr && wanted->spec != shown().recording->spec;
    const bool working = !work_.title().isEmpty();
    const ModelChoice config = config_;
    image_.take_saved(simulation(), saved);
    show(values_of(std::move(saved), *values()), choices_);
    config_ = config;
    if (opens_another) return;
    opening_.end();
    if (working || live_.shown()) simulate(config); // the running simulation would restore the old one
}

void Pane::close() {
    work_.stop();
    drop_early();
    live_.stop();
    live_.forget();
    opening_.end();
    if (values() != nullptr) close_values();
    opening_.close();
}

void Pane::close_values() {
    const PaneChoices before = choices_;
    values_job_.stop();
    image_.forget();
    forget_all_frames();
    opening_.set_values(nullptr);
    choices_.frames = {};
    choices_.selection.reset();
    choices_.accesses.reset();
    choices_.view.subtree.reset();
    choices_.view.only_ranges.clear();
    const PaneMarks::Dropped dropped = marks_.drop_scene();
    settle_extent();
    Q_EMIT recording_changed();
    marks_.tell(dropped);
    Q_EMIT profile_changed();
    tell_changes(before);
    Q_EMIT frames_changed();
    Q_EMIT extent_changed();
    Q_EMIT values_changed();
}

void Pane::stop_work() {
    if (work_.running())
        work_.stop();
    else
        image_.job().stop();
}

} // namespace hitmap
