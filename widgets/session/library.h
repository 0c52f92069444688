#pragma once

#include "widgets/session/open_recording.h"
#include "widgets/session/shared_results.h"

#include <array>
#include <string>
#include <utility>

namespace hitmap {

/// What panes share: each recording is read once and each configuration of it simulated once, and both are
/// kept while a pane shows them. Thread-safe.
class Library {
public:
    /// @param pool  outlives the library and everything that comes out of it
    explicit Library(ThreadPool& pool) : pool_(pool) {}

    /// Throws what open_recording throws.
    [[nodiscard]] std::shared_ptr<const OpenRecording> recording(const std::string& spec,
                                                                 const JobContext& job);
    /// Throws what simulate throws.
    [[nodiscard]] std::shared_ptr<const Simulation>
    simulation(const std::shared_ptr<const OpenRecording>& recording, const ModelChoice& config,
               const JobContext& job);
    /// For work about what it hands out.
    [[nodiscard]] ThreadPool& pool() const { return pool_; }
    /// Made elsewhere; shared from now on.
    void add(const std::shared_ptr<const Simulation>& simulation);
    /// The next recording() reads the file again.
    void forget(const std::string& spec) { recordings_.forget(spec); }

private:
    /// Recording and configuration; the recording is kept alive by the simulation.
    using SimulationKey = std::pair<const OpenRecording*, std::array<std::string, 5>>;
    [[nodiscard]] static SimulationKey key_of(const OpenRecording& recording, const ModelChoice& config);

    ThreadPool& pool_;
    SharedResults<std::string, OpenRecording> recordings_;
    SharedResults<SimulationKey, Simulation> simulations_;
};

} // namespace hitmap
