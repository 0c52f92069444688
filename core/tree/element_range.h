#pragma once

#include "core/tree/element_quantity.h"
#include "core/tree/subtree.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

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
/// "slant of faces from 60 to 90 degrees"
[[nodiscard]] std::string text_of(const ElementRange& range);
/// Returns the ranges with one more, which replaces that of its quantity.
[[nodiscard]] std::vector<ElementRange> with_range(std::vector<ElementRange> ranges,
                                                   const ElementRange& range);

/// Returns the elements of `part` that fulfil all ranges.
/// @param part    null: all of the scene
/// @param ranges  the scene must have their quantities
/// Throws Cancelled.
[[nodiscard]] std::shared_ptr<const ScenePart> elements_within(const RecordedScene& scene,
                                                               const std::shared_ptr<const ScenePart>& part,
                                                               const std::vector<ElementRange>& ranges,
                                                               const JobContext& job = {});

} // namespace hitmap
