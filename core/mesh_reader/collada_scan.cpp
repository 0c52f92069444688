#include "core/mesh_reader/collada_scan.h"

#include "core/base/error.h"
#include "core/mesh_reader/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace hitmap {

namespace {

struct Primitive {
    std::string_view tag;
    std::string_view plural;
    std::uint64_t count = 0;
};

bool ends_name(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '/' || c == '>';
}

/// The attribute count="N" of a tag; 0 where it says nothing that makes sense.
std::uint64_t count_of(std::string_view tag) {
    for (std::size_t at = tag.find("count"); at != std::string_view::npos; at = tag.find("count", at + 1)) {
        std::string_view rest = tag.substr(at + 5);
        if (rest.size() < 3 || rest[0] != '=' || (rest[1] != '"' && rest[1] != '\'')) continue;
        rest.remove_prefix(2);
        const auto number = whole_number(rest.substr(0, rest.find_first_of("\"'")));
        constexpr std::int64_t most = std::int64_t{1} << 40U; // sums do not overflow
        return number && *number > 0 ? static_cast<std::uint64_t>(std::min(*number, most)) : 0;
    }
    return 0;
}

} // namespace

bool is_collada(std::string_view bytes) {
    return bytes.substr(0, 4096).find("<COLLADA") != std::string_view::npos;
}

void scan_collada(std::string_view bytes, const std::string& file, ImportReport& report) {
    Primitive primitives[] = {{"triangles", "triangles"},   {"polylist", "polygons"},
                              {"polygons", "polygons"},     {"tristrips", "triangle strips"},
                              {"trifans", "triangle fans"}, {"lines", "lines"},
                              {"linestrips", "line strips"}};
    for (std::size_t at = bytes.find('<'); at != std::string_view::npos; at = bytes.find('<', at + 1)) {
        if (bytes.substr(at, 4) == "<!--") {
            at = bytes.find("-->", at);
            if (at == std::string_view::npos) break;
            continue;
        }
        const std::string_view rest = bytes.substr(at + 1, 4096);
        const auto name_end = std::find_if(rest.begin(), rest.end(), ends_name);
        const std::string_view name(rest.data(), static_cast<std::size_t>(name_end - rest.begin()));
        if (name == "ph") throw FileError(file, "", "polygons with holes (<ph>) are not supported");
        for (Primitive& primitive : primitives)
            if (name == primitive.tag) primitive.count += count_of(rest.substr(0, rest.find('>')));
    }
    for (const Primitive& primitive : primitives)
        if (primitive.count != 0) report.declared.push_back({std::string(primitive.plural), primitive.count});
}

} // namespace hitmap
