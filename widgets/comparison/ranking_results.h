#pragma once

#include "core/analysis/comparison/layout_ranking.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QString>

#include <memory>
#include <mutex>
#include <vector>

namespace hitmap {

/// The layouts of a simulation's recording that were tried so far. A job adds to them while the window reads
/// them. Thread-safe.
class GrowingRanking {
public:
    explicit GrowingRanking(std::shared_ptr<const Simulation> simulation)
        : simulation_(std::move(simulation)) {}

    [[nodiscard]] const Simulation& simulation() const { return *simulation_; }
    /// Whether the layouts of another simulation are the same ones: it has the same recording and model.
    [[nodiscard]] bool is_of(const Simulation& other) const;

    [[nodiscard]] std::vector<TriedLayout> tried() const;
    [[nodiscard]] std::vector<RefusedLayouts> refused() const;
    /// Tries all layouts. Throws what possible_layouts() and try_layouts() throw.
    void try_all(ThreadPool& pool, const JobContext& job);

private:
    std::shared_ptr<const Simulation> simulation_;
    mutable std::mutex mutex_;
    std::vector<TriedLayout> tried_;      ///< guarded by mutex_
    std::vector<RefusedLayouts> refused_; ///< guarded by mutex_
};

/// Returns why the layouts of a simulation cannot be ranked, as a sentence for users; empty if they can.
[[nodiscard]] QString why_no_ranking(const Simulation& simulation);

} // namespace hitmap
