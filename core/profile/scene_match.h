#pragma once

#include "core/jobs/progress.h"
#include "core/trace/element_kind.h"
#include "core/trace/recording.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Which element of recording A is the same thing as an element of recording B: faces by their source face,
/// boxes by their source where both recordings are of the same tree (every box that both have has the same
/// bounds; wide nodes leave boxes out), pixels where both have the same frame buffer. Immutable; made once
/// for two recordings.
class SceneMatch {
public:
    /// Scenes may be null. Throws Cancelled.
    SceneMatch(std::shared_ptr<const RecordedScene> a, std::shared_ptr<const RecordedScene> b,
               const JobContext& job = {});

    /// Why elements of the kind are not matched: a sentence for a person, without a full stop. Empty where
    /// they are.
    [[nodiscard]] const std::string& refusal(ElementKindId kind) const { return refusals_[kind]; }
    [[nodiscard]] bool matches(ElementKindId kind) const { return refusals_[kind].empty(); }
    /// The element of A, for a kind that matches; nothing where A has none.
    [[nodiscard]] std::optional<std::uint64_t> element_of_a(ElementKindId kind,
                                                            std::uint64_t element_of_b) const;

private:
    /// These give the refusal.
    [[nodiscard]] std::string match_faces(const JobContext& job);
    [[nodiscard]] std::string match_boxes(const JobContext& job);

    std::shared_ptr<const RecordedScene> a_;
    std::shared_ptr<const RecordedScene> b_;
    std::array<std::string, 3> refusals_; ///< [kinds]
    /// [kinds][slots of B] slot of A or -1; empty: the same slots.
    std::array<std::vector<std::int32_t>, 3> slot_of_a_;
};

} // namespace hitmap
