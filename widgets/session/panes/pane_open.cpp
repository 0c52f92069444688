// How a pane opens and simulates recordings.

#include "widgets/session/panes/pane.h"
#include "widgets/session/recording/opening_memory.h"

#include <utility>

namespace hitmap {

void Pane::open(const RecordingSpec& spec, const std::shared_ptr<const HmtFile>& whole) {
    drop_early();
    if (next_model_) config_ = next_model_->config;
    config_.only = {}; // another recording may not have the restriction
    start_opening({.spec = spec,
                   .shown_with = WantedRecording::Choices::reset,
                   .config = config_,
                   .own_gpu = next_model_ && next_model_->own_gpu,
                   .whole = whole});
}

void Pane::open(const RecordingSpec& spec, const ModelChoice& config, const PaneChoices& choices) {
    drop_early();
    config_ = config;
    WantedRecording wanted{.spec = spec, .shown_with = WantedRecording::Choices::keep, .config = config_};
    if (values() == nullptr) {
        opening_.end(); // its own choices are not these
        set_choices(choices);
    } else {
        wanted.choices = choices;
        wanted.choices->frames = clamped(choices.frames);
    }
    start_opening(std::move(wanted));
}

void Pane::reload() {
    drop_early();
    if (values() == nullptr) return;
    const RecordingSpec spec = shown().recording->spec;
    library_.forget(spec);
    start_opening({.spec = spec, .shown_with = WantedRecording::Choices::keep, .config = config_});
}

void Pane::start_opening(WantedRecording wanted) {
    live_.stop();
    live_.give_up();
    after_work_.reset();
    opening_.begin(std::move(wanted));
    OpeningJob opening{.library = &library_,
                       .wanted = *opening_.wanted(),
                       .first = wanted_choices(),
                       .memory_limit = memory_limit_.value_or(machine_memory())};
    const RecordingSpec& spec = opening.wanted.spec;
    if (opening.wanted.shown_with == WantedRecording::Choices::reset) {
        opening.first.frames = {};
        opening.first.view.subtree.reset();
        opening.first.view.only_ranges.clear();
    }
    // What is shown of the same recording is better than a preview. A traced one may not be saved yet, and
    // stays open until the next one is complete.
    opening.may_be_early =
        values() == nullptr || (shown().recording->spec != spec && !shown().recording->traced);
    work_.start_telling(
        tr("Opening %1").arg(QString::fromStdString(short_name(spec))),
        [this, opening](const JobContext& job, const JobRunner::Tell& tell) {
            const auto show = [&](const EarlyPicture& picture) {
                tell([this, picture] { show_early(picture); });
            };
            return run(opening, show, job.whole());
        },
        [this](const Opened& result) { take_opened(result); });
}

void Pane::take_opened(const Opened& result) {
    const WantedRecording wanted = *opening_.wanted();
    if (const auto* needed = std::get_if<MemoryNeeded>(&result)) return refuse(wanted, *needed);
    const auto& values = std::get<std::shared_ptr<const FrameValues>>(result);
    const OpenRecording& recording_now = *values->simulation->recording;
    const RecordingSpec spec = recording_now.spec;
    const bool resets = wanted.shown_with == WantedRecording::Choices::reset;
    PaneChoices next = wanted_choices();
    const bool was_early = opening_.take_early().has_value();
    // An early picture has set the choices already, and the camera may have been moved since then.
    if (resets && !was_early && &recording_now != recording().get())
        next = with_recording_part(std::move(next), {});
    opening_.end();
    show(values, std::move(next));
    if (was_early) Q_EMIT early_changed();
    if (resets && !wanted.own_gpu) {
        next_model_.reset();
        // The model that this recording needs is not a choice of the user for the next one.
        if (shown().config != wanted.config) next_model_ = DefaultModel{wanted.config, false};
    }
    Q_EMIT opened(spec);
}

void Pane::show_early(EarlyPicture picture) {
    if (opening_.early() != nullptr) {
        showing_ = true;
        opening_.replace_early(std::move(picture));
        settle_extent();
        update_range();
        Q_EMIT extent_changed();
        Q_EMIT values_changed();
    } else {
        showing_ = true;
        PaneChoices next = wanted_choices();
        if (opening_.wanted()->shown_with == WantedRecording::Choices::reset)
            next = with_recording_part(std::move(next), {});
        if (next.view.camera == Camera()) {
            next.view.camera = picture.recording().camera;
            next.view.focus_distance = 0.0F;
        }
        const PaneChoices open_choices = choices_;
        const auto open_values = values();
        if (open_values != nullptr) close_values();
        const PaneChoices before = std::exchange(choices_, next);
        opening_.show_early(std::move(picture), open_values, open_choices, std::move(next));
        settle_extent();
        update_range();
        tell_changes(before);
        Q_EMIT frames_changed();
        Q_EMIT camera_changed();
        Q_EMIT extent_changed();
        Q_EMIT values_changed();
    }
    showing_ = false;
    // The choices may have changed while the worker was busy.
    if (!are_chosen(*opening_.drawn())) request_values();
    Q_EMIT early_changed();
}

void Pane::drop_early() {
    std::optional<PaneOpening::Early> early = opening_.take_early();
    if (!early) return;
    values_job_.stop();
    if (early->values != nullptr)
        show(std::move(early->values), with_changes(early->choices, early->begun, choices_));
    settle_extent();
    update_range();
    Q_EMIT values_changed();
    Q_EMIT early_changed();
}

void Pane::refuse(WantedRecording wanted, const MemoryNeeded& needed) {
    wanted.config = config_;
    wanted.choices = wanted_choices();
    after_work_.reset();
    drop_early();
    opening_.refuse(wanted);
    config_ = config();
    Q_EMIT memory_needed(wanted.spec, needed);
}

void Pane::open_anyway() {
    const std::optional<WantedRecording> refused = opening_.take_refused();
    if (!refused) return;
    const auto limit = std::exchange(memory_limit_, any_memory);
    if (refused->shown_with == WantedRecording::Choices::keep) {
        open(refused->spec, refused->config, *refused->choices);
    } else {
        open(refused->spec);
    }
    memory_limit_ = limit;
}

void Pane::simulate(const ModelChoice& config) {
    const ModelChoice before = std::exchange(config_, config);
    ModelChoice same_part = before; // what is counted is no choice of a model
    same_part.only = config.only;
    if (same_part != config) next_model_.reset();
    if (opening_.wanted() != nullptr || live_.finding())
        after_work_ = config;
    else
        after_work_.reset();
    if (live_.wanted() != config) live_.stop();
    if (after_work_ || values() == nullptr) {
        if (before != config) Q_EMIT work_changed(); // of wanted_config()
        return;
    }
    const bool is_exact = live_.wanted() == config || (live_.shown() && shown().config == config);
    const QString missing = live_.has_sms() ? tr("Simulating %1 for sums of pixels")
                                            : tr("Simulating %1 for sums of SMs and pixels");
    const SimulationJob simulation{.library = &library_,
                                   .recording = shown().recording,
                                   .config = config,
                                   .before = shown().config,
                                   .first = choices_,
                                   .writes = !live_.passed(config),
                                   .memory_limit = memory_limit_.value_or(machine_memory())};
    work_.start(
        (is_exact ? missing : tr("Simulating %1")).arg(QString::fromStdString(shown().recording->name)),
        [simulation](const JobContext& job) { return run(simulation, job); },
        [this](const Opened& result) {
            if (const auto* values = std::get_if<std::shared_ptr<const FrameValues>>(&result))
                return show(*values, choices_);
            refuse({.spec = shown().recording->spec,
                    .shown_with = WantedRecording::Choices::keep,
                    .config = config_},
                   std::get<MemoryNeeded>(result));
        });
}

void Pane::simulate_in_passing(const ModelChoice& config) {
    live_.pass(config);
    simulate(config);
}

void Pane::show_live(const ModelChoice& config) {
    if (!live_.refusal(config).isEmpty()) return;
    live_.want(config);
    if (live_.distances_for(config) != nullptr) {
        // A simulation of an earlier configuration would replace this one. It is still what undo returns to.
        const ModelChoice wanted = config_;
        work_.stop();
        config_ = wanted;
        live_.compute(wanted_values());
    } else if (!live_.finding()) {
        work_.stop();
        live_.find();
    }
}

void Pane::finish_work() {
    if (!std::exchange(after_work_, std::nullopt)) return;
    if (const ModelChoice chosen = config_; chosen != shown().config || live_.shown()) simulate(chosen);
}

void Pane::give_up() {
    live_.give_up();
    after_work_.reset();
    drop_early();
    if (opening_.wanted() != nullptr) opening_.end();
    config_ = config();
}

} // namespace hitmap
