#pragma once

#include "core/analysis/groups/worst_regions.h"
#include "widgets/table/table_model.h"

#include <vector>

namespace hitmap {

/// @param level  0: L1, 1: L2
[[nodiscard]] std::vector<TableColumn> region_columns(std::size_t level = 0);
[[nodiscard]] std::vector<TableRow> region_rows(const std::vector<WorstRegion>& regions);
/// "patches", "subtrees" or "places", in the language of the window: what the regions of a kind are.
[[nodiscard]] QString form_text(ElementKindId elements);
/// What a list of regions of a kind has, as sentences.
[[nodiscard]] QString regions_text(ElementKindId elements);
/// Proposed file name without extension; different queries have different names.
[[nodiscard]] QString region_file_stem(const QString& recording, const RegionQuery& query);
/// Returns the reason why no region is listed.
/// @param missed  whether any element of that kind misses in that level
[[nodiscard]] QString no_regions_text(const RegionQuery& query, bool missed);

} // namespace hitmap
