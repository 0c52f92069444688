#include "widgets/session/recording/recording_spec.h"

#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/geometry/camera.h"
#include "core/relayout/dealing/deal_blocks.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/replay/replay_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace hitmap {

namespace {

constexpr std::string_view part_prefix = "part:";
constexpr std::string_view layout_name = "layout";
constexpr std::string_view relayout_name = "relayout";
constexpr std::string_view replay_name = "replay";
constexpr std::string_view deal_name = "deal-blocks";

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

/// Returns the text of RelayoutOptions as it is. Throws UsageError.
std::string checked_relayout(std::string relayout) {
    (void)parse_relayout(relayout);
    return relayout;
}

/// Returns the text of ReplayOptions as it is. Throws UsageError.
std::string checked_replay(std::string replay) {
    (void)parse_replay(replay);
    return replay;
}

std::variant<SpecFile, SpecScene, TraceRequest> whole_named(const std::string& text) {
    if (names_trace(text)) return trace_request(text);
    if (text.starts_with("builtin:")) return SpecScene{text};
    return SpecFile{text};
}

} // namespace

RecordingSpec::RecordingSpec(const std::string& text) {
    if (!text.starts_with(part_prefix)) {
        whole = whole_named(text);
        return;
    }
    std::string_view rest = std::string_view(text).substr(part_prefix.size());
    while (!rest.starts_with("-- ")) {
        const auto end = rest.find(' ');
        const auto equals = rest.find('=');
        const bool is_option = rest.starts_with("--") && end != std::string_view::npos && equals < end;
        const std::string_view name = is_option ? rest.substr(2, equals - 2) : std::string_view();
        const std::string_view value =
            is_option ? rest.substr(equals + 1, end - equals - 1) : std::string_view();
        const auto range =
            std::ranges::find(part_ranges, name, [](const auto& entry) { return entry.first; });
        if (range != part_ranges.end())
            part.*range->second = parse_part_range(value, name);
        else if (name == layout_name && !value.empty())
            layout = unescaped(value);
        else if (name == replay_name && !value.empty())
            replay = checked_replay(unescaped(value));
        else if (name == deal_name)
            dealt_sms = static_cast<std::uint32_t>(
                parse_whole_number(value, fmt::format("--{}", deal_name), 1, most_dealt_sms));
        else if (name == relayout_name && !value.empty())
            relayouts.push_back(checked_relayout(unescaped(value)));
        else
            throw UsageError(fmt::format(
                "{}: expected --launches=A:B, --requests=A:B, --positions=A:B, "
                "--layout=FILE, --replay=OPTIONS, --deal-blocks=N, --relayout=OPTIONS or --, found "
                "'{}'",
                text, rest));
        rest.remove_prefix(end + 1);
    }
    whole = whole_named(std::string(rest.substr(3)));
}

const std::string* RecordingSpec::file() const {
    const auto* named = std::get_if<SpecFile>(&whole);
    return named != nullptr ? &named->path : nullptr;
}

bool operator==(const RecordingSpec& a, const RecordingSpec& b) {
    return to_text(a) == to_text(b);
}

std::string to_text(const RecordingSpec& spec) {
    if (spec.is_whole()) return whole_text(spec);
    std::string text(part_prefix);
    for (const auto& [name, range] : part_ranges)
        if (!(spec.part.*range).is_whole())
            text += fmt::format("--{}={} ", name, to_string(spec.part.*range));
    if (!spec.layout.empty()) text += fmt::format("--{}={} ", layout_name, escaped(spec.layout));
    if (!spec.replay.empty()) text += fmt::format("--{}={} ", replay_name, escaped(spec.replay));
    if (spec.dealt_sms != 0) text += fmt::format("--{}={} ", deal_name, spec.dealt_sms);
    for (const std::string& relayout : spec.relayouts)
        text += fmt::format("--{}={} ", relayout_name, escaped(relayout));
    return text + "-- " + whole_text(spec);
}

std::string whole_text(const RecordingSpec& spec) {
    if (const auto* trace = std::get_if<TraceRequest>(&spec.whole)) return spec_of(*trace);
    const auto* scene = std::get_if<SpecScene>(&spec.whole);
    return scene != nullptr ? scene->name : *spec.file();
}

TraceRequest trace_of(const RecordingSpec& spec) {
    TraceRequest request;
    if (const auto* trace = std::get_if<TraceRequest>(&spec.whole))
        request = *trace;
    else
        request.scene = whole_text(spec);
    // Text that was typed may have any camera. It is not changed where it is read, so that what a session
    // stores stays the same each time it is loaded and saved.
    if (request.camera) request.camera = normalised(*request.camera);
    return request;
}

std::string short_text(const RecordingPart& part) {
    std::string text;
    for (const auto& [name, range] : part_ranges)
        if (!(part.*range).is_whole())
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, to_string(part.*range));
    return text;
}

std::string short_text(const RecordingSpec& spec) {
    std::string text = short_text(spec.part);
    const auto append = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
    if (!spec.layout.empty()) append("layout " + std::filesystem::path(spec.layout).filename().string());
    if (!spec.replay.empty()) append(title_of(parse_replay(spec.replay)));
    if (spec.dealt_sms != 0) append(fmt::format("on {} SMs", spec.dealt_sms));
    for (const std::string& relayout : spec.relayouts)
        append(title_of(parse_relayout(relayout)));
    return text;
}

} // namespace hitmap
