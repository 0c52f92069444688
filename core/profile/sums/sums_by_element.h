#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/results/level.h"
#include "core/profile/query/window_sums.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// The sums of one element over a whole recording, from which each of its metrics can be computed. It fills a
/// cache line, since accesses of elements follow one another at random.
struct alignas(64) WholeElement {
    template <class T>
    using ByLevel = std::array<T, both_levels.size()>;

    ByLevel<std::uint64_t> hits{}; ///< in units of 2^-24
    ByLevel<std::uint64_t> distance{};
    ByLevel<std::uint32_t> lookups{};
    ByLevel<std::uint32_t> cold{};
    ByLevel<std::uint32_t> conflict{};
    std::uint32_t accesses = 0;
    /// Position of the last access modulo 2^32; defined if there are accesses.
    std::uint32_t last_access = 0;

    [[nodiscard]] ElementSums sums() const;
    [[nodiscard]] LevelSums level(Level level) const;
};
static_assert(sizeof(WholeElement) == 64);

/// Adds the sums of an element to the totals of its kind.
KindSums& operator+=(KindSums& sums, const WholeElement& element);

/// Adds up the outcomes of each element while a model runs. The memory depends on the number of elements and
/// not on the number of accesses.
class SumsByElement final : public OutcomeSink {
public:
    using Elements = std::vector<std::vector<WholeElement>>; ///< [kinds][elements of the kind]

    /// Throws Error if the elements of `info` are invalid.
    explicit SumsByElement(const RecordingInfo& info);

    /// Throws Error if an element has 2^32 look-ups or more in one cache.
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    /// The number of accesses, with those that do not count.
    [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
    [[nodiscard]] const Elements& elements() const { return elements_; }
    [[nodiscard]] Elements take() { return std::move(elements_); }

private:
    Elements elements_;
    std::uint64_t accesses_ = 0;
};

} // namespace hitmap
