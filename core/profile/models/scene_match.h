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

/// Matches the elements of recordings A (the baseline) and B (compared with it): faces and other elements of
/// the mesh by their source; boxes by their source if both recordings use the same tree (every box that both
/// have has the same bounds; wide nodes omit boxes); pixels if both have the same framebuffer. Immutable;
/// made once for two recordings.
class SceneMatch {
public:
    /// The scenes may be null. Throws Cancelled.
    /// @param letters  names of A and B in refusals
    SceneMatch(std::shared_ptr<const RecordedScene> a, std::shared_ptr<const RecordedScene> b,
               const SideLetters& letters = {}, const JobContext& job = {});

    [[nodiscard]] const SideLetters& letters() const { return letters_; }
    /// Whether it was made from these recordings, in this order.
    [[nodiscard]] bool is_of(const std::shared_ptr<const RecordedScene>& a,
                             const std::shared_ptr<const RecordedScene>& b,
                             const SideLetters& letters) const {
        return a_ == a && b_ == b && letters_ == letters;
    }
    /// Returns a sentence for users, without a full stop, why elements of the kind are not matched. Empty if
    /// they are.
    [[nodiscard]] const std::string& refusal(ElementKindId kind) const { return refusals_[kind]; }
    [[nodiscard]] bool matches(ElementKindId kind) const { return refusals_[kind].empty(); }
    /// Returns the element of `side` that matches `element` of the other side, for a kind that is matched; no
    /// value if there is none.
    [[nodiscard]] std::optional<std::uint64_t> element_of(Side side, ElementKindId kind,
                                                          std::uint64_t element) const;

private:
    /// [slots] The slot of the other side, or -1. If empty, slots match by number.
    using SlotTable = std::vector<std::int32_t>;
    /// Each returns the refusal, or an empty text.
    [[nodiscard]] std::string match_sources(ElementKindId kind, const JobContext& job);
    [[nodiscard]] std::string match_tree(ElementKindId kind, const JobContext& job);
    [[nodiscard]] static bool is_of_tree(ElementKindId kind);
    [[nodiscard]] bool same_bounds(ElementKindId kind, const JobContext& job) const;
    [[nodiscard]] std::string different_bounds(ElementKindId kind) const;

    std::shared_ptr<const RecordedScene> a_;
    std::shared_ptr<const RecordedScene> b_;
    SideLetters letters_;
    PerKind<std::string> refusals_; ///< [kinds]
    PerKind<SlotTable> slot_of_a_;  ///< [kinds][slots of B]
    PerKind<SlotTable> slot_of_b_;  ///< [kinds][slots of A]
};

} // namespace hitmap
