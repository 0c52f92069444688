#pragma once

#include "core/profile/query/window_sums.h"
#include "core/profile/sums/lane_tag_tracker.h"
#include "core/profile/sums/sums_by_element.h"
#include "core/trace/elements/element_owners.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
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

/// What lanes look up whose tags agree in one number: rays of one kind, at all bounces, or work on one
/// instance.
struct TagLookUps {
    std::uint16_t number = 0; ///< LaneTag::ray_kind or ::instance
    LevelLookUps levels{};
};

/// The allocations whose look-ups one simulation attributes to elements. A look-up of a vertex belongs to the
/// element that names it, such as a face, so that vertices and elements are of different simulations.
struct SubjectBatch {
    std::vector<std::size_t> allocations; ///< with elements of their own, or one with vertices
    bool is_of_vertices = false;
};

/// Adds up the look-ups of allocations by element, kind of ray and instance while a model runs. They are
/// those of the model with Restriction::allocation and ::rays.
class SubjectSums final : public OutcomeSink {
public:
    /// The outcomes must have the look-ups of batch.allocations only.
    /// @param tags  of all lanes; empty: rays and instances are not counted
    SubjectSums(const RecordingInfo& info, SubjectBatch batch, std::span<const LaneTagRun> tags);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    /// The look-ups of an allocation of the batch: of all lanes.
    [[nodiscard]] LevelLookUps all(std::size_t allocation) const;
    /// Those by rising kind of ray; empty without tags.
    [[nodiscard]] std::vector<TagLookUps> rays(std::size_t allocation) const;
    /// Those by rising instance; empty without tags.
    [[nodiscard]] std::vector<TagLookUps> instances(std::size_t allocation) const;
    /// The sums of all elements by kind, with the look-ups of an allocation of the batch only.
    [[nodiscard]] WindowSums window(std::size_t allocation) const;

private:
    using Levels = std::array<LevelSums, both_levels.size()>;
    using Work = std::pair<std::uint8_t, std::uint16_t>; ///< kind of ray, instance
    static constexpr std::size_t none = ~std::size_t{0};
    /// The index in the batch of the allocation that the look-ups of an element are of, or none.
    [[nodiscard]] std::size_t subject_of(ElementKindId kind, std::uint64_t element) const;
    [[nodiscard]] std::size_t place_of(std::size_t allocation) const;
    [[nodiscard]] static LevelLookUps as_lookups(const Levels& sums);
    [[nodiscard]] static Work work_of(const LaneTag& tag) { return {tag.ray_kind, tag.instance}; }
    [[nodiscard]] static std::vector<Work> distinct_works(std::span<const LaneTagRun> tags);
    /// The sums of an allocation by a number of the work, which part(work) returns.
    template <class Part>
    [[nodiscard]] std::vector<TagLookUps> by(std::size_t allocation, const Part& part) const;

    SubjectBatch batch_;
    ElementOwners owners_;
    std::vector<std::size_t> subjects_;     ///< [allocations] index in the batch, or none
    std::vector<Work> works_;               ///< sorted
    std::optional<LaneTagTracker> lanes_;   ///< index in works_
    std::vector<std::vector<Levels>> sums_; ///< [batch][works_]; the last one: lanes without a tag
    SumsByElement by_element_;
};

} // namespace hitmap
