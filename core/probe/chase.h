#pragma once

#include "core/jobs/progress.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Elements of the chased array are words of 4 bytes, as in Mei et al. 2014, section 3.2.
inline constexpr std::uint64_t word_bytes = 4;

/// One access of a pointer chase: what element was loaded and how long it took. This is all that a benchmark
/// sees.
struct ChaseSample {
    std::uint64_t index = 0; ///< of a word
    std::uint32_t latency = 0;
    friend bool operator==(const ChaseSample&, const ChaseSample&) = default;
};

/// The elements that a chase visits, in order, again and again: j = A[j]. No element twice in a lap, or the
/// chase could not be written into an array.
class Chain {
public:
    /// Words 0, stride, 2 stride, ...: `count` of them (listing 3 with N = count x stride).
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

/// What one run of a chase recorded, from the first access on a cold cache.
struct ChaseRun {
    std::vector<ChaseSample> samples;

    /// Accesses until the first element comes again; all of them where it does not.
    [[nodiscard]] std::uint64_t lap() const;
    /// Whole laps.
    [[nodiscard]] std::uint64_t laps() const;
    [[nodiscard]] std::span<const ChaseSample> lap(std::uint64_t number) const;
    /// Whether it visits what the chain says.
    [[nodiscard]] bool follows(const Chain& chain) const;
    /// Distance of the words where the chase is uniform from word 0 on; otherwise 0.
    [[nodiscard]] std::uint64_t stride() const;
};

/// Where runs come from: a simulated cache, or a file of measured ones.
class ChaseSource {
public:
    virtual ~ChaseSource() = default;
    /// Chases for so many laps from a cold cache. Null where the source has no such run; valid until the next
    /// call. Throws Cancelled.
    virtual const ChaseRun* chase(const Chain& chain, std::uint64_t laps, const JobContext& job) = 0;
    /// Runs that are there already, where no others can be had; empty where any chase can be run.
    [[nodiscard]] virtual std::span<const ChaseRun> recorded() const { return {}; }
};

} // namespace hitmap
