#include "app/cli/parse.h"

#include "core/base/error.h"
#include "core/trace/byte_stream.h"

#include <fmt/format.h>

#include <span>

namespace hitmap {

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
