#include "core/profile/elements/access_results.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace hitmap {

namespace {

/// Keeps the outcomes of the element accesses of a list.
class Outcomes final : public OutcomeSink {
public:
    Outcomes(std::span<const LaneAccess> accesses, std::vector<LaneAccessResult>& results)
        : accesses_(accesses), results_(results) {}
    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        const std::uint64_t end = position_ + accesses.size();
        for (; next_ < accesses_.size(); ++next_) {
            const auto& element = accesses_[next_].element;
            if (!element) continue;
            if (element->position >= end) break;
            const AccessOutcome* const outcome = outcomes[element->position - position_];
            if (outcome != nullptr) results_[next_].outcome = *outcome;
        }
        position_ = end;
    }

private:
    std::span<const LaneAccess> accesses_;
    std::vector<LaneAccessResult>& results_;
    std::size_t next_ = 0;
    std::uint64_t position_ = 0;
};

/// Keeps the levels of the lanes of a list.
class Levels final : public LaneLevelSink {
public:
    Levels(std::span<const LaneAccess> accesses, std::vector<LaneAccessResult>& results)
        : accesses_(accesses), results_(results) {}
    std::uint32_t lanes_of(const RequestView& block, std::size_t i) override {
        const std::uint64_t request = block.first_request.value + i;
        first_ = last_;
        lanes_ = 0;
        for (; last_ < accesses_.size() && accesses_[last_].request == request; ++last_)
            lanes_ |= 1U << accesses_[last_].lane;
        return lanes_;
    }
    void add(std::span<const LaneLevel> levels) override {
        for (std::size_t i = first_; i < last_; ++i) {
            const std::uint32_t below = lanes_ & ((1U << accesses_[i].lane) - 1U);
            results_[i].level = levels[static_cast<std::size_t>(std::popcount(below))];
        }
    }

private:
    std::span<const LaneAccess> accesses_;
    std::vector<LaneAccessResult>& results_;
    std::size_t first_ = 0; ///< accesses [first_, last_) are those of the request
    std::size_t last_ = 0;
    std::uint32_t lanes_ = 0;
};

} // namespace

std::vector<LaneAccessResult> simulate_accesses(RequestSource& source, const ModelConfig& config,
                                                const Restriction& only, std::span<const LaneAccess> accesses,
                                                ThreadPool& pool, const JobContext& job) {
    std::vector<LaneAccessResult> results(accesses.size());
    Outcomes outcomes(accesses, results);
    Levels levels(accesses, results);
    if (const auto* sdcm = std::get_if<SdcmConfig>(&config)) {
        simulate_restricted(source, *sdcm, only, outcomes, pool, job);
    } else {
        HierarchySinks sinks;
        sinks.outcomes = &outcomes;
        sinks.lanes = &levels;
        simulate_restricted(source, std::get<HierarchyConfig>(config), only, sinks, pool, job);
    }
    return results;
}

} // namespace hitmap
