#pragma once

#include "core/jobs/progress.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Elements of the chased array are words of 4 bytes, as in Mei et al. 2014, section 3.2.
inline constexpr std::uint64_t word_bytes = 4;

/// One access of a pointer chase: which element was loaded and how long it took. A benchmark gets nothing
/// else.
struct ChaseSample {
    std::uint64_t index = 0; ///< index of a word
    std::uint32_t latency = 0;
    friend bool operator==(const ChaseSample&, const ChaseSample&) = default;
};

/// The elements that a chase visits, in order, repeatedly: j = A[j]. An element occurs at most once in a lap,
/// because an array element has only one successor.
class Chain {
public:
    /// Words 0, stride, 2 stride, ... (`count` of them): listing 3 of Mei et al. 2014 with N = count x
    /// stride.
    [[nodiscard]] static Chain uniform(std::uint64_t count, std::uint64_t stride);
    [[nodiscard]] static Chain of(std::vector<std::uint64_t> words);

    [[nodiscard]] std::uint64_t size() const { return words_.empty() ? count_ : words_.size(); }
    [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const {
        return words_.empty() ? i * stride_ : words_[i];
    }

private:
    std::uint64_t count_ = 0;
    std::uint64_t stride_ = 0;
    std::vector<std::uint64_t> words_;
};

/// The samples of one run of a chase, from its first access with a cold cache.
struct ChaseRun {
    std::vector<ChaseSample> samples;

    /// The number of accesses until the first element comes again; all accesses if it does not.
    [[nodiscard]] std::uint64_t lap() const;
    /// The number of complete laps.
    [[nodiscard]] std::uint64_t laps() const;
    [[nodiscard]] std::span<const ChaseSample> lap(std::uint64_t number) const;
    /// Whether the run visits the elements of the chain.
    [[nodiscard]] bool follows(const Chain& chain) const;
    /// The distance of successive words if the chase is uniform and begins at word 0; otherwise 0.
    [[nodiscard]] std::uint64_t stride() const;
};

/// The source of runs: a simulated cache, or a file of measured runs.
class ChaseSource {
public:
    virtual ~ChaseSource() = default;
    /// Runs the chain for this number of laps with a cold cache. Returns null if the source has no such
    /// run. The result is valid until the next call. Throws Cancelled.
    virtual const ChaseRun* chase(const Chain& chain, std::uint64_t laps, const JobContext& job) = 0;
    /// All runs of a source that cannot run other chases; empty if any chase can be run.
    [[nodiscard]] virtual std::span<const ChaseRun> recorded() const { return {}; }
};

} // namespace hitmap
