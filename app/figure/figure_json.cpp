#include "app/figure/figure_json.h"

#include "app/figure/panel_json.h"
#include "app/sweep/experiment_parts.h"
#include "core/base/json_text.h"
#include "core/base/parse.h"
#include "core/relayout/dealing/deal_blocks.h"
#include "core/relayout/model/relayout_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t most_tracks = 32;
constexpr double widest_mm = 1000.0;

std::uint32_t parse_crc(const JsonNode& node) {
    constexpr std::string_view prefix = "crc32:";
    const std::string text = node.text();
    std::uint32_t crc = 0;
    const char* const end = text.data() + text.size();
    const bool named = text.starts_with(prefix) && text.size() == prefix.size() + 8;
    if (!named || std::from_chars(text.data() + prefix.size(), end, crc, 16).ptr != end)
        node.fail("\"crc32:\" and eight hexadecimal digits");
    return crc;
}

RelayoutOptions parse_memory_layout(const JsonNode& node) {
    RelayoutOptions layout;
    std::vector<std::string_view> names;
    for (const RelayoutSetting& setting : relayout_settings()) {
        names.push_back(setting.name);
        const auto value = node.find(setting.name);
        if (!value) continue;
        const bool is_list = setting.repeats && value->value().is_array();
        for (const JsonNode& one : is_list ? value->items() : std::vector{*value}) {
            const std::string text = one.text_or_number();
            one.refusing([&] { setting.set(layout, text); });
        }
    }
    node.allow_only(names);
    if (layout.changes_nothing()) node.fail("an option of relayout that changes the layout");
    return layout;
}

/// Which part of the recording is read, and in which memory layouts.
void parse_reading(const JsonNode& node, FigureRecording& recording) {
    for (const auto& [key, range] : part_ranges)
        if (const auto value = node.find(std::string(key))) {
            const std::string text = value->text();
            recording.part.*range =
                value->refusing([&text, name = key] { return parse_part_range(text, name); });
        }
    const auto relayout = node.find("relayout");
    if (!relayout) return;
    for (const JsonNode& one : relayout->value().is_array() ? relayout->items() : std::vector{*relayout})
        recording.relayouts.push_back(parse_memory_layout(one));
}

FigureRecording parse_recording(const std::string& name, const JsonNode& node, const std::string& file) {
    check_experiment_name(name, node);
    FigureRecording recording;
    recording.name = name;
    node.allow_only({"file", "hash", "trace", "options", "layout", "relayout", "deal_blocks", "launches",
                     "requests", "positions"});
    const auto path = node.find("file");
    const auto trace = node.find("trace");
    if (path.has_value() == trace.has_value()) node.fail("either a key 'file' or a key 'trace'");
    if (path) {
        if (const auto options = node.find("options")) options->refuse("expected with 'trace', found 'file'");
        recording.file = (std::filesystem::path(file).parent_path() / path->text()).string();
        if (path->text().empty()) path->fail("the path of a recording");
    } else {
        recording.scene = parse_experiment_scene(name, *trace, file);
        if (const auto options = node.find("options")) set_trace_options(*options, recording.options);
    }
    if (const auto hash = node.find("hash")) {
        if (trace) hash->refuse("expected with 'file', found 'trace'");
        recording.crc = parse_crc(*hash);
    }
    if (const auto layout = node.find("layout")) {
        if (trace) layout->refuse("expected with 'file', found 'trace'");
        if (layout->text().empty()) layout->fail("the path of a layout");
        recording.layout = (std::filesystem::path(file).parent_path() / layout->text()).string();
    }
    parse_reading(node, recording);
    if (const auto sms = node.find("deal_blocks"))
        recording.dealt_sms = static_cast<std::uint32_t>(sms->number(1.0, most_dealt_sms, true));
    return recording;
}

void parse_style(const JsonNode& root, Figure& figure) {
    const auto number = [&](const char* key, double& value, double least, double most) {
        if (const auto node = root.find(key)) value = node->number(least, most, false);
    };
    number("width", figure.width, 10.0, widest_mm);
    number("dpi", figure.dots_per_inch, lowest_dpi, highest_dpi);
    number("font_size", figure.font_size, 3.0, 48.0);
    number("line_width", figure.line_width, 0.05, 5.0);
    number("gap", figure.gap, 0.0, 100.0);
    if (const auto font = root.find("font")) figure.font = figure_text(*font, false);
    if (const auto letters = root.find("letters")) figure.letters = letters->flag();
    if (const auto ranges = root.find("ranges")) figure.ranges = one_of(*ranges, figure_range_names);
    if (const auto caption = root.find("caption")) figure.caption = figure_text(*caption, true);
    if (const auto label = root.find("label")) {
        figure.label = label->text();
        const bool is_word = std::ranges::all_of(figure.label, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
                   c == '-' || c == '.' || c == '_';
        });
        if (!is_word) label->fail("letters, digits and : - . _");
    }
}

/// A row or a column with the settings of its panels.
struct ParsedTrack {
    FigureTrack track;
    std::optional<JsonNode> panel;
};

std::vector<ParsedTrack> parse_tracks(const JsonNode& root, const char* key, const char* size) {
    std::vector<ParsedTrack> tracks;
    const auto list = root.find(key);
    if (!list) {
        tracks.emplace_back();
        return tracks;
    }
    for (const JsonNode& node : list->items()) {
        node.allow_only({"name", size, "panel"});
        FigureTrack track;
        if (const auto name = node.find("name")) track.name = figure_text(*name, false);
        if (const auto length = node.find(size)) track.size = length->number(1.0, widest_mm, false);
        tracks.push_back({std::move(track), node.find("panel")});
    }
    if (tracks.empty() || tracks.size() > most_tracks) list->fail(fmt::format("1 to {} items", most_tracks));
    return tracks;
}

/// The panels of the matrix.
class MatrixParser {
public:
    MatrixParser(const JsonNode& root, Figure& figure, const std::string& file)
        : root_(root), names_{figure.recordings, figure.caches, file}, figure_(figure) {}

    void parse() {
        const auto rows = parse_tracks(root_, "rows", "height");
        const auto columns = parse_tracks(root_, "columns", "width");
        // Settings are checked where they are written, and again together.
        for (const auto* tracks : {&rows, &columns})
            for (const ParsedTrack& one : *tracks)
                if (one.panel) parse_own_keys(*one.panel, names_);
        const auto common = root_.find("panel");
        if (common) parse_own_keys(*common, names_);
        for (const ParsedTrack& one : rows)
            figure_.rows.push_back(one.track);
        for (const ParsedTrack& one : columns)
            figure_.columns.push_back(one.track);
        const auto cells = root_.find("panels");
        if (cells && cells->items().size() != rows.size())
            cells->fail(fmt::format("an array of {} rows", rows.size()));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (cells && cells->item(row).items().size() != columns.size())
                cells->item(row).fail(fmt::format("an array of {} panels", columns.size()));
            for (std::size_t column = 0; column < columns.size(); ++column) {
                const auto cell = cells ? std::optional(cells->item(row).item(column)) : std::nullopt;
                if (cell && cell->value().is_null()) continue;
                if (cell) parse_own_keys(*cell, names_);
                add({common, rows[row].panel, columns[column].panel, cell}, row, column);
            }
        }
        if (figure_.panels.empty()) root_.refuse("expected a panel at least");
    }

private:
    void add(std::initializer_list<std::optional<JsonNode>> parts, std::size_t row, std::size_t column) {
        const JsonNode::Json merged = merged_panel(parts);
        const JsonNode node(merged, fmt::format("/panels/{}/{}", row, column), names_.file);
        FigurePanel panel = parse_figure_panel(node, names_);
        panel.row = row;
        panel.column = column;
        if (panel.rows > figure_.rows.size() - row || panel.columns > figure_.columns.size() - column)
            node.refuse(fmt::format("expected a panel within {} rows and {} columns, found {} rows and {} "
                                    "columns",
                                    figure_.rows.size(), figure_.columns.size(), row + panel.rows,
                                    column + panel.columns));
        for (const FigurePanel& other : figure_.panels) {
            const bool apart = row >= other.row + other.rows || column >= other.column + other.columns ||
                               other.column >= column + panel.columns;
            if (!apart)
                node.refuse(
                    fmt::format("expected null, since the panel of {} covers this place", place_of(other)));
        }
        check_figure_panel(node, panel, names_);
        figure_.panels.push_back(std::move(panel));
    }

    const JsonNode& root_;
    FigureNames names_;
    Figure& figure_;
};

/// Colour bars must explain a panel with colours.
void check_bars(const JsonNode& root, const Figure& figure) {
    for (const FigurePanel& bar : figure.panels)
        if (bar.kind == FigurePanelKind::colour_bar && explained_panel(figure, bar) == nullptr)
            root.refuse(fmt::format("expected a mesh or an image {} the colour bar of {}",
                                    bar.of ? "at the place 'of' of" : "left of", place_of(bar)));
}

} // namespace

Figure parse_figure(std::string_view json, const std::string& file) {
    const auto value = parse_json_text<JsonNode::Json>(json, file);
    const JsonNode root(value, "", file);
    root.allow_only({"width", "dpi", "font", "font_size", "line_width", "gap", "letters", "ranges", "caption",
                     "label", "recordings", "caches", "panel", "rows", "columns", "panels"});
    Figure figure;
    parse_style(root, figure);
    if (const auto recordings = root.find("recordings"))
        for (const auto& [name, node] : recordings->members())
            figure.recordings.push_back(parse_recording(name, node, file));
    if (figure.recordings.empty()) root.refuse("expected a key 'recordings' with a recording at least");
    if (const auto caches = root.find("caches"))
        for (const auto& [name, node] : caches->members()) {
            check_experiment_name(name, node);
            figure.caches.push_back(parse_experiment_cache(name, node, file, ModelTexts()));
        }
    if (figure.caches.empty()) figure.caches.push_back({"default", ModelTexts().resolve()});
    MatrixParser(root, figure, file).parse();
    check_bars(root, figure);
    return figure;
}

std::string place_of(const FigurePanel& panel) {
    return fmt::format("row {}, column {}", panel.row + 1, panel.column + 1);
}

ViewState figure_view(const FigurePanel& panel, const Camera& camera) {
    return figure_view_of(panel.view, place_of(panel), camera);
}

std::string scale_key(const FigurePanel& panel) {
    const ViewState state = figure_view(panel);
    if (panel.kind == FigurePanelKind::framebuffer) return "framebuffer " + state.view.colour_map;
    if (panel.kind == FigurePanelKind::image)
        return fmt::format("image {} {}", state.image.quantity->name, state.view.colour_map);
    return fmt::format("mesh {} {} {} {}", info_of(state.metric).name, state.view.colour_map,
                       info_of(state.view.colour_by).name, panel.compare.has_value());
}

} // namespace hitmap
