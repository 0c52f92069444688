#include "widgets/session/library/library.h"

#include "core/profile/derived/pixel_tables.h"
#include "core/trace/hmt/file/hmt_reader.h"

namespace hitmap {

Library::SimulationKey Library::key_of(const OpenRecording& recording, const ModelChoice& config) {
    return {&recording,
            {to_string(config.l1), to_string(config.l2), config.preset, to_string(config.only),
             config.explain_misses ? "why" : ""}};
}

void Library::add(const std::shared_ptr<const Simulation>& simulation) {
    recordings_.put(simulation->recording->spec, simulation->recording);
    simulations_.put(key_of(*simulation->recording, simulation->config), simulation);
}

std::shared_ptr<const OpenRecording> Library::recording(const std::string& spec, const JobContext& job,
                                                        const OpeningLimit& limit,
                                                        const std::shared_ptr<const HmtFile>& whole) {
    return recordings_.get(spec, job, [&] { return open_recording(spec, pool_, job, limit, whole); });
}

std::shared_ptr<const Simulation> Library::simulation(const std::shared_ptr<const OpenRecording>& recording,
                                                      const ModelChoice& config, const JobContext& job) {
    return simulations_.get(key_of(*recording, config), job,
                            [&] { return simulate(recording, config, pool_, job); });
}

std::shared_ptr<const PixelTable> Library::pixel_table(const CountedPixels& counted, const JobContext& job) {
    const TimeWindow window = window_of(counted);
    const auto shared = tables_.get({counted.simulation.get(), window.first, window.last}, job, [&] {
        const Simulation& simulation = *counted.simulation;
        const OpenRecording& recording = *simulation.recording;
        const auto source = request_source(*recording.file, pool_, 0, recording.scene);
        return std::make_shared<const CountedTable>(
            CountedTable{counted.simulation, make_pixel_table(*source, simulation.model,
                                                              simulation.config.only, window, pool_, job)});
    });
    return {shared, &shared->table};
}

} // namespace hitmap
