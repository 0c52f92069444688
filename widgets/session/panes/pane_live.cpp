#include "widgets/session/panes/pane_live.h"

#include "widgets/session/recording/live_simulation.h"

#include <algorithm>

namespace hitmap {

PaneLive::PaneLive(Library& library, const PaneOpening& opening, PaneWork& work, QObject* parent)
    : QObject(parent), library_(library), opening_(opening), work_(work) {
    connect(&job_, &JobRunner::failed, this, &PaneLive::failed);
}

bool PaneLive::shown() const {
    return opening_.values() != nullptr && simulation().base != nullptr;
}

PaneLive::DistancesOf PaneLive::distances_of(const ModelChoice& config) const {
    const auto& values = opening_.values();
    return {values != nullptr ? values->simulation->recording : nullptr, config.l1.line, config.l2.line,
            config.only};
}

QString PaneLive::refusal(const ModelChoice& config) const {
    if (opening_.wanted() != nullptr)
        return tr("A recording is being opened. Caches that are chosen meanwhile are simulated afterwards.");
    if (opening_.values() == nullptr) return tr("No recording is open.");
    if (!simulation().profile->capabilities().can_resimulate)
        return tr("The recording has sums of hits and no requests: other caches cannot be simulated.");
    if (!config.preset.empty())
        return tr(
            "The memory pipeline of a GPU is simulated again when a slider is let go: its hits depend on "
            "more than reuse distances, so that there is no curve over the capacity.");
    if (!simulation().config.preset.empty())
        return tr("It is simulated again when a slider is let go: what is shown is the memory pipeline of a "
                  "GPU.");
    if (!is_live_change(simulation(), config))
        return tr("It is simulated again when a slider is let go: what is shown has other lines.");
    const auto* too_large = std::get_if<TooLarge>(&state_);
    return too_large != nullptr && too_large->of == distances_of(config) ? too_large->refusal : QString();
}

std::shared_ptr<const LiveSums> PaneLive::distances_for(const ModelChoice& config) const {
    const auto* found = std::get_if<Found>(&state_);
    const bool follow = found != nullptr && config.preset.empty() && found->of == distances_of(config);
    return follow ? found->distances : nullptr;
}

bool PaneLive::has_sms() const {
    const auto* found = std::get_if<Found>(&state_);
    return found != nullptr && found->distances->kept().sms != nullptr;
}

void PaneLive::find() {
    const ModelChoice config = *wanted_;
    const std::shared_ptr<const OpenRecording> recording = simulation().recording;
    state_ = Finding{distances_of(config)};
    using Result = std::variant<std::shared_ptr<const LiveSums>, QString>;
    work_.start(
        tr("Storing the reuse distances of %1").arg(QString::fromStdString(recording->name)),
        [library = &library_, recording, config](const JobContext& job) -> Result {
            try {
                return library->distances(recording, config, job);
            } catch (const DistancesTooLarge& error) {
                return QString::fromStdString(error.what());
            }
        },
        [this](const Result& result) {
            const auto* finding = std::get_if<Finding>(&state_);
            if (finding == nullptr) return; // they are of a recording that is no longer open
            const DistancesOf of = finding->of;
            if (const auto* distances = std::get_if<std::shared_ptr<const LiveSums>>(&result)) {
                state_ = Found{of, *distances};
                if (wanted_) Q_EMIT found();
            } else {
                state_ = TooLarge{
                    of,
                    tr("It is simulated again when a slider is let go: %1.").arg(std::get<QString>(result))};
                wanted_.reset();
            }
            Q_EMIT distances_changed();
        });
}

void PaneLive::give_up() {
    if (finding()) state_ = None();
}

void PaneLive::compute(const WantedValues& request) {
    const auto base = shown() ? simulation().base : opening_.values()->simulation;
    const auto* found = std::get_if<Found>(&state_);
    if (!is_live_change(*base, *wanted_) || found == nullptr || found->of != distances_of(*wanted_)) return;
    job_.start(
        [base, distances = found->distances, config = *wanted_, request](const JobContext& job) {
            WantedValues wanted = request;
            wanted.simulation = live_simulation(base, distances, config, job);
            return frame_values(wanted, job);
        },
        [this](const std::shared_ptr<const FrameValues>& values) {
            if (wanted_) Q_EMIT computed(values);
        });
}

void PaneLive::stop() {
    wanted_.reset();
    job_.stop();
}

void PaneLive::forget() {
    state_ = None();
}

void PaneLive::pass(const ModelChoice& config) {
    const auto are_same = [&](const ModelChoice& other) {
        return other.l1 == config.l1 && other.l2 == config.l2;
    };
    const bool is_usual = are_same(ModelChoice()) || (shown() && are_same(simulation().base->config));
    if (!is_usual && !passed(config)) passed_.emplace_back(config.l1, config.l2);
}

bool PaneLive::passed(const ModelChoice& config) const {
    return std::ranges::count(passed_, std::pair(config.l1, config.l2)) != 0;
}

} // namespace hitmap
