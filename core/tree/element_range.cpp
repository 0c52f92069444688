#include "core/tree/element_range.h"

#include "core/base/error.h"
#include "core/jobs/check_often.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace hitmap {

namespace {

std::optional<float> finite_number(std::string_view text) {
    float number = 0.0F;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
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

std::string text_of(const ElementRange& range) {
    std::string title(range.quantity->title);
    title.front() = static_cast<char>(title.front() | 0x20); // all titles begin with an ASCII letter
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

std::shared_ptr<const ScenePart> elements_within(const RecordedScene& scene,
                                                 const std::shared_ptr<const ScenePart>& part,
                                                 const std::vector<ElementRange>& ranges,
                                                 const JobContext& job) {
    if (ranges.empty()) return part;
    auto within = std::make_shared<ScenePart>();
    if (part != nullptr) *within = *part;
    within->faces.resize(scene.face_slots.size(), true);
    within->boxes.resize(scene.boxes.size(), true);
    for (const ElementRange& range : ranges) {
        const std::vector<float> values = element_quantity_values(scene, *range.quantity, job);
        std::vector<bool>& drawn = range.quantity->kind == face_kind ? within->faces : within->boxes;
        for (std::size_t i = 0; i < values.size(); ++i) {
            check_often(i, job);
            if (!(values[i] >= range.from && values[i] <= range.to)) drawn[i] = false;
        }
    }
    return within;
}

} // namespace hitmap
