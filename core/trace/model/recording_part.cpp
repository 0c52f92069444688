#include "core/trace/model/recording_part.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace hitmap {

namespace {

/// Parses all of `text` as a whole number. Returns false if it is none.
bool parse_number(std::string_view text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

} // namespace

std::string_view part_text(const RecordingInfo& info) {
    const auto found =
        std::ranges::find_if(info.options, [](const auto& option) { return option.first == part_option; });
    return found == info.options.end() ? std::string_view() : std::string_view(found->second);
}

PartRange parse_part_range(std::string_view text, std::string_view option) {
    const auto fail = [&](std::string_view expected) {
        throw UsageError(fmt::format("{}: expected {}, found '{}'", option, expected, text));
    };
    PartRange range;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || text.size() == 1)
        fail("FIRST:END, as in 1000:2000, 1000: or :2000");
    const std::string_view first = text.substr(0, colon);
    const std::string_view last = text.substr(colon + 1);
    if ((!first.empty() && !parse_number(first, range.first)) ||
        (!last.empty() && !parse_number(last, range.last)))
        fail("two whole numbers with a colon between them, as in 1000:2000");
    if (range.first >= range.last) fail("a first number below the second, which is not in the part itself");
    return range;
}

std::string to_string(const PartRange& range) {
    return range.last == PartRange::to_end ? fmt::format("{}:", range.first)
                                           : fmt::format("{}:{}", range.first, range.last);
}

} // namespace hitmap
