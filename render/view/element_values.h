#pragma once

#include "core/profile/derived/comparison.h"
#include "core/profile/query/window_sums.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// What the elements of one kind show: a metric in a window, or the difference of two.
struct ElementValues {
    /// [elements of the kind] NaN: not accessed. Of a difference: as DifferenceValues::values.
    std::shared_ptr<const std::vector<float>> values;
    /// [elements of the kind] For View::minimum_accesses; null unless asked for.
    std::shared_ptr<const std::vector<float>> access_counts;
    std::optional<DataExtent> extent; ///< of `values`
    std::string refusal; ///< of a difference: why this kind has none; then nothing of it is coloured
};

/// Of one side. @param access_counts  besides. Throws Cancelled.
[[nodiscard]] ElementValues element_values(const ComparedWindow& side, ElementKindId kind, Metric metric,
                                           bool access_counts, const JobContext& job = {});
/// The two sides of a difference. What is referred to outlives it.
struct ComparedElements {
    const SceneMatch& match;
    ComparedWindow a;
    ComparedWindow b;
    Side shown_on = Side::baseline; ///< whose elements show it
    std::string refusal{};          ///< why no kind has a difference; empty: those that match have one
};
/// B - A on the elements of one side, whose access counts are given besides; or the refusal, of the match
/// where that has one: where elements are not the same, it does not matter what is counted. Throws Cancelled.
[[nodiscard]] ElementValues difference_of_elements(const ComparedElements& sides, ElementKindId kind,
                                                   Metric metric, bool access_counts,
                                                   const JobContext& job = {});

/// Why faces and boxes have no difference; empty where they have.
struct KindRefusals {
    std::string faces;
    std::string boxes;

    /// Why nothing that a view draws is coloured; empty where something is. A view that draws neither has the
    /// range of both.
    [[nodiscard]] std::string of(const View& view) const;
    /// "no difference of boxes: ..." for each kind that is drawn and has none.
    [[nodiscard]] std::vector<std::string> lines(const View& view) const;
};

} // namespace hitmap
