#include "core/layout/model/base_vertices.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <system_error>

namespace hitmap {

namespace {

std::string_view without_spaces(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

template <class Number>
Number number_in(std::string_view text, std::string_view what) {
    text = without_spaces(text);
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        throw UsageError(fmt::format("base vertices: expected {}, found '{}'", what, text));
    return number;
}

} // namespace

void check_base_vertices(const BaseVertices& ranges, std::uint64_t faces) {
    if (ranges.size() > most_base_vertices)
        throw Error(fmt::format("expected at most {} ranges of base vertices, found {}", most_base_vertices,
                                ranges.size()));
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto& [first, vertex] = ranges[i];
        if (i != 0 && first <= ranges[i - 1].first_face)
            throw Error(fmt::format("expected base vertices by rising first face, found face {} after {}",
                                    first, ranges[i - 1].first_face));
        if (first >= faces)
            throw Error(
                fmt::format("expected base vertices of the {} faces, found first face {}", faces, first));
        if (vertex && (*vertex > largest_base_vertex || *vertex < -largest_base_vertex))
            throw Error(fmt::format("expected a base vertex from -2^32 to 2^32, found {}", *vertex));
    }
}

std::string base_vertices_text(const BaseVertices& ranges) {
    std::string text;
    for (const auto& [first, vertex] : ranges)
        fmt::format_to(std::back_inserter(text), "{}{}: {}", text.empty() ? "" : ", ", first,
                       vertex ? std::to_string(*vertex) : "?");
    return text;
}

BaseVertices parse_base_vertices(std::string_view text) {
    BaseVertices ranges;
    if (without_spaces(text).empty()) return ranges;
    for (bool is_last = false; !is_last;) {
        const std::size_t comma = text.find(',');
        const std::string_view range = text.substr(0, comma);
        is_last = comma == std::string_view::npos;
        text.remove_prefix(is_last ? text.size() : comma + 1);
        const std::size_t colon = range.find(':');
        if (colon == std::string_view::npos)
            throw UsageError(fmt::format("base vertices: expected FIRST_FACE: BASE_VERTEX, found '{}'",
                                         without_spaces(range)));
        BaseVertex& added = ranges.emplace_back();
        added.first_face = number_in<std::uint64_t>(range.substr(0, colon), "the number of a face");
        const std::string_view vertex = range.substr(colon + 1);
        if (without_spaces(vertex) != "?")
            added.vertex = number_in<std::int64_t>(vertex, "a whole number or ?");
    }
    return ranges;
}

} // namespace hitmap
