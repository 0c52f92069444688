#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/compared_sides.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Which elements of recordings A, the baseline, and B, what is compared with it, are the same thing: faces
/// by their source face, boxes by their source where both recordings are of the same tree (every box that
/// both have has the same bounds; wide nodes leave boxes out), pixels where both have the same frame buffer.
/// Immutable; made once for two recordings.
class SceneMatch {
public:
    /// Scenes may be null. Throws Cancelled.
    /// @param letters  of A and B in refusals
    SceneMatch(std::shared_ptr<const RecordedScene> a, std::shared_ptr<const RecordedScene> b,
               const SideLetters& letters = {}, const JobContext& job = {});

    [[nodiscard]] const SideLetters& letters() const { return letters_; }
    /// Whether it was made of these, in this order.
    [[nodiscard]] bool is_of(const std::shared_ptr<const RecordedScene>& a,
                             const std::shared_ptr<const RecordedScene>& b,
                             const SideLetters& letters) const {
        return a_ == a && b_ == b && letters_ == letters;
    }
    /// Why elements of the kind are not matched: a sentence for the user, without a full stop. Empty where
    /// they are.
    [[nodiscard]] const std::string& refusal(ElementKindId kind) const { return refusals_[kind]; }
    [[nodiscard]] bool matches(ElementKindId kind) const { return refusals_[kind].empty(); }
    /// The element of `side` that is the same as `element` of the other side, for a kind that matches;
    /// nothing where there is none.
    [[nodiscard]] std::optional<std::uint64_t> element_of(Side side, ElementKindId kind,
                                                          std::uint64_t element) const;

private:
    /// [slots] the slot of the other side, or -1; empty: the same slots.
    using SlotTable = std::vector<std::int32_t>;
    /// These give the refusal.
    [[nodiscard]] std::string match_faces(const JobContext& job);
    [[nodiscard]] std::string match_boxes(const JobContext& job);
    [[nodiscard]] std::string different_boxes() const;

    std::shared_ptr<const RecordedScene> a_;
    std::shared_ptr<const RecordedScene> b_;
    SideLetters letters_;
    std::array<std::string, 3> refusals_; ///< [kinds]
    std::array<SlotTable, 3> slot_of_a_;  ///< [kinds][slots of B]
    std::array<SlotTable, 3> slot_of_b_;  ///< [kinds][slots of A]
};

} // namespace hitmap
