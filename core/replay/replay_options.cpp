#include "core/replay/replay_options.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

/// The options of trace_option_table() that describe the tree of a replay and how it lies in memory.
constexpr std::array<std::string_view, 8> tree_option_names{
    "bvh", "leaf-size", "node-width", "node-order", "vertex-order", "face-order", "layout", "stack-slots"};
/// Those that a format leaves free: it has the rest of the layout.
constexpr std::array<std::string_view, 3> free_option_names{"bvh", "node-order", "face-order"};

ReplayOption of_tree(const TraceOption& option) {
    return {option.name,
            option.help,
            option.form,
            option.values,
            [&option](const ReplayOptions& options) { return option.get(options.tree); },
            [&option](ReplayOptions& options, std::string_view text) { option.set(options.tree, text); }};
}

template <class Value>
struct Choice {
    Value value;
    std::string_view name;
    std::string_view help;
};

template <class Value>
ReplayOption choice(std::string_view name, std::string_view help, const std::vector<Choice<Value>>& choices,
                    Value ReplayOptions::*member) {
    ReplayOption option{std::string(name), std::string(help), {}, {}, {}, {}};
    for (const Choice<Value>& c : choices) {
        option.form += (option.form.empty() ? "" : "|") + std::string(c.name);
        option.values.push_back({std::string(c.name), std::string(c.help)});
    }
    option.get = [choices, member](const ReplayOptions& options) {
        const auto found =
            std::ranges::find_if(choices, [&](const auto& c) { return c.value == options.*member; });
        return found == choices.end() ? std::string() : std::string(found->name);
    };
    option.set = [choices, member, name, form = option.form](ReplayOptions& options, std::string_view text) {
        const auto found = std::ranges::find_if(choices, [&](const auto& c) { return c.name == text; });
        if (found == choices.end())
            throw UsageError(fmt::format("--{}: expected {}, found '{}'", name, form, text));
        options.*member = found->value;
    };
    return option;
}

ReplayOption node_format_option() {
    std::vector<Choice<const NodeFormat*>> choices{
        {nullptr, "hitmap", "nodes, boxes and triangles as hitmap trace lays them out"}};
    for (const NodeFormat& format : node_formats())
        choices.push_back({&format, format.name, format.help});
    return choice<const NodeFormat*>("node-format", "How the tree lies in memory", choices,
                                     &ReplayOptions::format);
}

std::vector<ReplayOption> make_table() {
    std::vector<ReplayOption> table;
    table.push_back(choice<TreeMaker>(
        "tree", "Whose tree the rays go over",
        {{TreeMaker::hitmap, "hitmap", "one of Hitmap over the recorded triangles"},
         {TreeMaker::driver, "driver",
          "the one that the driver built, at its addresses, if the recording has it: of lavapipe"}},
        &ReplayOptions::tree_of));
    for (const std::string_view name : tree_option_names)
        table.push_back(of_tree(trace_option(name)));
    table.push_back(node_format_option());
    table.push_back(choice<VisitOrder>(
        "order", "Which child that a ray enters is visited first, with a node format of hardware",
        {{VisitOrder::nearest, "nearest", "the one that the ray enters first"},
         {VisitOrder::midpoint, "midpoint", "the one in which the middle of the ray's stretch is nearest"},
         {VisitOrder::longest, "longest", "the one in which the ray's stretch is longest"},
         {VisitOrder::memory, "memory", "the first one in memory"}},
        &ReplayOptions::order));
    table.push_back(choice<UnitTiming>(
        "unit", "When rays fetch nodes and triangles, with a node format of hardware",
        {{UnitTiming::lockstep, "lockstep", "the rays of a warp together"},
         {UnitTiming::independent, "independent", "each ray by itself; those of a warp take turns"}},
        &ReplayOptions::unit));
    table.push_back(choice<UnitCache>("unit-cache",
                                      "Which cache a unit for rays fetches through on the way to L2",
                                      {{UnitCache::l1, "l1", "that of the SM, as shaders do"},
                                       {UnitCache::none, "none", "none: every fetch goes to L2"}},
                                      &ReplayOptions::unit_cache));
    return table;
}

const ReplayOption& named_option(std::string_view name) {
    const auto& table = replay_option_table();
    const auto found = std::ranges::find(table, name, &ReplayOption::name);
    if (found == table.end()) throw UsageError(fmt::format("a replay has no option '{}'", name));
    return *found;
}

/// Whether an option changes something, with the format that the others name.
bool has_meaning(const ReplayOption& option, const ReplayOptions& options) {
    if (option.name == "tree") return true;
    const bool is_of_unit = option.name == "unit" || option.name == "unit-cache";
    if (options.tree_of == TreeMaker::driver) return is_of_unit;
    if (options.format == nullptr) return !is_of_unit && option.name != "order";
    return std::ranges::count(tree_option_names, option.name) == 0 ||
           std::ranges::count(free_option_names, option.name) != 0;
}

/// Calls act(option, value) for each option that differs from its default.
template <class Act>
void for_each_changed(const ReplayOptions& options, const Act& act) {
    const ReplayOptions usual;
    for (const ReplayOption& option : replay_option_table())
        if (const std::string value = option.get(options); value != option.get(usual)) act(option, value);
}

} // namespace

const std::vector<ReplayOption>& replay_option_table() {
    static const std::vector<ReplayOption> table = make_table();
    return table;
}

std::vector<std::pair<std::string, std::string>> option_texts(const ReplayOptions& options) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const ReplayOption& option : replay_option_table())
        if (has_meaning(option, options)) texts.emplace_back(option.name, option.get(options));
    return texts;
}

void check_replay_options(const ReplayOptions& options) {
    check_trace_options(options.tree);
    for_each_changed(options, [&](const ReplayOption& option, const std::string& value) {
        if (has_meaning(option, options)) return;
        if (options.tree_of == TreeMaker::driver)
            throw UsageError(
                fmt::format("--{} {}: the tree of the driver is as it is in memory", option.name, value));
        if (options.format == nullptr)
            throw UsageError(
                fmt::format("--{} {}: expected --node-format of hardware, found hitmap", option.name, value));
        throw UsageError(fmt::format("--{} {}: the node format {} has one of its own", option.name, value,
                                     options.format->name));
    });
}

std::string to_string(const ReplayOptions& options) {
    std::string text;
    for_each_changed(options, [&](const ReplayOption& option, const std::string& value) {
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", option.name, value);
    });
    return text;
}

ReplayOptions parse_replay(std::string_view text) {
    ReplayOptions options;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos)
            throw UsageError(fmt::format("expected options of a replay, each with =, found '{}'", one));
        named_option(one.substr(0, equals)).set(options, one.substr(equals + 1));
    }
    check_replay_options(options);
    return options;
}

std::string title_of(const ReplayOptions& options) {
    std::string text;
    for_each_changed(options, [&](const ReplayOption& option, const std::string& value) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", option.name, value);
    });
    return text.empty() ? "as replayed" : text;
}

} // namespace hitmap
