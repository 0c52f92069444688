#include "app/figure/figure_edit.h"

#include "app/figure/figure_json.h"
#include "app/figure/figure_writer.h"
#include "app/figure/panel_json.h"
#include "core/raytracer/options/trace_options.h"
#include "core/relayout/model/relayout_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <set>
#include <utility>

namespace hitmap {

namespace {

constexpr double one_column_mm = 88.0; // of text, and two
constexpr double two_columns_mm = 178.0;
constexpr std::size_t most_columns_at_once = 3; ///< further panels go to new rows
constexpr std::size_t longest_word = 64;

FigurePlace place_of_panel(const FigurePanel& panel) {
    return {panel.row, panel.column};
}

/// The first row or column of a panel, and how many it spans.
std::pair<std::size_t&, std::size_t&> extent_of(FigurePanel& panel, FigureAxis axis) {
    if (axis == FigureAxis::row) return {panel.row, panel.rows};
    return {panel.column, panel.columns};
}

/// Moves panels, and the places that colour bars refer to. Panels without a new place are removed.
void map_places(Figure& figure, const std::function<std::optional<FigurePlace>(FigurePlace)>& moved) {
    std::vector<FigurePanel> panels;
    for (FigurePanel& panel : figure.panels) {
        const auto to = moved(place_of_panel(panel));
        if (!to) continue;
        if (panel.of) {
            const auto explained = moved({panel.of->first, panel.of->second});
            if (!explained) continue;
            panel.of = {explained->row, explained->column};
        }
        panel.row = to->row;
        panel.column = to->column;
        panels.push_back(std::move(panel));
    }
    figure.panels = std::move(panels);
}

void drop_idle_bars(Figure& figure) {
    const Figure before = figure;
    std::erase_if(figure.panels, [&](const FigurePanel& panel) {
        return panel.kind == FigurePanelKind::colour_bar && explained_panel(before, panel) == nullptr;
    });
}

bool is_bar_column(const Figure& figure, std::size_t column) {
    if (!figure.columns[column].size) return false;
    bool any = false;
    for (const FigurePanel& panel : figure.panels)
        if (panel.column == column) {
            if (panel.kind != FigurePanelKind::colour_bar) return false;
            any = true;
        }
    return any;
}

/// Returns the colour bar that explains the colours of a panel; null: none does.
const FigurePanel* bar_of(const Figure& figure, const FigurePanel& panel) {
    if (!has_colours(panel.kind)) return nullptr;
    const auto bar = std::ranges::find_if(figure.panels, [&](const FigurePanel& each) {
        if (each.kind != FigurePanelKind::colour_bar) return false;
        const FigurePanel* const explained = explained_panel(figure, each);
        return explained != nullptr && scale_key(*explained) == scale_key(panel);
    });
    return bar == figure.panels.end() ? nullptr : &*bar;
}

std::size_t wide_columns(const Figure& figure) {
    std::size_t wide = 0;
    for (std::size_t column = 0; column < figure.columns.size(); ++column)
        wide += is_bar_column(figure, column) ? 0 : 1;
    return wide;
}

/// Tables need the whole width. Returns the first row below all panels.
FigurePlace free_row(Figure& figure) {
    std::size_t below = 0;
    for (const FigurePanel& panel : figure.panels)
        below = std::max(below, panel.row + panel.rows);
    if (below == figure.rows.size()) figure.rows.emplace_back();
    return {below, 0};
}

/// Returns the column before which a new one is inserted for a panel. Panels with colours are left of their
/// bar; others, such as plots, are right of all bars, so that these stay beside the colours.
std::size_t new_column(const Figure& figure, const FigurePanel& panel) {
    std::size_t column = figure.columns.size();
    if (!has_colours(panel.kind)) return column;
    const FigurePanel* const bar = bar_of(figure, panel);
    if (bar != nullptr && is_bar_column(figure, bar->column)) column = bar->column;
    while (column > 0 && is_bar_column(figure, column - 1))
        --column;
    return column;
}

FigurePlace free_place(Figure& figure, const FigurePanel& panel) {
    const std::size_t wide = wide_columns(figure);
    for (std::size_t row = 0; row < figure.rows.size(); ++row)
        for (std::size_t column = 0; column < figure.columns.size(); ++column)
            if (!is_bar_column(figure, column) && !panel_at(figure, {row, column})) return {row, column};
    if (figure.rows.size() == 1 && wide < most_columns_at_once) {
        const std::size_t column = new_column(figure, panel);
        insert_track(figure, FigureAxis::column, column);
        // Several panels beside one another are those of a figure over both columns of a page.
        if (figure.width == one_column_mm) figure.width = two_columns_mm;
        return {0, column};
    }
    figure.rows.emplace_back();
    return {figure.rows.size() - 1, 0};
}

template <class Item>
std::string free_name(const std::vector<Item>& items, const std::string& wanted) {
    const auto is_taken = [&](const std::string& name) {
        return std::ranges::any_of(items, [&](const Item& item) { return item.name == name; });
    };
    if (!is_taken(wanted)) return wanted;
    for (std::size_t number = 2;; ++number) {
        const std::string suffix = fmt::format("-{}", number);
        const std::string name = wanted.substr(0, longest_word - suffix.size()) + suffix;
        if (!is_taken(name)) return name;
    }
}

/// Calls `change` with every source of a figure.
void for_sources(Figure& figure, const std::function<void(FigureSource&)>& change) {
    for (FigurePanel& panel : figure.panels) {
        change(panel.source);
        if (panel.compare) change(*panel.compare);
        for (FigureInset& inset : panel.insets)
            change(inset.source);
    }
}

/// Removes items that are not in `used`, and returns the new number of each.
template <class Item>
std::vector<std::size_t> compact(std::vector<Item>& items, const std::set<std::size_t>& used) {
    std::vector<std::size_t> numbers(items.size(), 0);
    std::vector<Item> kept;
    for (std::size_t i = 0; i < items.size(); ++i) {
        numbers[i] = kept.size();
        if (used.contains(i)) kept.push_back(std::move(items[i]));
    }
    items = std::move(kept);
    return numbers;
}

} // namespace

Figure empty_figure() {
    Figure figure;
    figure.rows.emplace_back();
    figure.columns.emplace_back();
    return figure;
}

Figure checked_figure(const Figure& figure) {
    if (figure.panels.empty()) return figure;
    return parse_figure(figure_to_json(figure, "/"), "/");
}

std::optional<std::size_t> panel_at(const Figure& figure, FigurePlace place) {
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const FigurePanel& panel = figure.panels[i];
        if (place.row >= panel.row && place.row < panel.row + panel.rows && place.column >= panel.column &&
            place.column < panel.column + panel.columns)
            return i;
    }
    return std::nullopt;
}

std::string figure_word(const std::string& text) {
    std::string word;
    for (const char c : text) {
        const bool is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             (c == '.' && !word.empty());
        if (is_fine)
            word += c;
        else if (!word.empty() && word.back() != '-')
            word += '-';
    }
    word.resize(std::min(word.size(), longest_word));
    while (!word.empty() && word.back() == '-')
        word.pop_back();
    return word.empty() ? "a" : word;
}

namespace {

/// The values of one list that another does not have, with their names where they are numbers.
std::vector<std::string> other_values(const std::vector<std::pair<std::string, std::string>>& own,
                                      const std::vector<std::pair<std::string, std::string>>& others) {
    std::vector<std::string> values;
    for (const auto& option : own) {
        if (std::ranges::find(others, option) != others.end()) continue;
        const bool is_word =
            !option.second.empty() && std::isalpha(static_cast<unsigned char>(option.second.front())) != 0;
        values.push_back(is_word ? option.second : option.first + "-" + option.second);
    }
    return values;
}

/// Says in what a recording differs from another of its name, for names such as "bunny-median"; empty: in
/// nothing that a short word could say.
std::string distinction(const FigureRecording& recording, const FigureRecording& other) {
    constexpr std::size_t most = 2;
    std::vector<std::string> words;
    if (recording.file.empty() && other.file.empty())
        words = other_values(option_texts(recording.options), option_texts(other.options));
    const auto layouts = [](const FigureRecording& of) {
        std::vector<std::string> texts;
        for (const RelayoutOptions& relayout : of.relayouts)
            texts.push_back(to_string(relayout));
        return texts;
    };
    if (const auto own = layouts(recording); own != layouts(other))
        words.insert(words.end(), own.begin(), own.end());
    if (recording.dealt_sms != other.dealt_sms) words.push_back(fmt::format("{}-sms", recording.dealt_sms));
    if (words.empty() || words.size() > most) return {};
    return figure_word(fmt::format("{}", fmt::join(words, "-")));
}

} // namespace

std::size_t add_recording(Figure& figure, FigureRecording recording) {
    const std::string key = recording_key(recording);
    for (std::size_t i = 0; i < figure.recordings.size(); ++i)
        if (recording_key(figure.recordings[i]) == key) return i;
    const auto same_name = std::ranges::find(figure.recordings, recording.name, &FigureRecording::name);
    if (same_name != figure.recordings.end())
        if (const std::string word = distinction(recording, *same_name);
            !word.empty() && recording.name.size() + word.size() < longest_word)
            recording.name += "-" + word;
    recording.name = free_name(figure.recordings, recording.name);
    figure.recordings.push_back(std::move(recording));
    return figure.recordings.size() - 1;
}

std::size_t add_cache(Figure& figure, ExperimentCache cache) {
    const std::string key = cache_key(cache);
    for (std::size_t i = 0; i < figure.caches.size(); ++i)
        if (cache_key(figure.caches[i]) == key) return i;
    cache.name = free_name(figure.caches, cache.name);
    figure.caches.push_back(std::move(cache));
    return figure.caches.size() - 1;
}

FigurePlace add_panel(Figure& figure, FigurePanel panel) {
    const bool is_table = panel.kind == FigurePanelKind::table;
    const FigurePlace place = is_table ? free_row(figure) : free_place(figure, panel);
    panel.row = place.row;
    panel.column = place.column;
    panel.rows = 1;
    panel.columns = is_table ? figure.columns.size() : 1;
    const bool needs_bar = has_colours(panel.kind) && bar_of(figure, panel) == nullptr;
    figure.panels.push_back(std::move(panel));
    if (needs_bar) add_colour_bar(figure, place);
    return place;
}

void add_colour_bar(Figure& figure, FigurePlace explained) {
    FigurePanel bar;
    bar.kind = FigurePanelKind::colour_bar;
    bar.row = explained.row;
    bar.of = {explained.row, explained.column};
    std::size_t column = explained.column + 1;
    while (column < figure.columns.size() &&
           !(is_bar_column(figure, column) && !panel_at(figure, {explained.row, column})))
        ++column;
    if (column == figure.columns.size()) figure.columns.push_back({"", bar_column_mm});
    bar.column = column;
    figure.panels.push_back(std::move(bar));
}

void remove_panel(Figure& figure, FigurePlace place) {
    const auto number = panel_at(figure, place);
    if (!number) return;
    figure.panels.erase(figure.panels.begin() + static_cast<std::ptrdiff_t>(*number));
}

void exchange(Figure& figure, FigurePlace a, FigurePlace b) {
    const auto first = panel_at(figure, a);
    const auto second = panel_at(figure, b);
    if (first) a = place_of_panel(figure.panels[*first]);
    // A panel that moves within the places that it covers meets no other one there.
    if (second && second != first) b = place_of_panel(figure.panels[*second]);
    if (first && second && second != first) { // each fills what the other one filled
        std::swap(figure.panels[*first].rows, figure.panels[*second].rows);
        std::swap(figure.panels[*first].columns, figure.panels[*second].columns);
    }
    map_places(figure, [&](FigurePlace place) -> std::optional<FigurePlace> {
        if (place == a) return b;
        return place == b ? a : place;
    });
}

std::optional<FigurePlace> next_place(const Figure& figure, FigurePlace from, FigureAxis axis, bool forward) {
    const auto number = panel_at(figure, from);
    std::size_t span = 1;
    if (number) {
        FigurePanel panel = figure.panels[*number];
        from = place_of_panel(panel);
        span = extent_of(panel, axis).second;
    }
    const std::size_t count = axis == FigureAxis::row ? figure.rows.size() : figure.columns.size();
    std::size_t& own = axis == FigureAxis::row ? from.row : from.column;
    if (!forward) {
        if (own == 0) return std::nullopt;
        --own;
        return from;
    }
    if (own + span >= count) return std::nullopt;
    own += span;
    if (!panel_at(figure, from)) own -= span - 1;
    return from;
}

void insert_track(Figure& figure, FigureAxis axis, std::size_t before) {
    auto& tracks = axis == FigureAxis::row ? figure.rows : figure.columns;
    tracks.insert(tracks.begin() + static_cast<std::ptrdiff_t>(before), FigureTrack{});
    for (FigurePanel& panel : figure.panels) {
        const auto [own, span] = extent_of(panel, axis);
        if (own < before && before < own + span) ++span;
    }
    map_places(figure, [&](FigurePlace place) -> std::optional<FigurePlace> {
        std::size_t& number = axis == FigureAxis::row ? place.row : place.column;
        if (number >= before) ++number;
        return place;
    });
}

void remove_track(Figure& figure, FigureAxis axis, std::size_t number) {
    auto& tracks = axis == FigureAxis::row ? figure.rows : figure.columns;
    std::set<FigurePlace> kept; // of panels that begin in the removed track, and go on in the next one
    for (FigurePanel& panel : figure.panels) {
        const auto [own, span] = extent_of(panel, axis);
        if (span == 1 || number < own || number >= own + span) continue;
        --span;
        if (own == number) kept.insert(place_of_panel(panel));
    }
    map_places(figure, [&](FigurePlace place) -> std::optional<FigurePlace> {
        const bool is_kept = kept.contains(place);
        std::size_t& own = axis == FigureAxis::row ? place.row : place.column;
        if (own == number && !is_kept) return std::nullopt;
        if (own > number) --own;
        return place;
    });
    if (tracks.size() == 1)
        tracks.front() = {};
    else
        tracks.erase(tracks.begin() + static_cast<std::ptrdiff_t>(number));
}

void share_camera(Figure& figure, FigurePlace from, std::optional<FigureAxis> axis) {
    constexpr std::array keys{"camera", "projection", "focus_distance"};
    const auto number = panel_at(figure, from);
    if (!number) return;
    const auto source = JsonNode::Json::parse(figure.panels[*number].view);
    for (FigurePanel& panel : figure.panels) {
        if (panel.kind != FigurePanelKind::mesh) continue;
        if (axis == FigureAxis::row && panel.row != from.row) continue;
        if (axis == FigureAxis::column && panel.column != from.column) continue;
        auto view = JsonNode::Json::parse(panel.view);
        for (const char* const key : keys) {
            view.erase(key);
            if (source.contains(key)) view[key] = source[key];
        }
        panel.view = view.dump();
    }
}

void change_view(FigurePanel& panel, const std::function<void(ViewState&)>& change) {
    ViewState state = figure_view(panel);
    const auto before = Json::parse(view_state_to_json(state));
    change(state);
    const auto after = Json::parse(view_state_to_json(state));
    auto view = Json::parse(panel.view);
    for (const auto& [key, value] : before.items())
        if (!after.contains(key)) view.erase(key);
    for (const auto& [key, value] : after.items())
        if (!before.contains(key) || before[key] != value) view[key] = value;
    panel.view = view.dump();
}

void remove_unused(Figure& figure) {
    drop_idle_bars(figure);
    std::set<std::size_t> recordings;
    std::set<std::size_t> caches;
    for_sources(figure, [&](FigureSource& source) {
        recordings.insert(source.recording);
        caches.insert(source.cache);
    });
    if (caches.empty() && !figure.caches.empty()) caches.insert(0);
    const auto recording_numbers = compact(figure.recordings, recordings);
    const auto cache_numbers = compact(figure.caches, caches);
    for_sources(figure, [&](FigureSource& source) {
        source = {recording_numbers[source.recording], cache_numbers[source.cache]};
    });
}

} // namespace hitmap
