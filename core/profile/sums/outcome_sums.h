#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace hitmap {

/// Adds an outcome to the sums of its kind. Does nothing if it is null, since the access does not count then.
/// Does not change elements_accessed.
void add_outcome(KindSums& sums, const AccessOutcome* outcome);
/// Add and subtract all fields, including elements_accessed. A sum of unknown accesses is unknown.
KindSums& operator+=(KindSums& sums, const KindSums& more);
KindSums& operator-=(KindSums& sums, const KindSums& less);
[[nodiscard]] KindSums sum_of(std::span<const KindSums> kinds);

/// Sums of each kind by group (frame, SM or launch), added up while a model runs. The memory depends on the
/// number of groups and not on the number of accesses.
class SumsByGroup final : public OutcomeSink {
public:
    /// Groups are the q frames of N = `positions` element accesses. All q groups exist.
    [[nodiscard]] static SumsByGroup by_frame(std::uint64_t positions, std::uint64_t q);
    /// Groups are SMs 0..sm_count - 1, and further ones if requests name them.
    [[nodiscard]] static SumsByGroup by_sm(std::uint32_t sm_count);
    /// Groups are launches 0..launch_count - 1, and further ones if requests name them.
    [[nodiscard]] static SumsByGroup by_launch(std::uint32_t launch_count);
    /// One group with everything.
    [[nodiscard]] static SumsByGroup whole();

    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    /// [groups][kinds] elements_accessed is 0, since distinct elements are not counted.
    [[nodiscard]] const std::vector<std::vector<KindSums>>& groups() const { return groups_; }

private:
    enum class By : std::uint8_t { frame, sm, launch };
    SumsByGroup(By by, std::uint64_t positions, std::uint64_t groups);
    [[nodiscard]] std::vector<KindSums>& group(std::uint64_t i);
    void add_frames(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes);

    By by_;
    std::uint64_t positions_;
    std::uint64_t next_position_ = 0;
    std::vector<std::vector<KindSums>> groups_;
};

/// Forwards outcomes to several sinks, in the order of the list.
class SplitOutcomes final : public OutcomeSink {
public:
    explicit SplitOutcomes(std::vector<std::reference_wrapper<OutcomeSink>> sinks)
        : sinks_(std::move(sinks)) {}
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (OutcomeSink& sink : sinks_)
            sink.add(block, accesses, outcomes);
    }

private:
    std::vector<std::reference_wrapper<OutcomeSink>> sinks_;
};

} // namespace hitmap
