#include "app/cli/parse.h"

#include "core/base/error.h"
#include "core/trace/byte_stream.h"

#include <fmt/format.h>

#include <charconv>
#include <span>

namespace hitmap {

std::pair<std::uint32_t, std::uint32_t> parse_resolution(std::string_view text, std::string_view option,
                                                         PixelRange range) {
    std::uint32_t size[2] = {};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int axis = 0; axis < 2; ++axis) {
        const auto [next, error] = std::from_chars(at, end, size[axis]);
        const bool ends_well = axis == 0 ? next != end && *next == 'x' : next == end;
        if (error != std::errc{} || !ends_well || size[axis] < range.least || size[axis] > range.most)
            throw UsageError(
                fmt::format("{}: expected WIDTHxHEIGHT with numbers from {} to {}, e.g. 512x512, found '{}'",
                            option, range.least, range.most, text));
        at = next + 1;
    }
    return {size[0], size[1]};
}

std::string read_text_file(const std::string& path) {
    constexpr std::uint64_t limit = 64U << 20;
    const auto source = open_file(path);
    if (source->size() > limit)
        throw FileError(path, "",
                        fmt::format("expected at most {} bytes of text, found {}", limit, source->size()));
    std::string text(source->size(), '\0');
    source->read(0, std::as_writable_bytes(std::span(text)));
    return text;
}

} // namespace hitmap
