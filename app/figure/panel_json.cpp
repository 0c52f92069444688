#include "app/figure/panel_json.h"

#include "app/figure/figure_table.h"

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

using Json = JsonNode::Json;
using Kind = FigurePanelKind;

constexpr std::size_t most_insets = 8;

/// The view of a panel whose JSON is empty.
ViewState usual_view(const Camera& camera, std::uint64_t frames) {
    ViewState usual;
    usual.frames.total = frames;
    usual.view.camera = camera;
    usual.view.show_axes = false;
    usual.view.show_frustum = false;
    return usual;
}

template <class Item>
std::size_t index_named(const JsonNode& node, const std::vector<Item>& items, std::string_view key) {
    const std::string name = node.text();
    const auto found = std::ranges::find_if(items, [&](const Item& item) { return item.name == name; });
    if (found == items.end()) node.fail(fmt::format("a name from /{}", key));
    return static_cast<std::size_t>(found - items.begin());
}

void parse_source(const JsonNode& node, const FigureNames& names, FigureSource& source) {
    if (const auto recording = node.find("recording"))
        source.recording = index_named(*recording, names.recordings, "recordings");
    if (const auto cache = node.find("cache")) source.cache = index_named(*cache, names.caches, "caches");
}

FigureRegion parse_region(const JsonNode& node) {
    constexpr double smallest = 0.01;
    const auto numbers = node.items();
    if (numbers.size() != 4) node.fail("four numbers: left, top, width and height");
    const auto share = [&](std::size_t i) { return numbers[i].number(0.0, 1.0, false); };
    const FigureRegion region{share(0), share(1), share(2), share(3)};
    if (region.width < smallest || region.height < smallest || region.left + region.width > 1.0 ||
        region.top + region.height > 1.0)
        node.fail("a region within the picture, of 0.01 at least on each side");
    return region;
}

FigureInset parse_inset(const JsonNode& node, const FigureNames& names, const FigureSource& source) {
    node.allow_only({"recording", "cache", "region", "corner", "width"});
    FigureInset inset;
    inset.source = source;
    parse_source(node, names, inset.source);
    if (const auto region = node.find("region")) inset.region = parse_region(*region);
    if (const auto width = node.find("width")) inset.width = width->number(0.05, 1.0, false);
    if (const auto corner = node.find("corner")) inset.corner = one_of(*corner, figure_corner_names);
    return inset;
}

void parse_insets(const JsonNode& list, const FigureNames& names, FigurePanel& panel) {
    for (const JsonNode& node : list.items())
        panel.insets.push_back(parse_inset(node, names, panel.source));
    if (panel.insets.size() > most_insets) list.fail(fmt::format("at most {} insets", most_insets));
}

void parse_table(const JsonNode& node, FigurePanel& panel) {
    if (const auto table = node.find("table")) panel.table = one_of(*table, figure_table_names);
    const auto keys = node.find("table_columns");
    if (!keys) return;
    const auto known = figure_table_keys();
    for (const JsonNode& key : keys->items()) {
        panel.keys.push_back(key.text());
        if (std::ranges::find(known, panel.keys.back()) == known.end())
            key.fail(fmt::format("one of {}", fmt::join(known, ", ")));
    }
    if (panel.keys.size() > known.size()) keys->fail("each column once");
}

void parse_span(const JsonNode& node, FigurePanel& panel) {
    constexpr double most = 32.0;
    if (const auto rows = node.find("rows"))
        panel.rows = static_cast<std::size_t>(rows->number(1, most, true));
    if (const auto columns = node.find("columns"))
        panel.columns = static_cast<std::size_t>(columns->number(1, most, true));
    if (const auto of = node.find("of")) {
        const auto place = of->items();
        if (place.size() != 2) of->fail("a row and a column, counted from 0");
        panel.of = {static_cast<std::size_t>(place[0].number(0, most, true)),
                    static_cast<std::size_t>(place[1].number(0, most, true))};
    }
}

} // namespace

FigurePanel parse_figure_panel(const JsonNode& node, const FigureNames& names) {
    node.allow_only({"kind", "recording", "cache", "compare", "view", "aspect", "caption", "letter", "insets",
                     "plot", "table", "table_columns", "text", "of", "rows", "columns"});
    FigurePanel panel;
    if (const auto kind = node.find("kind")) panel.kind = one_of(*kind, figure_kind_names);
    parse_source(node, names, panel.source);
    if (const auto compare = node.find("compare")) {
        compare->allow_only({"recording", "cache"});
        panel.compare = panel.source;
        parse_source(*compare, names, *panel.compare);
    }
    if (const auto view = node.find("view")) {
        (void)view->members(); // an object
        panel.view = view->value().dump();
        // The number of frames may be that of another part of the recipe; check_figure_panel() checks both.
        (void)view->refusing([&] {
            return view_state_from_json(panel.view, names.file, usual_view({}, FrameRange::most_frames));
        });
    }
    if (const auto aspect = node.find("aspect")) panel.aspect = aspect->number(0.1, 10.0, false);
    if (const auto caption = node.find("caption")) panel.caption = figure_text(*caption, false);
    if (const auto letter = node.find("letter")) panel.has_letter = letter->flag();
    if (const auto insets = node.find("insets")) parse_insets(*insets, names, panel);
    if (const auto plot = node.find("plot")) panel.plot = one_of(*plot, figure_plot_names);
    parse_table(node, panel);
    if (const auto text = node.find("text")) panel.text = figure_text(*text, true);
    parse_span(node, panel);
    return panel;
}

FigurePanel parse_own_keys(const JsonNode& node, const FigureNames& names) {
    FigurePanel panel = parse_figure_panel(node, names);
    if (!node.find("kind")) return panel;
    const auto only_with = [&](const char* key, Kind kind, const char* name) {
        if (const auto member = node.find(key); member && panel.kind != kind)
            member->refuse(fmt::format("expected in a panel of the kind {} only", name));
    };
    only_with("insets", Kind::mesh, "mesh");
    only_with("compare", Kind::mesh, "mesh");
    only_with("of", Kind::colour_bar, "colour-bar");
    only_with("plot", Kind::plot, "plot");
    only_with("table", Kind::table, "table");
    only_with("table_columns", Kind::table, "table");
    only_with("text", Kind::text, "text");
    return panel;
}

bool has_metric(const ModelConfig& model, Metric metric) {
    return !info_of(metric.quantity).sums.has(Sum::conflict) ||
           std::holds_alternative<HierarchyConfig>(model);
}

void check_figure_panel(const JsonNode& node, FigurePanel& panel, const FigureNames& names) {
    if (panel.kind != Kind::mesh) {
        panel.insets.clear();
        panel.compare.reset();
    }
    if (panel.compare && !panel.insets.empty())
        node.refuse("expected either 'compare' or 'insets', found both");
    const auto is_hierarchy = [&](std::size_t cache) {
        return std::holds_alternative<HierarchyConfig>(names.caches[cache].model.config);
    };
    const bool by_capacity = panel.kind == Kind::plot &&
                             (panel.plot == FigurePlot::l1_capacity || panel.plot == FigurePlot::l2_capacity);
    if (by_capacity && !is_hierarchy(panel.source.cache))
        node.refuse("expected a cache with \"model\": \"hierarchy\", which plots over the capacity need");
    const ViewState state = node.refusing([&] { return figure_view_of(panel.view, names.file); });
    if (panel.kind == Kind::mesh && !has_metric(names.caches[panel.source.cache].model.config, state.metric))
        node.refuse(fmt::format("expected a cache with \"model\": \"hierarchy\", which the metric {} needs",
                                info_of(state.metric).name));
    if (panel.kind == Kind::image && state.image.quantity->needs == PixelPart::sectors &&
        !is_hierarchy(panel.source.cache))
        node.refuse(
            fmt::format("expected a cache with \"model\": \"hierarchy\", which the pixel metric {} needs",
                        state.image.quantity->name));
}

JsonNode::Json merged_panel(std::initializer_list<std::optional<JsonNode>> parts) {
    Json merged = Json::object();
    for (const std::optional<JsonNode>& part : parts) {
        if (!part) continue;
        for (const auto& [key, node] : part->members()) {
            if (key == "view" && merged.contains("view") && node.value().is_object())
                merged["view"].update(node.value());
            else
                merged[key] = node.value();
        }
    }
    return merged;
}

const FigurePanel* explained_panel(const Figure& figure, const FigurePanel& bar) {
    const FigurePanel* best = nullptr;
    for (const FigurePanel& panel : figure.panels) {
        if (!has_colours(panel.kind)) continue;
        const std::pair place(panel.row, panel.column);
        if (bar.of ? place != *bar.of
                   : panel.row < bar.row || panel.row >= bar.row + bar.rows || panel.column >= bar.column)
            continue;
        if (best == nullptr || panel.column > best->column) best = &panel;
    }
    return best;
}

ViewState figure_view_of(const std::string& json, std::string_view place, const Camera& camera) {
    return view_state_from_json(json, place, usual_view(camera, 1));
}

std::string figure_text(const JsonNode& node, bool with_lines) {
    constexpr std::size_t longest = 4096;
    std::string text = node.text();
    if (text.size() > longest) node.fail(fmt::format("at most {} bytes of text", longest));
    if (std::ranges::any_of(text, [&](char c) {
            return (static_cast<unsigned char>(c) < 0x20 && !(with_lines && c == '\n')) || c == 0x7f;
        }))
        node.fail(with_lines ? "a text without control characters other than line breaks"
                             : "a text without control characters");
    return text;
}

} // namespace hitmap
