#pragma once

#include "core/profile/pixels/pixel_table.h"
#include "widgets/session/library/image_values.h"
#include "widgets/session/library/shared_results.h"
#include "widgets/session/recording/open_recording.h"

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

namespace hitmap {

/// Data shared by panes: each recording is read once, each configuration simulated once, and the requests of
/// its pixels counted once for each window. All are kept as long as a pane shows them. Thread-safe.
class Library {
public:
    /// @param pool  must outlive the library and everything that it returns
    explicit Library(ThreadPool& pool) : pool_(pool) {}

    /// Throws as open_recording does. A recording that is open already takes no more memory.
    /// @param whole  as for open_recording()
    [[nodiscard]] std::shared_ptr<const OpenRecording>
    recording(const std::string& spec, const JobContext& job, const OpeningLimit& limit = {},
              const std::shared_ptr<const HmtFile>& whole = nullptr);
    /// Throws as simulate does.
    [[nodiscard]] std::shared_ptr<const Simulation>
    simulation(const std::shared_ptr<const OpenRecording>& recording, const ModelChoice& config,
               const JobContext& job);
    /// Simulates again and returns the sums of the pixels. Throws what make_pixel_table() throws.
    [[nodiscard]] std::shared_ptr<const PixelTable> pixel_table(const CountedPixels& counted,
                                                                const JobContext& job);
    /// For further work on its results.
    [[nodiscard]] ThreadPool& pool() const { return pool_; }
    /// Adds a recording that was made elsewhere, to share it.
    void add(const std::shared_ptr<const Simulation>& simulation);
    /// Makes the next recording() read the file again.
    void forget(const std::string& spec) { recordings_.forget(spec); }

private:
    /// Recording and configuration; the simulation owns a reference to the recording.
    using SimulationKey = std::pair<const OpenRecording*, std::array<std::string, 5>>;
    [[nodiscard]] static SimulationKey key_of(const OpenRecording& recording, const ModelChoice& config);

    /// A table with a reference to its simulation, so that no other simulation gets the same address.
    struct CountedTable {
        std::shared_ptr<const Simulation> simulation;
        PixelTable table;
    };
    /// Simulation and window.
    using PixelKey = std::tuple<const Simulation*, std::uint64_t, std::uint64_t>;

    ThreadPool& pool_;
    SharedResults<std::string, OpenRecording> recordings_;
    SharedResults<SimulationKey, Simulation> simulations_;
    SharedResults<PixelKey, CountedTable> tables_;
};

} // namespace hitmap
