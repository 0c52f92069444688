#pragma once

#include "core/profile/query/window_sums.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/profile/sums/sums_by_element.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Look-ups of a part of the accesses in one level.
struct PartLookUps {
    double lookups = 0.0;
    double misses = 0.0;
};
using LevelLookUps = std::array<PartLookUps, both_levels.size()>; ///< [levels]

/// What rays of one kind look up, at all bounces.
struct RayLookUps {
    std::uint8_t kind = 0; ///< LaneTag::ray_kind
    LevelLookUps levels{};
};

/// The allocations whose look-ups one simulation attributes to elements. A look-up of a vertex belongs to the
/// element that names it, such as a face, so that vertices and elements are of different simulations.
struct SubjectBatch {
    std::vector<std::size_t> allocations; ///< with elements of their own, or one with vertices
    bool is_of_vertices = false;
};

/// Adds up the look-ups of allocations by element and by kind of ray while a model runs. They are those of
/// the model with Restriction::allocation and ::rays.
class SubjectSums final : public OutcomeSink {
public:
    /// The outcomes must have the look-ups of batch.allocations only.
    /// @param tags  of all lanes; empty: kinds of rays are not counted
    SubjectSums(const RecordingInfo& info, SubjectBatch batch, std::span<const LaneTagRun> tags);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    /// The look-ups of an allocation of the batch: of all lanes.
    [[nodiscard]] LevelLookUps all(std::size_t allocation) const;
    /// Those by rising kind of ray; empty without tags.
    [[nodiscard]] std::vector<RayLookUps> rays(std::size_t allocation) const;
    /// The sums of all elements by kind, with the look-ups of an allocation of the batch only.
    [[nodiscard]] WindowSums window(std::size_t allocation) const;

private:
    using Levels = std::array<LevelSums, both_levels.size()>;
    /// By kind of ray; the last one: lanes without a tag.
    using ByRay = std::array<Levels, 257>;
    /// The elements of a kind before `end` that the ones before do not have.
    struct Elements {
        std::uint64_t end = 0;
        std::size_t subject = 0; ///< index in the batch, or none
    };
    static constexpr std::size_t none = ~std::size_t{0};
    /// The index in the batch of the allocation that the look-ups of an element are of, or none.
    [[nodiscard]] std::size_t subject_of(ElementKindId kind, std::uint64_t element) const;
    [[nodiscard]] std::size_t place_of(std::size_t allocation) const;
    [[nodiscard]] static LevelLookUps as_lookups(const Levels& sums);

    SubjectBatch batch_;
    std::vector<std::vector<Elements>> elements_; ///< [kinds] by rising end
    std::optional<LaneTagTracker> lanes_;         ///< kind of ray
    std::vector<ByRay> sums_;                     ///< [batch]
    SumsByElement by_element_;
};

} // namespace hitmap
