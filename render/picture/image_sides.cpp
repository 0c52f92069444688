#include "render/picture/image_sides.h"

#include "core/profile/models/headline.h"
#include "render/view/metric_caption.h"

#include <fmt/format.h>

#include <string_view>
#include <variant>

namespace hitmap {

namespace {

std::vector<std::string> side_caption(const PixelQuantity& quantity, const ImageSide& side) {
    std::vector<std::string> lines = picture_caption(
        side.info, side.model, fmt::format("{} of pixels", quantity.title), side.frames, side.only);
    if (!side.ranges.empty()) lines.push_back(counted_elements_text(side.ranges));
    return lines;
}

/// The unit of hits and look-ups of pixels (PixelSums).
Counted counted_by(const ModelConfig& model) {
    return std::holds_alternative<HierarchyConfig>(model) ? Counted::request_sectors : Counted::lane_lookups;
}

} // namespace

std::vector<std::string> image_caption(const PixelQuantity& quantity, const ImageSide& side) {
    std::vector<std::string> lines = side_caption(quantity, side);
    lines.emplace_back(quantity.explanation);
    return lines;
}

std::vector<std::string> image_difference_caption(const PixelQuantity& quantity, const SideLetters& letters,
                                                  const ImageSide& baseline, const ImageSide& compared) {
    std::vector<std::string> lines{fmt::format("{}: {} of pixels, {} compared with {}",
                                               difference_name(letters), quantity.title, letters.compared,
                                               letters.baseline)};
    for (const Side side : {Side::baseline, Side::compared})
        for (const std::string& line : side_caption(quantity, side == Side::baseline ? baseline : compared))
            lines.push_back(fmt::format("{}: {}", letters.of(side), line));
    lines.emplace_back(quantity.explanation);
    return lines;
}

std::string counted_elements_text(const std::vector<ElementRange>& ranges) {
    std::string text = "Only accesses to elements with ";
    for (const ElementRange& range : ranges)
        text += (&range == &ranges.front() ? "" : " and ") + text_of(range);
    return text + " are counted, and the requests with such an access";
}

std::string image_difference_refusal(const PixelQuantity& quantity, const ModelConfig& baseline,
                                     const ModelConfig& compared, const SideLetters& letters) {
    const std::string_view name = quantity.name;
    // Quantities of look-ups have the level in their names, as metrics have (metric_named()).
    if (!name.starts_with("l1-") && !name.starts_with("l2-")) return {};
    return counting_refusal(counted_by(baseline), counted_by(compared), letters);
}

} // namespace hitmap
