#include "widgets/session/panes/opening_job.h"

#include "widgets/session/recording/library.h"
#include "widgets/session/recording/opening_memory.h"

#include <utility>

namespace hitmap {

namespace {

std::shared_ptr<const FrameValues> open_and_simulate(const OpeningJob& opening,
                                                     const std::function<void(const EarlyPicture&)>& show,
                                                     const JobContext& job) {
    const WantedRecording& wanted = opening.wanted;
    const double share = opening_share(wanted.spec);
    const JobContext simulating = job.part(share, 1.0);
    const auto show_early = [&](const std::shared_ptr<const OpenRecording>& recording,
                                const ModelChoice& model, const JobContext& part) {
        if (!opening.may_be_early) return;
        make_early_pictures(*opening.library, recording, model, first_values(nullptr, opening.first), part,
                            show);
    };
    const auto recording = opening.library->recording(
        wanted.spec, job.part(0.0, share),
        {.bytes = opening.memory_limit, .hierarchy = !wanted.config.preset.empty()}, wanted.whole,
        [&](const auto& traced) { show_early(traced, wanted.config, JobContext{job.stop}); });
    // With choices that are kept, the recording is simulated with this configuration whatever it lacks.
    const bool keeps_config = wanted.shown_with == WantedRecording::Choices::keep;
    ModelChoice model = wanted.config;
    if (!keeps_config) model = model_for(*recording, {wanted.config, wanted.own_gpu});
    // The memory was estimated for the configuration that is wanted.
    const bool is_larger = wanted.own_gpu && wanted.config.preset.empty() && !model.preset.empty();
    if (is_larger && memory_of(*recording, true) > opening.memory_limit)
        model = model_for(*recording, {wanted.config, false});
    const auto simulation = opening.library->simulation(recording, model, simulating, [&] {
        show_early(recording, model, simulating.part(0.0, before_simulation));
    });
    return frame_values(first_values(simulation, opening.first), job);
}

} // namespace

WantedValues first_values(std::shared_ptr<const Simulation> simulation, const PaneChoices& choices) {
    WantedValues request{std::move(simulation),
                         choices.metric,
                         choices.frames,
                         nullptr,
                         {},
                         access_counts_wanted(choices.view)};
    request.subtree = choices.view.subtree;
    request.ranges = choices.view.only_ranges;
    request.draws_faces = colours_faces(choices.view);
    request.colour_by = choices.view.colour_by;
    return request;
}

Opened run(const OpeningJob& opening, const std::function<void(const EarlyPicture&)>& show,
           const JobContext& job) {
    try {
        return open_and_simulate(opening, show, job);
    } catch (const MemoryNeeded& needed) {
        return needed;
    }
}

Opened run(const SimulationJob& simulation, const JobContext& job) {
    const OpenRecording& recording = *simulation.recording;
    const std::uint64_t needed = memory_of(recording, !simulation.config.preset.empty());
    if (needed > simulation.memory_limit && needed > memory_of(recording, !simulation.before.preset.empty()))
        return MemoryNeeded(needed, false);
    return frame_values(first_values(simulation.library->simulation(simulation.recording, simulation.config,
                                                                    job, {}, simulation.writes),
                                     simulation.first),
                        job);
}

} // namespace hitmap
