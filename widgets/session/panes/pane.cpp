#include "widgets/session/panes/pane.h"

#include "widgets/base/path_text.h"
#include "widgets/session/recording/opening_memory.h"
#include "widgets/session/recording/part_request.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace hitmap {

namespace {

/// The first values of a simulation.
ValuesRequest first_values(std::shared_ptr<const Simulation> simulation, const PaneChoices& choices) {
    ValuesRequest request{std::move(simulation),
                          choices.metric,
                          choices.frames,
                          nullptr,
                          {},
                          access_counts_wanted(choices.view)};
    request.subtree = choices.view.subtree;
    request.ranges = choices.view.only_ranges;
    return request;
}

/// The values are the same if simulations differ only in the recording's name.
std::shared_ptr<const FrameValues> values_of(std::shared_ptr<const Simulation> simulation,
                                             const FrameValues& values) {
    auto renamed = std::make_shared<FrameValues>(values);
    renamed->simulation = std::move(simulation);
    return renamed;
}

/// What a worker opens.
struct Opening {
    Library* library = nullptr;
    std::string spec;
    ModelChoice config;
    bool keeps_config = false; ///< whether the recording is simulated with `config` whatever it lacks
    std::shared_ptr<const HmtFile> whole;
    PaneChoices first;
    bool may_be_early = false;
    std::uint64_t memory_limit = any_memory;
};

/// Opens a recording, simulates it and computes the values that are shown first.
/// @param show  is called with what can be drawn before
std::shared_ptr<const FrameValues> open_and_simulate(const Opening& wanted,
                                                     const std::function<void(const EarlyPicture&)>& show,
                                                     const JobContext& job) {
    const double share = opening_share(wanted.spec);
    const JobContext simulating = job.part(share, 1.0);
    const auto show_early = [&](const std::shared_ptr<const OpenRecording>& recording,
                                const ModelChoice& model, const JobContext& part) {
        if (!wanted.may_be_early) return;
        make_early_pictures(*wanted.library, recording, model, first_values(nullptr, wanted.first), part,
                            show);
    };
    const auto recording = wanted.library->recording(
        wanted.spec, job.part(0.0, share),
        {.bytes = wanted.memory_limit, .hierarchy = !wanted.config.preset.empty()}, wanted.whole,
        [&](const auto& traced) { show_early(traced, wanted.config, JobContext{job.stop}); });
    const ModelChoice model = wanted.keeps_config ? wanted.config : model_for(*recording, wanted.config);
    const auto simulation = wanted.library->simulation(recording, model, simulating, [&] {
        show_early(recording, model, simulating.part(0.0, before_simulation));
    });
    return frame_values(first_values(simulation, wanted.first), job);
}

} // namespace

Pane::Pane(Library& library, QObject* parent) : QObject(parent), library_(library) {
    connect(&values_job_, &JobRunner::failed, this, &Pane::failed);
    connect(&preview_job_, &JobRunner::failed, this, &Pane::failed);
    connect(&highlighted_job_, &JobRunner::failed, this, &Pane::failed);
    connect(&all_frames_job_, &JobRunner::failed, this, [this](const QString& message) {
        all_frames_.reset(); // the next request tries again
        Q_EMIT failed(message);
    });
    connect(&rays_job_, &JobRunner::failed, this, &Pane::failed);
    connect(&image_, &PaneImage::changed, this, &Pane::show_image);
    connect(&image_, &PaneImage::failed, this, &Pane::failed);
    for (const auto told : {&JobRunner::started, &JobRunner::finished, &JobRunner::stopped})
        connect(&image_.job(), told, this, &Pane::work_changed);
    connect(&image_.job(), &JobRunner::failed, this, &Pane::work_changed);
    connect(this, &Pane::selection_changed, this, &Pane::update_highlighted);
    for (const auto changed :
         {&Pane::selection_changed, &Pane::recording_changed, &Pane::ray_display_changed})
        connect(this, changed, this, &Pane::update_rays);
    // This signal is also emitted for another profile.
    connect(this, &Pane::frames_changed, this, &Pane::update_highlighted);
    connect(&work_, &JobRunner::finished, this, &Pane::finish_work);
    connect(&work_, &JobRunner::stopped, this, &Pane::give_up);
    connect(&work_, &JobRunner::failed, this, [this](const QString& message) {
        give_up();
        Q_EMIT failed(message);
    });
}

std::shared_ptr<const OpenRecording> Pane::recording() const {
    return values_ != nullptr ? shown().recording : nullptr;
}

std::shared_ptr<const Profile> Pane::profile() const {
    return values_ != nullptr ? shown().profile : nullptr;
}

void Pane::open(const std::string& spec, const std::shared_ptr<const HmtFile>& whole) {
    drop_early();
    next_choices_.reset();
    config_ = next_config_.value_or(config_);
    config_.only = {}; // another recording may not have the restriction
    open_as(spec, Choices::reset, whole);
}

void Pane::open(const std::string& spec, const ModelChoice& config, const PaneChoices& choices) {
    drop_early();
    config_ = config;
    next_choices_.reset();
    if (values_ == nullptr) {
        set_choices(choices);
    } else {
        next_choices_ = choices;
        next_choices_->frames = clamped(choices.frames);
    }
    open_as(spec, Choices::keep);
}

void Pane::reload() {
    drop_early();
    if (values_ == nullptr) return;
    next_choices_.reset();
    const std::string spec = shown().recording->spec;
    library_.forget(spec);
    open_as(spec, Choices::keep);
}

void Pane::open_as(const std::string& spec, Choices choices, const std::shared_ptr<const HmtFile>& whole) {
    spec_ = spec;
    stop_preview();
    keeping_ = false;
    opening_ = true;
    config_next_ = false;
    const PartRequest wanted = part_request(spec);
    const std::string part = short_text(wanted);
    begin(
        tr("Opening %1").arg(QString::fromStdString(part.empty() ? spec : wanted.file + " (" + part + ")")));
    PaneChoices first = wanted_choices();
    if (choices == Choices::reset) {
        first.frames = {};
        first.view.subtree.reset();
        first.view.only_ranges.clear();
    }
    // What is shown of the same recording is better than a preview. A traced one may not be saved yet, and
    // stays open until the next one is complete.
    const bool may_be_early =
        values_ == nullptr || (shown().recording->spec != spec && !shown().recording->traced);
    const Opening opening{.library = &library_,
                          .spec = spec,
                          .config = config_,
                          .keeps_config = choices == Choices::keep,
                          .whole = whole,
                          .first = first,
                          .may_be_early = may_be_early,
                          .memory_limit = memory_limit_.value_or(machine_memory())};
    work_.start_telling(
        [this, opening, choices](const JobContext& job, const JobRunner::Tell& tell) -> Opened {
            const auto show = [&](const EarlyPicture& picture) {
                tell([this, choices, picture] { show_early(choices, picture); });
            };
            try {
                return open_and_simulate(opening, show, job.whole());
            } catch (const MemoryNeeded& needed) {
                return needed;
            }
        },
        [this, choices, model = config_](const Opened& result) {
            if (const auto* values = std::get_if<std::shared_ptr<const FrameValues>>(&result))
                finish_opening(choices, model, *values);
            else
                refuse(choices, std::get<MemoryNeeded>(result));
        });
}

void Pane::finish_opening(Choices choices, const ModelChoice& wanted,
                          const std::shared_ptr<const FrameValues>& values) {
    const OpenRecording& recording_now = *values->simulation->recording;
    const QString spec_text = path_text(recording_now.spec);
    PaneChoices next = wanted_choices();
    const bool was_early = early_.has_value();
    // An early picture has set the choices already, and the camera may have been moved since then.
    if (choices == Choices::reset && !was_early && &recording_now != recording().get())
        next = for_other_recording(std::move(next));
    opening_ = false;
    next_choices_.reset();
    early_.reset();
    before_early_ = {};
    show(values, std::move(next));
    if (was_early) Q_EMIT early_changed();
    if (choices == Choices::reset) {
        next_config_.reset();
        // The model that this recording needs is not a choice of the user for the next one.
        if (shown().config != wanted) next_config_ = wanted;
    }
    Q_EMIT opened(spec_text);
}

void Pane::refuse(Choices choices, const MemoryNeeded& needed) {
    refused_ = {spec_, choices, config_, wanted_choices()};
    opening_ = false;
    config_next_ = false;
    next_choices_.reset();
    drop_early();
    config_ = config();
    spec_ = values_ != nullptr ? shown().recording->spec : std::string();
    Q_EMIT memory_needed(path_text(refused_.spec), needed);
}

void Pane::open_anyway() {
    const Refused refused = std::exchange(refused_, {});
    if (refused.spec.empty()) return;
    const auto limit = std::exchange(memory_limit_, any_memory);
    if (refused.choices == Choices::keep) {
        open(refused.spec, refused.config, refused.wanted);
    } else {
        open(refused.spec);
    }
    memory_limit_ = limit;
}

void Pane::simulate(const ModelChoice& config) {
    config_ = config;
    next_config_.reset();
    config_next_ = opening_ || keeping_;
    if (preview_ != config) stop_preview();
    if (config_next_ || values_ == nullptr) return;
    const bool exact = preview_ == config || (previews() && shown().config == config);
    const bool has_sms = distances_ != nullptr && distances_->kept().sms != nullptr;
    const QString missing =
        has_sms ? tr("Simulating %1 for sums of pixels") : tr("Simulating %1 for sums of SMs and pixels");
    begin((exact ? missing : tr("Simulating %1")).arg(QString::fromStdString(shown().recording->name)));
    work_.start(
        [library = &library_, recording = shown().recording, config, before = shown().config,
         first = choices_, writes = std::ranges::count(passed_, std::pair(config.l1, config.l2)) == 0,
         limit = memory_limit_.value_or(machine_memory())](const JobContext& job) -> Opened {
            const std::uint64_t needed = memory_of(*recording, !config.preset.empty());
            // What is shown was accepted already.
            if (needed > limit && needed > memory_of(*recording, !before.preset.empty()))
                return MemoryNeeded(needed, false);
            const auto simulation = library->simulation(recording, config, job, {}, writes);
            return frame_values(first_values(simulation, first), job);
        },
        [this](const Opened& result) {
            if (const auto* values = std::get_if<std::shared_ptr<const FrameValues>>(&result))
                show(*values, choices_);
            else
                refuse(Choices::keep, std::get<MemoryNeeded>(result));
        });
}

void Pane::simulate_in_passing(const ModelChoice& config) {
    const std::pair caches(config.l1, config.l2);
    const auto are_of = [&](const ModelChoice& other) { return std::pair(other.l1, other.l2) == caches; };
    const bool is_usual = are_of(ModelChoice()) || (previews() && are_of(shown().base->config));
    if (!is_usual && std::ranges::count(passed_, caches) == 0) passed_.push_back(caches);
    simulate(config);
}

void Pane::show_same_as(const Pane& other) {
    work_.stop();
    drop_early();
    stop_preview();
    config_ = other.config();
    next_config_ = other.next_config_;
    passed_ = other.passed_;
    spec_ = other.values_ != nullptr ? other.shown().recording->spec : std::string();
    range_ = other.range_;
    range_origin_ = other.range_origin_;
    if (other.values_ != nullptr) {
        show(other.values_, other.choices_);
        if (previews()) simulate_in_passing(other.config());
    } else {
        set_choices(other.choices_);
    }
}

void Pane::show(std::shared_ptr<const FrameValues> values, PaneChoices choices) {
    const OpenRecording& next = *values->simulation->recording;
    const bool other_recording = &next != recording().get();
    const bool other_scene = values_ == nullptr || recording()->scene != next.scene || next.scene == nullptr;
    const PaneChoices before = std::exchange(choices_, std::move(choices));
    showing_ = true;
    values_job_.stop(); // its result belongs to the profile that is replaced
    const bool is_preview = values->simulation->base != nullptr;
    if (!is_preview) stop_preview();
    if (values->simulation->profile != profile()) forget_all_frames();
    values_ = std::move(values);
    if (!config_next_ && !is_preview) config_ = shown().config;
    choices_.selection = known(choices_.selection);
    choices_.accesses = known(choices_.accesses);
    choices_.frames = whole(choices_.frames);
    choices_.view.subtree = known(choices_.view.subtree);
    choices_.view.only_ranges = known_ranges(*simulation(), std::move(choices_.view.only_ranges));
    // If the choices have no camera, the recorded one is used.
    if (other_recording && choices_.view.camera == Camera()) {
        choices_.view.camera = shown().recording->camera;
        choices_.view.focus_distance = 0.0F;
    }
    if (other_recording) drop_distances();
    const bool dropped = other_scene && drop_highlighted();
    const bool region_dropped = other_scene && std::exchange(region_, nullptr) != nullptr;
    const auto& image = image_.values();
    if (image != nullptr && image->request.counted.simulation->recording.get() != &next) image_.forget();
    settle_extent();
    update_range();
    // The state is updated completely before any signal, since views may repaint on each of them.
    if (other_recording) Q_EMIT recording_changed();
    if (dropped) Q_EMIT highlighted_changed();
    if (region_dropped) Q_EMIT region_changed();
    Q_EMIT profile_changed();
    tell_changes(before);
    Q_EMIT frames_changed();
    Q_EMIT camera_changed();
    Q_EMIT extent_changed();
    Q_EMIT values_changed();
    if (is_preview) Q_EMIT stale_changed(); // it may be the one whose simulation runs already
    showing_ = false;
    request_image();
    // The choices may have changed while the worker was busy.
    if (values_->metric != choices_.metric || values_->frames != choices_.frames ||
        values_->drawn_subtree() != choices_.view.subtree ||
        values_->drawn_ranges() != choices_.view.only_ranges ||
        values_->difference != (values_request().reference != nullptr))
        request_values();
}

void Pane::take_saved(std::shared_ptr<const Simulation> saved) {
    const bool wanted = spec_ == shown().recording->spec;
    const bool working = !work_title_.isEmpty();
    const ModelChoice config = config_;
    image_.take_saved(simulation(), saved);
    show(values_of(std::move(saved), *values_), choices_);
    config_ = config;
    if (!wanted) return; // another recording is being opened
    spec_ = shown().recording->spec;
    opening_ = false;
    if (working || previews()) simulate(config); // the running simulation would restore the old configuration
}

void Pane::close() {
    work_.stop();
    drop_early();
    stop_preview();
    drop_distances();
    spec_.clear();
    if (values_ != nullptr) close_values();
}

void Pane::close_values() {
    const PaneChoices before = choices_;
    values_job_.stop();
    image_.forget();
    forget_all_frames();
    values_.reset();
    choices_.frames = {};
    choices_.selection.reset();
    choices_.accesses.reset();
    choices_.view.subtree.reset();
    choices_.view.only_ranges.clear();
    const bool dropped = drop_highlighted();
    const bool region_dropped = std::exchange(region_, nullptr) != nullptr;
    settle_extent();
    Q_EMIT recording_changed();
    if (dropped) Q_EMIT highlighted_changed();
    if (region_dropped) Q_EMIT region_changed();
    Q_EMIT profile_changed();
    tell_changes(before);
    Q_EMIT frames_changed();
    Q_EMIT extent_changed();
    Q_EMIT values_changed();
}

void Pane::stop_work() {
    (work_.running() ? work_ : image_.job()).stop();
}

void Pane::begin(const QString& title) {
    work_title_ = title;
    Q_EMIT stale_changed();
    Q_EMIT work_changed();
}

void Pane::finish_work() {
    end();
    if (!std::exchange(config_next_, false)) return;
    if (const ModelChoice chosen = config_; chosen != shown().config || previews()) simulate(chosen);
}

void Pane::end() {
    work_title_.clear();
    Q_EMIT stale_changed();
    Q_EMIT work_changed();
}

void Pane::give_up() {
    opening_ = false;
    keeping_ = false;
    config_next_ = false;
    next_choices_.reset();
    drop_early();
    config_ = config();
    spec_ = values_ != nullptr ? shown().recording->spec : std::string();
    end();
}

} // namespace hitmap
