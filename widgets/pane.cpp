#include "widgets/pane.h"

#include <utility>

namespace hitmap {

namespace {

/// What a worker hands over: a simulation and the first values to show of it.
struct Opened {
    std::shared_ptr<const Simulation> simulation;
    std::shared_ptr<const FrameValues> values;
};

} // namespace

Pane::Pane(Library& library, QObject* parent) : QObject(parent), library_(library) {
    connect(&values_job_, &JobRunner::failed, this, &Pane::failed);
    connect(&highlighted_job_, &JobRunner::failed, this, &Pane::failed);
    connect(this, &Pane::selection_changed, this, &Pane::update_highlighted);
    connect(this, &Pane::profile_changed, this, &Pane::update_highlighted);
    connect(&work_, &JobRunner::finished, this, &Pane::end);
    connect(&work_, &JobRunner::stopped, this, &Pane::give_up);
    connect(&work_, &JobRunner::failed, this, [this](const QString& message) {
        give_up();
        Q_EMIT failed(message);
    });
}

std::shared_ptr<const OpenRecording> Pane::recording() const {
    return shown_ != nullptr ? shown_->recording : nullptr;
}

std::shared_ptr<const Profile> Pane::profile() const {
    return shown_ != nullptr ? shown_->profile : nullptr;
}

void Pane::open(const std::string& spec) {
    open_as(spec, Choices::reset);
}

void Pane::open(const std::string& spec, const SdcmConfig& config, const PaneChoices& choices) {
    config_ = config;
    set_choices(choices);
    open_as(spec, Choices::keep);
}

void Pane::reload() {
    if (shown_ == nullptr) return;
    library_.forget(shown_->recording->spec);
    open_as(shown_->recording->spec, Choices::keep);
}

void Pane::open_as(const std::string& spec, Choices choices) {
    spec_ = spec;
    begin(tr("Opening %1").arg(QString::fromStdString(spec)));
    PaneChoices first = choices_;
    if (choices == Choices::reset) first.frames = {};
    work_.start(
        [library = &library_, spec, config = config_, first](const JobContext& job) {
            auto simulation = library->simulation(library->recording(spec, job), config, job);
            auto values = frame_values(
                {simulation, first.metric, first.frames, nullptr, {}, access_counts_wanted(first.view)}, job);
            return Opened{std::move(simulation), std::move(values)};
        },
        [this, choices](Opened result) {
            const QString spec_text = QString::fromStdString(result.simulation->recording->spec);
            show(std::move(result.simulation), std::move(result.values), choices);
            Q_EMIT opened(spec_text);
        });
}

void Pane::simulate(const SdcmConfig& config) {
    config_ = config;
    if (shown_ == nullptr) return;
    begin(tr("Simulating %1").arg(QString::fromStdString(shown_->recording->name)));
    work_.start(
        [library = &library_, recording = shown_->recording, config,
         first = choices_](const JobContext& job) {
            auto simulation = library->simulation(recording, config, job);
            auto values = frame_values(
                {simulation, first.metric, first.frames, nullptr, {}, access_counts_wanted(first.view)}, job);
            return Opened{std::move(simulation), std::move(values)};
        },
        [this](Opened result) {
            show(std::move(result.simulation), std::move(result.values), Choices::keep);
        });
}

void Pane::show_same_as(const Pane& other) {
    config_ = other.config();
    spec_ = other.shown_ != nullptr ? other.shown_->recording->spec : std::string();
    choices_ = other.choices_;
    if (other.shown_ != nullptr) show(other.shown_, other.values_, Choices::keep);
}

void Pane::show(std::shared_ptr<const Simulation> simulation, std::shared_ptr<const FrameValues> values,
                Choices choices) {
    const bool other_recording = simulation->recording != recording();
    showing_ = true;
    values_job_.stop(); // what it computes is of the profile that goes
    shown_ = std::move(simulation);
    config_ = shown_->config;
    values_ = std::move(values);
    if (other_recording && choices == Choices::reset) {
        choices_.frames = {};
        choices_.selection.reset();
    }
    // What was chosen may leave the camera open: then it is the recorded one.
    if (other_recording && (choices == Choices::reset || choices_.view.camera == Camera())) {
        choices_.view.camera = shown_->recording->camera;
        choices_.view.focus_distance = 0.0F;
    }
    update_extent();
    update_range();
    if (other_recording) Q_EMIT recording_changed();
    Q_EMIT profile_changed();
    Q_EMIT frames_changed();
    Q_EMIT camera_changed();
    Q_EMIT values_changed();
    showing_ = false;
    // The choices may have moved on while the worker was busy.
    if (values_->metric != choices_.metric || values_->frames != choices_.frames ||
        values_->difference != (values_request().reference != nullptr))
        request_values();
}

void Pane::take_saved(std::shared_ptr<const Simulation> saved) {
    const bool wanted = spec_ == shown_->recording->spec;
    const bool working = !work_title_.isEmpty();
    const SdcmConfig config = config_;
    show(std::move(saved), values_, Choices::keep);
    config_ = config;
    if (!wanted) return; // another is being opened
    spec_ = shown_->recording->spec;
    if (working) simulate(config); // what is at work would bring the old one back
}

void Pane::close() {
    work_.stop();
    spec_.clear();
    if (shown_ == nullptr) return;
    values_job_.stop();
    shown_.reset();
    values_.reset();
    choices_.frames = {};
    choices_.selection.reset();
    update_extent();
    Q_EMIT recording_changed();
    Q_EMIT profile_changed();
    Q_EMIT frames_changed();
    Q_EMIT values_changed();
}

void Pane::set_metric(Metric metric) {
    if (metric == choices_.metric) return;
    choices_.metric = metric;
    Q_EMIT metric_changed();
    request_values();
}

void Pane::set_frames(const FrameRange& frames) {
    const FrameRange wanted = clamped(frames);
    if (wanted == choices_.frames) return;
    choices_.frames = wanted;
    Q_EMIT frames_changed();
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
    update_extent();
    update_range();
    Q_EMIT look_changed();
    Q_EMIT values_changed();
    if (access_counts_wanted(view) && values_ != nullptr &&
        values_->kinds[face_kind].access_counts == nullptr)
        request_values();
}

void Pane::set_selection(const std::optional<Selection>& selection) {
    if (selection == choices_.selection) return;
    choices_.selection = selection;
    Q_EMIT selection_changed();
}

void Pane::set_choices(const PaneChoices& choices) {
    set_metric(choices.metric);
    set_frames(choices.frames);
    set_view(choices.view);
    set_selection(choices.selection);
}

void Pane::begin(const QString& title) {
    work_title_ = title;
    Q_EMIT stale_changed();
    Q_EMIT work_changed();
}

void Pane::end() {
    work_title_.clear();
    Q_EMIT stale_changed();
    Q_EMIT work_changed();
}

void Pane::give_up() {
    config_ = config();
    spec_ = shown_ != nullptr ? shown_->recording->spec : std::string();
    end();
}

} // namespace hitmap
