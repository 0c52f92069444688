#include "core/profile/live/live_sums.h"
#include "widgets/session/library/live_simulation.h"
#include "widgets/session/panes/pane.h"

#include <memory>
#include <utility>
#include <variant>

namespace hitmap {

Pane::DistancesOf Pane::distances_of(const ModelChoice& config) const {
    return {recording(), config.l1.line, config.l2.line, config.only};
}

QString Pane::preview_refusal(const ModelChoice& config) const {
    if (opening_)
        return tr("A recording is being opened. Caches that are chosen meanwhile are simulated afterwards.");
    if (values_ == nullptr) return tr("No recording is open.");
    if (!profile()->capabilities().can_resimulate)
        return tr("The recording has sums of hits and no requests: other caches cannot be simulated.");
    if (!config.preset.empty())
        return tr(
            "The memory pipeline of a GPU is simulated again when a slider is let go: its hits depend on "
            "more than reuse distances, so that there is no curve over the capacity.");
    if (!shown().config.preset.empty())
        return tr("It is simulated again when a slider is let go: what is shown is the memory pipeline of a "
                  "GPU.");
    if (!is_live_change(shown(), config))
        return tr("It is simulated again when a slider is let go: what is shown has other lines.");
    if (distances_ == nullptr && distances_of_ == distances_of(config)) return distances_refusal_;
    return {};
}

std::shared_ptr<const LiveSums> Pane::distances_for(const ModelChoice& config) const {
    const bool follow = config.preset.empty() && distances_of_ == distances_of(config);
    return follow ? distances_ : nullptr;
}

void Pane::preview(const ModelChoice& config) {
    if (!preview_refusal(config).isEmpty()) return;
    preview_ = config;
    if (distances_ != nullptr && distances_of_ == distances_of(config)) {
        // A simulation of an earlier preview would replace this one. It is still what undo returns to.
        const ModelChoice wanted = config_;
        work_.stop();
        config_ = wanted;
        start_preview();
    } else if (!keeping_) {
        keep_distances(config);
    }
}

void Pane::keep_distances(const ModelChoice& config) {
    work_.stop();
    keeping_ = true;
    distances_.reset();
    distances_refusal_.clear();
    distances_of_ = distances_of(config);
    begin(tr("Keeping the reuse distances of %1").arg(QString::fromStdString(shown().recording->name)));
    using Kept = std::variant<std::shared_ptr<const LiveSums>, QString>;
    work_.start(
        [library = &library_, recording = recording(), config](const JobContext& job) -> Kept {
            try {
                return library->distances(recording, config, job);
            } catch (const DistancesTooLarge& error) {
                return QString::fromStdString(error.what());
            }
        },
        [this](const Kept& kept) {
            keeping_ = false;
            if (const auto* distances = std::get_if<std::shared_ptr<const LiveSums>>(&kept)) {
                distances_ = *distances;
                if (preview_) start_preview();
            } else {
                distances_refusal_ =
                    tr("It is simulated again when a slider is let go: %1.").arg(std::get<QString>(kept));
                preview_.reset();
            }
            Q_EMIT distances_changed();
        });
}

void Pane::start_preview() {
    const auto base = previews() ? shown().base : simulation();
    if (!is_live_change(*base, *preview_) || distances_of_ != distances_of(*preview_)) return;
    preview_job_.start(
        [base, distances = distances_, config = *preview_,
         request = values_request()](const JobContext& job) {
            ValuesRequest wanted = request;
            wanted.simulation = live_simulation(base, distances, config, job);
            return frame_values(wanted, job);
        },
        [this](const std::shared_ptr<const FrameValues>& values) {
            if (preview_) show(values, choices_);
        });
}

void Pane::stop_preview() {
    preview_.reset();
    preview_job_.stop();
}

void Pane::drop_distances() {
    distances_.reset();
    distances_of_ = {};
    distances_refusal_.clear();
}

} // namespace hitmap
