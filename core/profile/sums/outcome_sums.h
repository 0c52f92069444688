#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace hitmap {

/// Adds an element of AccessOutcomes to the sums of its kind: nothing where it is null, since it does not
/// count then. elements_accessed is left alone.
void add_outcome(KindSums& sums, const AccessOutcome* outcome);
/// All fields, elements_accessed too.
KindSums& operator+=(KindSums& sums, const KindSums& more);
KindSums& operator-=(KindSums& sums, const KindSums& less);
[[nodiscard]] KindSums sum_of(std::span<const KindSums> kinds);

/// Totals of kinds by group (frame, SM, launch), made while a model runs: memory for the groups only, none
/// an access.
class SumsByGroup final : public OutcomeSink {
public:
    /// Frames of q over N = `positions` element accesses; groups are frames, all q are there.
    [[nodiscard]] static SumsByGroup by_frame(std::uint64_t positions, std::uint64_t q);
    /// Groups are SMs 0..sm_count - 1, and more where requests name more.
    [[nodiscard]] static SumsByGroup by_sm(std::uint32_t sm_count);
    /// Groups are launches 0..launch_count - 1, and more where requests name more.
    [[nodiscard]] static SumsByGroup by_launch(std::uint32_t launch_count);
    /// One group of everything.
    [[nodiscard]] static SumsByGroup whole();

    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    /// [groups][kinds]; elements_accessed is 0: distinct elements are not counted.
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

/// Forwards to several sinks, in their order.
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
