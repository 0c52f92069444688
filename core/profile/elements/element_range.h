#pragma once

#include "core/profile/elements/element_quantity.h"
#include "core/profile/sums/chosen_elements.h"
#include "core/tree/subtree.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

class RequestSource; // core/trace/stream/request_source.h

/// A condition for the elements of one kind: a quantity from `from` to `to`, both included. Elements whose
/// value is undefined do not fulfil it. Other kinds of elements are not concerned.
struct ElementRange {
    const ElementQuantity* quantity = nullptr; ///< an entry of element_quantities()
    float from = 0.0F;
    float to = 0.0F; ///< from <= to, both finite
    friend bool operator==(const ElementRange&, const ElementRange&) = default;
};

/// Parses "face-slant=60:90". Throws UsageError that begins with `option`.
[[nodiscard]] ElementRange parse_element_range(std::string_view text, std::string_view option);
/// Parses several of them. Throws UsageError, also if two are of one quantity.
[[nodiscard]] std::vector<ElementRange> parse_element_ranges(const std::vector<std::string>& texts,
                                                             std::string_view option);
/// "slant of faces from 60 to 90 degrees"
[[nodiscard]] std::string text_of(const ElementRange& range);
/// Returns the ranges with one more, which replaces that of its quantity.
[[nodiscard]] std::vector<ElementRange> with_range(std::vector<ElementRange> ranges,
                                                   const ElementRange& range);

/// Whether one of the ranges is of a metric, so that the elements within them depend on the window of time.
[[nodiscard]] bool depend_on_time(const std::vector<ElementRange>& ranges);

/// Whether one of the ranges is of a mean over rays.
[[nodiscard]] bool depend_on_rays(const std::vector<ElementRange>& ranges);
/// Returns by which rays the elements of the source, which must outlive it, were accessed, if
/// depend_on_rays(); null otherwise, and if the source has no lane tags. Throws what reading these throws.
[[nodiscard]] std::shared_ptr<const ElementRays> rays_for(const std::vector<ElementRange>& ranges,
                                                          RequestSource& source, const JobContext& job = {});

/// Throws UsageError if the scene does not have the quantity of a range.
void require_quantities(const SceneInTime& scene, const std::vector<ElementRange>& ranges);
/// Returns which elements fulfil all ranges of their kind. It restricts the kinds that have a range. Null
/// without ranges. The scene must have their quantities. Throws Cancelled.
[[nodiscard]] std::shared_ptr<const ChosenElements> chosen_elements(const SceneInTime& scene,
                                                                    const std::vector<ElementRange>& ranges,
                                                                    const JobContext& job = {});

/// Sets the sums of elements that the choice does not show to 0, so that tables of the worst elements and
/// regions have only the others. The totals, which shares are relative to, stay.
/// @param choice  null: nothing changes
void keep_shown(WindowSums& sums, const ChosenElements* choice);

/// Returns the elements of `part` that the choice shows.
/// @param part    null: all of the scene
/// @param choice  null: all
[[nodiscard]] std::shared_ptr<const ScenePart>
part_within(const RecordedScene& scene, std::shared_ptr<const ScenePart> part, const ChosenElements* choice);

/// A list of ranges with a name that the user gave it.
struct NamedRanges {
    std::string name;                 ///< not empty; at most most_name_bytes bytes
    std::vector<ElementRange> ranges; ///< at least one; at most one for each quantity
    friend bool operator==(const NamedRanges&, const NamedRanges&) = default;
};
inline constexpr std::size_t most_name_bytes = 100;
/// A view has at most this many lists.
inline constexpr std::size_t most_named_ranges = 64;

} // namespace hitmap
