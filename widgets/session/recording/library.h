#pragma once

#include "core/profile/live/kept_pixels.h"
#include "core/profile/live/live_sums.h"
#include "core/profile/pixel_index/pixel_index.h"
#include "core/profile/pixels/pixel_table.h"
#include "widgets/session/recording/image_values.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/session/recording/shared_results.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace hitmap {

/// A simulation with an index of its pixels.
struct IndexedSimulation {
    std::shared_ptr<const Simulation> simulation;
    /// Null: it would take too much memory, so that the pixels of each window are counted by simulating
    /// again.
    std::shared_ptr<const PixelIndex> pixels;
};

/// Data shared by panes: each recording is read once, each configuration simulated once, and its pixels are
/// indexed once. All are kept as long as a pane shows them. Thread-safe.
class Library {
public:
    /// @param pool  must outlive the library and everything that it returns
    explicit Library(ThreadPool& pool);

    /// Throws as open_recording does. A recording that is open already takes no more memory.
    /// @param whole        as for open_recording()
    /// @param take_traced  as for open_recording(); not called if the recording is shared
    [[nodiscard]] std::shared_ptr<const OpenRecording>
    recording(const RecordingSpec& spec, const JobContext& job, const OpeningLimit& limit = {},
              const std::shared_ptr<const HmtFile>& whole = nullptr, const TakeTraced& take_traced = {});
    /// Throws as simulate does.
    /// @param before  as for simulate(); not called if the simulation is shared
    /// @param writes  as for Storing; ignored if the simulation is shared
    [[nodiscard]] std::shared_ptr<const Simulation>
    simulation(const std::shared_ptr<const OpenRecording>& recording, const ModelChoice& config,
               const JobContext& job, const std::function<void()>& before = {}, bool writes = true);
    /// Simulates again and returns the index of the pixels. Throws what make_pixel_table() throws.
    /// The frames matter only if metrics choose the elements that count. The simulation of a slider that
    /// moves has the index of its base.
    [[nodiscard]] std::shared_ptr<const IndexedSimulation> indexed(const CountedPixels& counted,
                                                                   const JobContext& job);
    /// Returns the pixels of a window: from indexed() or, if that has no index, by simulating for each
    /// window. Those of a slider that moves come from kept distances and, for what does not depend on caches,
    /// from the pixels of its base. Throws what make_pixel_table() throws.
    [[nodiscard]] std::shared_ptr<const WindowPixels> pixels(const CountedPixels& counted,
                                                             const JobContext& job);
    /// Returns the reuse distances of a simulation with the stack distance cache model, which are those of
    /// all capacities and ways. Throws DistancesTooLarge if they do not fit beside the recording, and what
    /// keep_distances() throws.
    [[nodiscard]] std::shared_ptr<const LiveSums>
    distances(const std::shared_ptr<const OpenRecording>& recording, const ModelChoice& config,
              const JobContext& job);
    /// Lets the library use the results of earlier starts of the program, and keep its own. Call it before
    /// anything else.
    void store_results_in(std::shared_ptr<StoredResults> kept) { kept_ = std::move(kept); }
    /// Null: none are kept.
    [[nodiscard]] const std::shared_ptr<StoredResults>& kept() const { return kept_; }
    /// Sets the memory that a recording with an index, or with reuse distances, may take, which is
    /// machine_memory() otherwise.
    void set_memory_limit(std::uint64_t bytes) { memory_limit_ = bytes; }
    /// Sets from how many lane accesses on a recording is shown before its simulation is complete: first its
    /// geometry, while it is traced or after it was read, then a preview. Smaller ones are simulated within a
    /// second or two.
    void show_early_from(std::uint64_t lane_accesses) { early_from_ = lane_accesses; }
    [[nodiscard]] std::uint64_t early_from() const { return early_from_; }
    /// For further work on its results.
    [[nodiscard]] ThreadPool& pool() const { return pool_; }
    /// Adds a recording that was made elsewhere, to share it.
    void add(const std::shared_ptr<const Simulation>& simulation);
    /// Makes the next recording() read the file or trace the scene again.
    void forget(const RecordingSpec& spec);

private:
    /// Recording and configuration; the simulation owns a reference to the recording.
    using SimulationKey = std::pair<const OpenRecording*, std::array<std::string, 5>>;
    [[nodiscard]] static SimulationKey key_of(const OpenRecording& recording, const ModelChoice& config);

    /// A table with a reference to its simulation, so that no other simulation gets the same address.
    struct CountedTable {
        std::shared_ptr<const IndexedSimulation> indexed;
        PixelTable table;
    };
    /// The same for a window of an index.
    struct CountedWindow {
        std::shared_ptr<const IndexedSimulation> indexed;
        IndexedPixels pixels;
    };
    /// Profile, the ranges of the elements that count, and a window. Simulations that differ in the name of
    /// their recording share a profile.
    using PixelKey = std::tuple<const Profile*, std::string, std::uint64_t, std::uint64_t>;
    [[nodiscard]] static PixelKey key_of(const CountedPixels& counted, TimeWindow window);
    [[nodiscard]] std::shared_ptr<const PixelIndex> index_of(const CountedPixels& counted,
                                                             const JobContext& job) const;

    [[nodiscard]] bool take_forgotten(const RecordingSpec& spec);

    ThreadPool& pool_;
    std::shared_ptr<StoredResults> kept_;
    std::mutex forgotten_mutex_;
    std::set<std::string> forgotten_; ///< texts of specs whose next recording() uses no kept results
    SharedResults<std::string, OpenRecording> recordings_;
    SharedResults<SimulationKey, Simulation> simulations_;
    std::atomic<std::uint64_t> memory_limit_;
    std::atomic<std::uint64_t> early_from_ = 32'000'000;
    /// Recording, lines of both levels, and restriction.
    using DistancesKey = std::tuple<const OpenRecording*, std::uint32_t, std::uint32_t, std::string>;
    [[nodiscard]] static DistancesKey distances_key_of(const OpenRecording& recording,
                                                       const ModelChoice& config) {
        return {&recording, config.l1.line, config.l2.line, to_string(config.only)};
    }
    /// The memory that is left beside an open recording.
    [[nodiscard]] KeptLimit limit_beside(const OpenRecording& recording) const;
    [[nodiscard]] std::shared_ptr<const WindowPixels> live_pixels(const CountedPixels& counted,
                                                                  const JobContext& job);
    SharedResults<DistancesKey, LiveSums> distances_;
    /// LivePixels refers to both, so that no other distances get the same address.
    SharedResults<const LiveSums*, KeptPixels> kept_pixels_;
    SharedResults<PixelKey, IndexedSimulation> indices_;
    SharedResults<PixelKey, CountedTable> tables_;
};

} // namespace hitmap
