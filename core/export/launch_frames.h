#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/trace/model/recorded_sums.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace hitmap::rtmemtracer {

/// The numbers of elements in a trace, by kind and element of the recording.
struct ElementNumbers {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    /// [kinds][elements] `none`: the trace does not have the element. An empty list: numbers stay as they
    /// are.
    std::vector<std::vector<std::uint32_t>> numbers;

    [[nodiscard]] std::uint32_t of(const ElementAccess& access) const {
        const std::vector<std::uint32_t>& of_kind = numbers[access.kind];
        return of_kind.empty() ? access.element : of_kind[access.element];
    }
};

/// Adds up the accesses of each launch in frames of equal numbers of accesses, as rtmemtracer does: a frame
/// has one sum for each element, in the order of the first accesses.
class LaunchFrames final : public OutcomeSink {
public:
    static constexpr std::uint32_t frames = 16;
    /// Gets the frames of a launch; launches come in order.
    using Output = std::function<void(const std::vector<std::vector<RecordedSum>>& frames)>;

    /// @param accesses  [launches] element accesses of each launch
    LaunchFrames(const ElementNumbers& numbers, std::vector<std::uint64_t> accesses, Output output);

    /// Throws Error if launches overlap in time, and if an element has 2^32 look-ups or more in a frame.
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    /// Passes on the launches that are left.
    void finish();

private:
    /// Hits are added up as integers and become floats at the end.
    struct ExactSum {
        RecordedSum sum;
        std::uint64_t l1_hits = 0;
        std::uint64_t l2_hits = 0;
    };
    void add(const ElementAccess& access, const AccessOutcome& outcome);
    void close_frame();
    void close_launch();

    const ElementNumbers& numbers_;
    std::vector<std::uint64_t> accesses_;
    Output output_;
    std::uint32_t launch_ = 0;
    std::uint64_t position_ = 0;                            ///< in the launch
    std::vector<ExactSum> sums_;                            ///< of the present frame
    std::unordered_map<std::uint64_t, std::size_t> places_; ///< in sums_, by kind and element
    std::vector<std::vector<RecordedSum>> frames_;
};

} // namespace hitmap::rtmemtracer
