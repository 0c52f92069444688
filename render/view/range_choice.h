#pragma once

#include "render/view/view.h"

#include <string_view>

namespace hitmap {

/// Chooses elements within a range, in addition to the ranges of other quantities; replaces that of its own.
/// The kinds that have ranges then are shown, if a default view does not show them; boxes are shown of the
/// levels that are chosen or, if none are, of all levels, since otherwise nothing might appear. Levels that
/// were changed since then stay until the ranges choose others.
void choose_range(View& view, const ElementRange& range);
/// Removes the range of a quantity. If it was the last one of boxes and chose the levels, the levels become
/// those of a default view again.
void drop_range(View& view, const ElementQuantity& quantity);
/// Chooses exactly these ranges.
void choose_ranges(View& view, const std::vector<ElementRange>& ranges);

/// Stores the ranges that are chosen under a name, in the place of those of the same name. Does nothing, and
/// returns why as a sentence, if there are no ranges, the name is empty or too long, or there are too many
/// names.
[[nodiscard]] std::string_view name_ranges(View& view, std::string_view name);
/// Null if there are none of this name. Valid until the view changes.
[[nodiscard]] const NamedRanges* ranges_named(const View& view, std::string_view name);
void forget_ranges(View& view, std::string_view name);

} // namespace hitmap
