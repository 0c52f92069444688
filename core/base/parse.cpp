#include "core/base/parse.h"

#include "core/base/error.h"

#include <charconv>

namespace hitmap {

namespace {

std::string from_to(std::uint64_t least, std::uint64_t most) {
    return "from " + std::to_string(least) + " to " + std::to_string(most);
}

[[noreturn]] void refuse(std::string_view option, const std::string& expected, std::string_view found) {
    throw UsageError(std::string(option) + ": expected " + expected + ", found '" + std::string(found) + "'");
}

} // namespace

std::uint64_t parse_whole_number(std::string_view text, std::string_view option, std::uint64_t least,
                                 std::uint64_t most) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        refuse(option, "a whole number " + from_to(least, most), text);
    return value;
}

std::pair<std::uint32_t, std::uint32_t> parse_resolution(std::string_view text, std::string_view option,
                                                         PixelRange range) {
    std::uint32_t size[2] = {};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int axis = 0; axis < 2; ++axis) {
        const auto [next, error] = std::from_chars(at, end, size[axis]);
        const bool ends_well = axis == 0 ? next != end && *next == 'x' : next == end;
        if (error != std::errc{} || !ends_well || size[axis] < range.least || size[axis] > range.most)
            refuse(option, "WIDTHxHEIGHT with numbers " + from_to(range.least, range.most) + ", e.g. 512x512",
                   text);
        at = next + 1;
    }
    return {size[0], size[1]};
}

} // namespace hitmap
