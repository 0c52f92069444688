#pragma once

#include "core/jobs/progress.h"
#include "core/probe/chase/chase_reading.h"

#include <optional>
#include <span>

namespace hitmap {

/// A source of chases, together with what is known so far about how to interpret them.
class ProbeBench {
public:
    ProbeBench(ChaseSource& source, const JobContext& job) : source_(source), job_(job) {}

    /// As ChaseSource::chase(); counts the accesses. Throws Cancelled.
    const ChaseRun* chase(const Chain& chain, std::uint64_t laps) {
        accesses_ += chain.size() * laps;
        return source_.chase(chain, laps, job_);
    }
    /// Whether these pieces of `words` words, one word of each, cannot all stay. Returns nothing if the
    /// source has no such run.
    [[nodiscard]] std::optional<bool> overflow(const std::vector<std::uint64_t>& pieces,
                                               std::uint64_t words) {
        std::vector<std::uint64_t> chain;
        chain.reserve(pieces.size());
        for (const std::uint64_t piece : pieces)
            chain.push_back(piece * words);
        const ChaseRun* run = chase(Chain::of(std::move(chain)), 2);
        if (run == nullptr) return std::nullopt;
        return keeps_missing(*run, *split);
    }
    [[nodiscard]] std::span<const ChaseRun> recorded() const { return source_.recorded(); }
    [[nodiscard]] std::uint64_t accesses() const { return accesses_; }

    std::optional<LatencySplit> split;
    std::uint64_t step = 0; ///< number of words that one miss fetches

private:
    ChaseSource& source_;
    const JobContext& job_;
    std::uint64_t accesses_ = 0;
};

} // namespace hitmap
