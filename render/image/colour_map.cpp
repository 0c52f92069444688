#include "render/image/colour_map.h"

#include "core/base/error.h"
#include "render/image/embedded.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace hitmap {
namespace {

/// Parses lines "r g b"; '#' starts a comment line. The files are part of the program, so that invalid
/// contents are a bug.
std::array<Rgb, ColourMap::size> parse_table(std::string_view text) {
    std::array<Rgb, ColourMap::size> colours;
    std::size_t count = 0;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    while (at != end) {
        const char* const line_end = std::find(at, end, '\n');
        if (*at != '#') {
            std::array<std::uint8_t, 3> channel{};
            for (std::uint8_t& value : channel) {
                at = std::from_chars(at, line_end, value).ptr;
                at += at != line_end ? 1 : 0;
            }
            colours.at(count++) = {channel[0], channel[1], channel[2]};
        }
        at = line_end == end ? end : line_end + 1;
    }
    if (count != colours.size()) throw std::logic_error("a colour map has not 256 colours");
    return colours;
}

ColourMap load(std::string_view name, std::string_view title) {
    return {name, title, parse_table(embedded_text(fmt::format("resources/colour_maps/{}.txt", name)))};
}

} // namespace

Rgb ColourMap::at(float t) const {
    if (!(t > 0.0F)) return colours.front();
    const float scaled = t * static_cast<float>(size);
    return scaled >= static_cast<float>(size) ? colours.back() : colours[static_cast<std::size_t>(scaled)];
}

std::span<const ColourMap> colour_maps() {
    static const std::array<ColourMap, 4> maps = {load("plasma", "Plasma"), load("viridis", "Viridis"),
                                                  load("cividis", "Cividis"), load("grey", "Grey")};
    return maps;
}

const ColourMap& difference_map() {
    static const ColourMap map = load("blue_orange", "Blue to orange");
    return map;
}

const ColourMap& colour_map_named(std::string_view name) {
    std::string known;
    for (const ColourMap& map : colour_maps()) {
        if (map.name == name) return map;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", map.name);
    }
    throw UsageError(fmt::format("unknown colour map '{}'; known: {}", name, known));
}

} // namespace hitmap
