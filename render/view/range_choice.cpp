#include "render/view/range_choice.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace hitmap {

namespace {

constexpr LevelRange all_levels{0, std::numeric_limits<std::uint16_t>::max()};

std::uint16_t level_at(float number) {
    return static_cast<std::uint16_t>(std::clamp(number, 0.0F, float{all_levels.last}));
}

/// Returns the levels that the ranges show; no value: none is of boxes.
std::optional<LevelRange> levels_of(const std::vector<ElementRange>& ranges) {
    std::optional<LevelRange> levels;
    for (const ElementRange& range : ranges) {
        if (range.quantity->kind != kind_with_levels) continue;
        if (!levels) levels = all_levels;
        if (range.quantity->name == "box-level") {
            const LevelRange chosen{level_at(std::ceil(range.from)), level_at(std::floor(range.to))};
            if (chosen.first <= chosen.last) levels = chosen;
        }
    }
    return levels;
}

} // namespace

void choose_ranges(View& view, const std::vector<ElementRange>& ranges) {
    const auto before = levels_of(view.only_ranges);
    const auto levels = levels_of(ranges);
    view.only_ranges = ranges;
    for (const ElementRange& range : ranges)
        if (!View().shows(range.quantity->kind)) view.show(range.quantity->kind);
    if (levels) {
        if (levels != before) view.box_levels = *levels; // otherwise they may have been changed by hand
    } else if (before == view.box_levels) {
        view.box_levels = {};
    }
}

void choose_range(View& view, const ElementRange& range) {
    choose_ranges(view, with_range(view.only_ranges, range));
}

void drop_range(View& view, const ElementQuantity& quantity) {
    std::vector<ElementRange> rest = view.only_ranges;
    std::erase_if(rest, [&](const ElementRange& range) { return range.quantity == &quantity; });
    choose_ranges(view, rest);
}

const NamedRanges* ranges_named(const View& view, std::string_view name) {
    const auto found = std::ranges::find(view.named_ranges, name, &NamedRanges::name);
    return found == view.named_ranges.end() ? nullptr : &*found;
}

std::string_view name_ranges(View& view, std::string_view name) {
    if (view.only_ranges.empty()) return "There is no range to store.";
    if (name.empty()) return "A name is needed.";
    if (name.size() > most_name_bytes) return "The name is too long.";
    const auto same = std::ranges::find(view.named_ranges, name, &NamedRanges::name);
    if (same != view.named_ranges.end()) {
        same->ranges = view.only_ranges;
        return {};
    }
    if (view.named_ranges.size() == most_named_ranges) return "There are too many named ranges.";
    view.named_ranges.push_back({std::string(name), view.only_ranges});
    return {};
}

void forget_ranges(View& view, std::string_view name) {
    std::erase_if(view.named_ranges, [&](const NamedRanges& named) { return named.name == name; });
}

} // namespace hitmap
