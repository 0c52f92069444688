#include "widgets/session/recording/part_request.h"

#include "core/base/error.h"
#include "core/relayout/model/relayout_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace hitmap {

namespace {

constexpr std::string_view part_prefix = "part:";
constexpr std::string_view layout_name = "layout";
constexpr std::string_view relayout_name = "relayout";
constexpr std::array<std::pair<std::string_view, PartRange RecordingPart::*>, 3> ranges{
    {{"launches", &RecordingPart::launches},
     {"requests", &RecordingPart::requests},
     {"positions", &RecordingPart::positions}}};

/// Without spaces, which end an option.
std::string escaped(std::string_view path) {
    std::string text;
    for (const char c : path) {
        if (c == ' ')
            text += "%20";
        else if (c == '%')
            text += "%25";
        else
            text += c;
    }
    return text;
}

std::string unescaped(std::string_view text) {
    std::string path;
    while (!text.empty()) {
        const bool is_space = text.starts_with("%20");
        const bool is_escaped = is_space || text.starts_with("%25");
        if (is_escaped)
            path += is_space ? ' ' : '%';
        else
            path += text.front();
        text.remove_prefix(is_escaped ? 3 : 1);
    }
    return path;
}

/// Sessions may have any text.
std::string relayout_title(const std::string& relayout) {
    try {
        return title_of(parse_relayout(relayout));
    } catch (const UsageError&) {
        return relayout;
    }
}

} // namespace

bool names_part(std::string_view spec) {
    return spec.starts_with(part_prefix);
}

std::string spec_of(const PartRequest& request) {
    if (request.is_whole()) return request.file;
    std::string spec(part_prefix);
    for (const auto& [name, range] : ranges)
        if (!(request.part.*range).is_whole())
            spec += fmt::format("--{}={} ", name, to_string(request.part.*range));
    if (!request.layout.empty()) spec += fmt::format("--{}={} ", layout_name, escaped(request.layout));
    for (const std::string& relayout : request.relayouts)
        spec += fmt::format("--{}={} ", relayout_name, escaped(relayout));
    return spec + "-- " + request.file;
}

PartRequest part_request(std::string_view spec) {
    if (!names_part(spec)) return {std::string(spec), {}};
    PartRequest request;
    std::string_view rest = spec.substr(part_prefix.size());
    while (!rest.starts_with("-- ")) {
        const auto end = rest.find(' ');
        const auto equals = rest.find('=');
        const bool is_option = rest.starts_with("--") && end != std::string_view::npos && equals < end;
        const std::string_view name = is_option ? rest.substr(2, equals - 2) : std::string_view();
        const std::string_view value =
            is_option ? rest.substr(equals + 1, end - equals - 1) : std::string_view();
        const auto range = std::ranges::find(ranges, name, [](const auto& entry) { return entry.first; });
        if (range != ranges.end())
            request.part.*range->second = parse_part_range(value, name);
        else if (name == layout_name && !value.empty())
            request.layout = unescaped(value);
        else if (name == relayout_name && !value.empty())
            request.relayouts.push_back(unescaped(value));
        else
            throw UsageError(fmt::format("{}: expected --launches=A:B, --requests=A:B, --positions=A:B, "
                                         "--layout=FILE, --relayout=OPTIONS or --, found '{}'",
                                         spec, rest));
        rest.remove_prefix(end + 1);
    }
    request.file = rest.substr(3);
    return request;
}

std::string short_text(const RecordingPart& part) {
    std::string text;
    for (const auto& [name, range] : ranges)
        if (!(part.*range).is_whole())
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, to_string(part.*range));
    return text;
}

std::string short_text(const PartRequest& request) {
    std::string text = short_text(request.part);
    const auto append = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
    if (!request.layout.empty())
        append("layout " + std::filesystem::path(request.layout).filename().string());
    for (const std::string& relayout : request.relayouts)
        append(relayout_title(relayout));
    return text;
}

} // namespace hitmap
