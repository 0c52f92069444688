#pragma once

#include "core/profile/query/quantity.h"
#include "core/trace/model/element_kind.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace hitmap {

/// All quantities, in the order of all lists. Hit rates, access rate and access order are defined in von
/// Buelow et al. 2022, section 5.4, the terms of boxes at their
/// rows; the others are our own.
inline constexpr std::array quantity_table{
    QuantityInfo{.name = "accesses",
                 .title = "accesses",
                 .number = NumberKind::count,
                 .subjects{Subject::kind},
                 .sums{Sum::accesses},
                 .formula = [](const QuantitySums& s) { return static_cast<double>(s.accesses); }},
    QuantityInfo{.name = "elements-accessed",
                 .title = "elements accessed",
                 .number = NumberKind::count,
                 .subjects{Subject::kind},
                 .sums{Sum::elements_accessed},
                 .formula = [](const QuantitySums& s) { return static_cast<double>(s.elements_accessed); }},
    QuantityInfo{.name = "hit-rate",
                 .title = "hit rate",
                 .unit = "%",
                 .explanation = "Share of the element's look-ups in the {level} cache of {owner} that hit: "
                                "sum of hits / number of look-ups.",
                 .number = NumberKind::share,
                 .subjects{Subject::element, Subject::kind, Subject::part},
                 .csv = CsvColumn::older,
                 .sums{Sum::lookups, Sum::hits},
                 .formula = [](const QuantitySums& s) { return s.hit_rate(); },
                 .lacks = "look-ups"},
    QuantityInfo{.name = "hits",
                 .title = "hits",
                 .subjects{Subject::kind},
                 .sums{Sum::hits},
                 .formula = [](const QuantitySums& s) { return s.hits(); }},
    QuantityInfo{.name = "lookups",
                 .title = "look-ups",
                 .number = NumberKind::count,
                 .subjects{Subject::kind},
                 .sums{Sum::lookups},
                 .formula = [](const QuantitySums& s) { return s.lookups(); }},
    QuantityInfo{.name = "misses",
                 .title = "misses",
                 .unit = "misses",
                 .explanation = "Look-ups of the element in the {level} cache that missed; a fraction where "
                                "the model gives a probability.",
                 .subjects{Subject::element, Subject::kind, Subject::part},
                 .csv = CsvColumn::none,
                 .sums{Sum::lookups, Sum::hits},
                 .formula = [](const QuantitySums& s) { return s.misses(); },
                 .better = Better::less,
                 .lacks = "look-ups"},
    QuantityInfo{.name = "access-count",
                 .title = "Access count",
                 .unit = "accesses",
                 .explanation = "How often the element was accessed.",
                 .number = NumberKind::count,
                 .csv = CsvColumn::older,
                 .sums{Sum::accesses},
                 .formula = [](const QuantitySums& s) { return static_cast<double>(s.accesses); }},
    // r = N_e / N_f
    QuantityInfo{.name = "access-rate",
                 .title = "Access rate",
                 .explanation = "Accesses of the element / all element accesses of the frame.",
                 .csv = CsvColumn::older,
                 .sums{Sum::accesses},
                 .formula = [](const QuantitySums& s) { return s.share_of_window(s.accesses); }},
    // o = i_e / N_f
    QuantityInfo{.name = "access-order",
                 .title = "Access order",
                 .explanation = "When the element was last accessed: 0 is the begin of the frame, 1 its end.",
                 .number = NumberKind::share,
                 .csv = CsvColumn::older,
                 .sums{Sum::last_access},
                 .formula = [](const QuantitySums& s) { return s.share_of_window(s.last_access); }},
    QuantityInfo{.name = "reuse-distance",
                 .title = "reuse distance",
                 .unit = "lines",
                 .explanation = "Mean number of distinct lines between two uses of a line in the {level} "
                                "cache, over the element's look-ups of lines that had been used before.",
                 .csv = CsvColumn::none,
                 .sums{Sum::lookups, Sum::cold, Sum::distance},
                 .formula = [](const QuantitySums& s) { return s.mean_distance(); },
                 .lacks = "reuse"},
    QuantityInfo{.name = "cold-misses",
                 .title = "cold misses",
                 .unit = "misses",
                 .explanation = "Misses of the element in {level} that no capacity would avoid: never there "
                                "before, or dropped since.",
                 .subjects{Subject::element, Subject::part},
                 .sums{Sum::cold},
                 .formula = [](const QuantitySums& s) { return s.cold(); },
                 .lacks = "look-ups",
                 .class_of_misses = "cold"},
    QuantityInfo{.name = "capacity-misses",
                 .title = "capacity misses",
                 .unit = "misses",
                 .explanation = "Misses of the element in {level} that a fully associative LRU cache of its "
                                "capacity would have, too.",
                 .subjects{Subject::element, Subject::part},
                 .sums{Sum::lookups, Sum::hits, Sum::cold, Sum::conflict},
                 .formula = [](const QuantitySums& s) { return s.misses() - s.cold() - s.conflict(); },
                 .lacks = "look-ups",
                 .class_of_misses = "capacity misses"},
    QuantityInfo{.name = "conflict-misses",
                 .title = "conflict misses",
                 .unit = "misses",
                 .explanation = "Misses of the element in {level} that a fully associative LRU cache of its "
                                "capacity would not have.",
                 .subjects{Subject::element, Subject::part},
                 .sums{Sum::conflict},
                 .formula = [](const QuantitySums& s) { return s.conflict(); },
                 .lacks = "look-ups",
                 .class_of_misses = "conflict misses"},
    QuantityInfo{.name = "requests",
                 .title = "Requests",
                 .unit = "requests",
                 .explanation = "Memory instructions of warps.",
                 .number = NumberKind::count,
                 .subjects{Subject::part},
                 .sums{Sum::requests},
                 .formula = [](const QuantitySums& s) { return static_cast<double>(s.requests); }},
    QuantityInfo{.name = "sectors",
                 .title = "Sectors",
                 .unit = "sectors",
                 .explanation = "Sectors of 32 bytes that the requests were coalesced into.",
                 .number = NumberKind::count,
                 .subjects{Subject::part},
                 .sums{Sum::sectors},
                 .formula = [](const QuantitySums& s) { return static_cast<double>(s.sectors); }},
    // MacDonald and Booth 1990; von Buelow 2024, eq. 2.23 and 2.24
    QuantityInfo{.name = "sah-cost",
                 .title = "SAH cost",
                 .explanation =
                     "What the box adds to the cost of the tree by the surface-area heuristic: its "
                     "area / the area of the root, times its faces if it is a leaf. Of boxes, "
                     "accessed or not; faces have none.",
                 .formula = [](const QuantitySums&) { return undefined_value; },
                 .better = Better::less,
                 .term = ElementTerm::sah_cost,
                 .term_kind = box_kind},
    QuantityInfo{.name = "end-point-overlap",
                 .title = "End-point overlap",
                 .explanation =
                     "What the box adds to the end-point overlap of the tree: area of the faces "
                     "within the box that are not below it / area of all faces, times its faces if "
                     "it is a leaf. Of boxes, accessed or not; faces have none.",
                 .formula = [](const QuantitySums&) { return undefined_value; },
                 .better = Better::less,
                 .term = ElementTerm::end_point_overlap,
                 .term_kind = box_kind},
};

[[nodiscard]] constexpr const QuantityInfo& info_of(Quantity quantity) {
    return quantity_table[static_cast<std::size_t>(quantity)];
}

/// Returns the quantity with this QuantityInfo::name.
[[nodiscard]] constexpr std::optional<Quantity> quantity_named(std::string_view name) {
    for (std::size_t row = 0; row < quantity_table.size(); ++row)
        if (quantity_table[row].name == name) return static_cast<Quantity>(row);
    return std::nullopt;
}

} // namespace hitmap
