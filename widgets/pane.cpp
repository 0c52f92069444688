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
    connect(&all_frames_job_, &JobRunner::failed, this, [this](const QString& message) {
        all_frames_.reset(); // the next one to need it tries again
        Q_EMIT failed(message);
    });
    connect(this, &Pane::selection_changed, this, &Pane::update_highlighted);
    connect(this, &Pane::profile_changed, this, &Pane::update_highlighted);
    connect(&work_, &JobRunner::finished, this, &Pane::finish_work);
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
    next_choices_.reset();
    config_.only = {}; // another recording need not have such
    open_as(spec, Choices::reset);
}

void Pane::open(const std::string& spec, const ModelChoice& config, const PaneChoices& choices) {
    config_ = config;
    next_choices_.reset();
    if (shown_ == nullptr) {
        set_choices(choices);
    } else {
        next_choices_ = choices;
        next_choices_->frames = clamped(choices.frames);
    }
    open_as(spec, Choices::keep);
}

void Pane::reload() {
    if (shown_ == nullptr) return;
    next_choices_.reset();
    library_.forget(shown_->recording->spec);
    open_as(shown_->recording->spec, Choices::keep);
}

void Pane::open_as(const std::string& spec, Choices choices) {
    spec_ = spec;
    opening_ = true;
    config_next_ = false;
    begin(tr("Opening %1").arg(QString::fromStdString(spec)));
    PaneChoices first = wanted_choices();
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
            PaneChoices next = wanted_choices();
            if (choices == Choices::reset && result.simulation->recording != recording()) {
                next.frames = {};
                next.selection.reset();
                next.view.camera = {};
            }
            opening_ = false;
            next_choices_.reset();
            show(std::move(result.simulation), std::move(result.values), std::move(next));
            Q_EMIT opened(spec_text);
        });
}

void Pane::simulate(const ModelChoice& config) {
    config_ = config;
    config_next_ = opening_;
    if (opening_ || shown_ == nullptr) return;
    begin(tr("Simulating %1").arg(QString::fromStdString(shown_->recording->name)));
    work_.start(
        [library = &library_, recording = shown_->recording, config,
         first = choices_](const JobContext& job) {
            auto simulation = library->simulation(recording, config, job);
            auto values = frame_values(
                {simulation, first.metric, first.frames, nullptr, {}, access_counts_wanted(first.view)}, job);
            return Opened{std::move(simulation), std::move(values)};
        },
        [this](Opened result) { show(std::move(result.simulation), std::move(result.values), choices_); });
}

void Pane::show_same_as(const Pane& other) {
    work_.stop();
    config_ = other.config();
    spec_ = other.shown_ != nullptr ? other.shown_->recording->spec : std::string();
    range_ = other.range_;
    range_origin_ = other.range_origin_;
    if (other.shown_ != nullptr) {
        show(other.shown_, other.values_, other.choices_);
    } else {
        set_choices(other.choices_);
    }
}

void Pane::show(std::shared_ptr<const Simulation> simulation, std::shared_ptr<const FrameValues> values,
                PaneChoices choices) {
    const bool other_recording = simulation->recording != recording();
    const bool other_scene =
        other_recording && (shown_ == nullptr || shown_->recording->scene != simulation->recording->scene);
    const PaneChoices before = std::exchange(choices_, std::move(choices));
    showing_ = true;
    values_job_.stop(); // what it computes is of the profile that goes
    if (simulation->profile != profile()) forget_all_frames();
    shown_ = std::move(simulation);
    if (!config_next_) config_ = shown_->config;
    values_ = std::move(values);
    choices_.selection = known(choices_.selection);
    // What was chosen may leave the camera open: then it is the recorded one.
    if (other_recording && choices_.view.camera == Camera()) {
        choices_.view.camera = shown_->recording->camera;
        choices_.view.focus_distance = 0.0F;
    }
    update_extent();
    update_range();
    if (other_scene) forget_highlighted();
    if (other_recording) Q_EMIT recording_changed();
    Q_EMIT profile_changed();
    tell_changes(before);
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
    const ModelChoice config = config_;
    show(std::move(saved), values_, choices_);
    config_ = config;
    if (!wanted) return; // another is being opened
    spec_ = shown_->recording->spec;
    opening_ = false;
    if (working) simulate(config); // what is at work would bring the old one back
}

void Pane::close() {
    work_.stop();
    spec_.clear();
    if (shown_ == nullptr) return;
    const PaneChoices before = choices_;
    values_job_.stop();
    forget_all_frames();
    shown_.reset();
    values_.reset();
    choices_.frames = {};
    choices_.selection.reset();
    update_extent();
    Q_EMIT recording_changed();
    Q_EMIT profile_changed();
    tell_changes(before);
    Q_EMIT frames_changed();
    Q_EMIT values_changed();
}

void Pane::begin(const QString& title) {
    work_title_ = title;
    Q_EMIT stale_changed();
    Q_EMIT work_changed();
}

void Pane::finish_work() {
    end();
    if (!std::exchange(config_next_, false)) return;
    if (const ModelChoice chosen = config_; chosen != shown_->config) simulate(chosen);
}

void Pane::end() {
    work_title_.clear();
    Q_EMIT stale_changed();
    Q_EMIT work_changed();
}

void Pane::give_up() {
    opening_ = false;
    config_next_ = false;
    next_choices_.reset();
    config_ = config();
    spec_ = shown_ != nullptr ? shown_->recording->spec : std::string();
    end();
}

} // namespace hitmap
