#include "widgets/library.h"

namespace hitmap {

std::shared_ptr<const OpenRecording> Library::recording(const std::string& spec, const JobContext& job) {
    return recordings_.get(spec, job, [&] { return open_recording(spec, pool_, job); });
}

std::shared_ptr<const Simulation> Library::simulation(const std::shared_ptr<const OpenRecording>& recording,
                                                      const SdcmConfig& config, const JobContext& job) {
    const SimulationKey key{recording.get(), {to_string(config.l1), to_string(config.l2)}};
    return simulations_.get(key, job, [&] { return simulate(recording, config, pool_, job); });
}

} // namespace hitmap
