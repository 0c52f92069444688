#include "core/profile/elements/element_range.h"

#include "core/base/error.h"
#include "core/jobs/check_often.h"
#include "core/profile/elements/element_rays.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

std::optional<float> finite_number(std::string_view text) {
    float number = 0.0F;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

/// What a recording without the quantity lacks.
std::string_view parts_of(const ElementQuantity& quantity) {
    if (quantity.rays == RayMean::bounce) return "lane tags, which say by which rays elements were accessed";
    if (quantity.rays == RayMean::lateness)
        return "lane tags, which say for which pixels elements were accessed, and accesses of pixels";
    return "faces or boxes, a camera, levels, or a model that knows the metric";
}

} // namespace

ElementRange parse_element_range(std::string_view text, std::string_view option) {
    const auto equals = text.find('=');
    const ElementQuantity* const quantity = element_quantity_named(text.substr(0, equals));
    if (quantity == nullptr)
        throw UsageError(fmt::format("{}: expected QUANTITY=FROM:TO, found '{}'; quantities: {}", option,
                                     text, element_quantity_names()));
    const std::string_view ends = equals == std::string_view::npos ? "" : text.substr(equals + 1);
    const auto colon = ends.find(':');
    if (colon != std::string_view::npos) {
        const auto from = finite_number(ends.substr(0, colon));
        const auto to = finite_number(ends.substr(colon + 1));
        if (from && to && *from <= *to) return {quantity, *from, *to};
    }
    throw UsageError(fmt::format("{}: expected {}=FROM:TO with two numbers, FROM <= TO, found '{}'", option,
                                 quantity->name, text));
}

std::vector<ElementRange> parse_element_ranges(const std::vector<std::string>& texts,
                                               std::string_view option) {
    std::vector<ElementRange> ranges;
    for (const std::string& text : texts) {
        const ElementRange range = parse_element_range(text, option);
        if (std::ranges::find(ranges, range.quantity, &ElementRange::quantity) != ranges.end())
            throw UsageError(fmt::format("{}: expected one range of {}, found another one, '{}'", option,
                                         range.quantity->name, text));
        ranges.push_back(range);
    }
    return ranges;
}

std::string text_of(const ElementRange& range) {
    std::string title = range.quantity->title;
    // All titles begin with an ASCII letter; "L1" and "SAH" keep theirs.
    const bool is_word = title.size() > 1 && title[1] >= 'a' && title[1] <= 'z';
    if (is_word) title.front() = static_cast<char>(title.front() | 0x20);
    return fmt::format("{} from {:.4g} to {:.4g}{}{}", title, range.from, range.to,
                       range.quantity->unit.empty() ? "" : " ", range.quantity->unit);
}

std::vector<ElementRange> with_range(std::vector<ElementRange> ranges, const ElementRange& range) {
    const auto same = std::ranges::find(ranges, range.quantity, &ElementRange::quantity);
    if (same != ranges.end())
        *same = range;
    else
        ranges.push_back(range);
    return ranges;
}

bool depend_on_time(const std::vector<ElementRange>& ranges) {
    return std::ranges::any_of(ranges,
                               [](const ElementRange& range) { return range.quantity->metric.has_value(); });
}

bool depend_on_rays(const std::vector<ElementRange>& ranges) {
    return std::ranges::any_of(ranges,
                               [](const ElementRange& range) { return range.quantity->rays.has_value(); });
}

std::shared_ptr<const ElementRays> rays_for(const std::vector<ElementRange>& ranges, RequestSource& source,
                                            const JobContext& job) {
    if (!depend_on_rays(ranges)) return nullptr;
    // The caller keeps the source.
    const std::shared_ptr<RequestSource> same(std::shared_ptr<RequestSource>(), &source);
    return element_rays(source.info(), source.lane_tags(job), [same] { return same; });
}

void require_quantities(const SceneInTime& scene, const std::vector<ElementRange>& ranges) {
    for (const ElementRange& range : ranges)
        if (!has_quantity(scene, *range.quantity))
            throw UsageError(fmt::format("only {}: the recording does not have what this is made of ({})",
                                         text_of(range), parts_of(*range.quantity)));
}

std::shared_ptr<const ChosenElements>
chosen_elements(const SceneInTime& scene, const std::vector<ElementRange>& ranges, const JobContext& job) {
    if (ranges.empty()) return nullptr;
    auto choice = std::make_shared<ChosenElements>();
    choice->kinds.resize(element_kinds().size());
    for (const ElementRange& range : ranges) {
        const std::vector<float> values = element_quantity_values(scene, *range.quantity, job);
        auto& chosen = choice->kinds[range.quantity->kind];
        if (!chosen) chosen.emplace(values.size(), true);
        for (std::size_t i = 0; i < values.size(); ++i) {
            check_often(i, job);
            if (!(values[i] >= range.from && values[i] <= range.to)) (*chosen)[i] = false;
        }
    }
    return choice;
}

void keep_shown(WindowSums& sums, const ChosenElements* choice) {
    if (choice == nullptr) return;
    for (std::size_t k = 0; k < sums.elements.size(); ++k) {
        const auto kind = static_cast<ElementKindId>(k);
        if (!choice->restricts(kind)) continue;
        for (std::size_t e = 0; e < sums.elements[k].size(); ++e)
            if (!choice->shows(kind, e)) sums.elements[k][e] = {};
    }
}

std::shared_ptr<const ScenePart>
part_within(const RecordedScene& scene, std::shared_ptr<const ScenePart> part, const ChosenElements* choice) {
    if (choice == nullptr) return part;
    auto within = std::make_shared<ScenePart>();
    if (part != nullptr) *within = *part;
    for (const ElementKindId kind : drawn_kinds()) {
        std::vector<bool>& drawn = within->drawn[kind];
        drawn.resize(element_count(scene, kind), true);
        for (std::size_t i = 0; i < drawn.size(); ++i)
            if (!choice->shows(kind, i)) drawn[i] = false;
    }
    return within;
}

} // namespace hitmap
