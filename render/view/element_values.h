#pragma once

#include "core/profile/models/comparison.h"
#include "core/profile/query/element_regions.h"
#include "core/profile/query/window_sums.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The values that the elements of one kind show: a metric in a window, or the difference of two.
struct ElementValues {
    /// [elements of the kind] NaN: not accessed. For a difference, see DifferenceValues::values.
    std::shared_ptr<const std::vector<float>> values;
    /// [elements of the kind] For View::minimum_accesses; null unless requested.
    std::shared_ptr<const std::vector<float>> access_counts;
    std::optional<DataExtent> extent; ///< extent of `values`
    /// For a difference: the reason why this kind has none. If it is not empty, the kind is not coloured.
    std::string refusal;
};

/// Computes the values of one side.
/// @param access_counts  whether to return access counts, too
/// @param regions        elements of their kind have the values and access counts of their regions; null:
/// each
///                       element has its own
/// Throws Cancelled.
[[nodiscard]] ElementValues element_values(const ComparedWindow& side, ElementKindId kind, Metric metric,
                                           bool access_counts, const ElementRegions* regions = nullptr,
                                           const JobContext& job = {});
/// Adjusts the values of a kind with geometry to the elements of the scene, of which pictures are made:
/// elements that lie in no allocation have no values yet and get NaN, and an allocation may be longer than
/// the elements that it contains.
/// @param is_difference  what the extent is of
void fit_to_scene(ElementValues& shown, ElementKindId kind, const RecordedScene& scene, bool is_difference);
/// The two sides of a difference. The objects that it refers to must outlive it.
struct ComparedElements {
    const SceneMatch& match;
    ComparedWindow a;
    ComparedWindow b;
    Side shown_on = Side::baseline; ///< the side whose elements show the difference
    /// The reason why no kind has a difference; if empty, the kinds that match have one.
    std::string refusal{};
    /// Regions of the side that shows the difference, as for element_values(): B - A of a region is that of
    /// the sums of its elements on both sides.
    const ElementRegions* regions = nullptr;
};
/// Computes B - A on the elements of one side, with the access counts of that side if requested; or sets the
/// refusal. A refusal of the match comes first: if the elements are not the same, it does not matter what is
/// counted. Throws Cancelled.
[[nodiscard]] ElementValues difference_of_elements(const ComparedElements& sides, ElementKindId kind,
                                                   Metric metric, bool access_counts,
                                                   const JobContext& job = {});

/// The reasons why kinds have no difference; empty if they have one.
struct KindRefusals {
    PerKind<std::string> kinds;

    /// Returns why none of the kinds that the view colours has a difference; empty if one has.
    [[nodiscard]] std::string of(const View& view) const;
    /// Returns "no difference of boxes: ..." for each kind that is drawn and has none.
    [[nodiscard]] std::vector<std::string> lines(const View& view) const;
};

/// @tparam Values  ElementValues or derived from it
template <class Values>
[[nodiscard]] KindRefusals refusals_of(const PerKind<Values>& values) {
    KindRefusals refusals;
    for (ElementKindId kind = 0; kind < values.size(); ++kind)
        refusals.kinds[kind] = values[kind].refusal;
    return refusals;
}

/// Returns the extent of the kinds that a view colours, which share one scale.
template <class Values>
[[nodiscard]] std::optional<DataExtent> drawn_extent(const View& view, const PerKind<Values>& values) {
    PerKind<std::optional<DataExtent>> extents;
    for (ElementKindId kind = 0; kind < values.size(); ++kind)
        extents[kind] = values[kind].extent;
    return drawn_extent(view, extents);
}

} // namespace hitmap
