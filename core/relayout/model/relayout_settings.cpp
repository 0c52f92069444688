#include "core/relayout/model/relayout_settings.h"

#include "core/base/error.h"
#include "core/base/text/shell_word.h"
#include "core/relayout/model/element_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

/// Reads the value of an option that the tracer has, too.
template <class Member>
auto tracer_value(std::string_view name, const std::string& text, const Member& member) {
    TraceOptions trace;
    trace_option(name).set(trace, text);
    return member(trace);
}

std::string form_with_use(std::string_view name) {
    return fmt::format("{}|{}|{}", trace_option(name).form, name_of(UseOrder::access_count),
                       name_of(UseOrder::first_access));
}

std::string form_of_nodes() {
    return fmt::format("{}|{}", form_with_use("node-order"), name_of(ClusterOrder::lines));
}

/// Reads an order of the tracer, or an order by use. Throws UsageError that names the form of a value.
template <class Order, class Member>
Order order_value(std::string_view name, const std::string& form, const std::string& text,
                  const Member& member) {
    if (const auto use = use_order_named(text)) return *use;
    const TraceOption& option = trace_option(name);
    const bool known =
        std::ranges::find(option.values, text, &TraceOption::Value::name) != option.values.end();
    if (known) return tracer_value(name, text, member);
    throw UsageError(fmt::format("--{}: expected {}, found '{}'", name, form, text));
}

template <class Order>
std::vector<std::string> text_of_order(const std::optional<Order>& order) {
    if (!order) return {};
    return {std::string(std::visit([](auto value) { return name_of(value); }, *order))};
}

RelayoutSetting node_order_setting() {
    return {
        "node-order",
        "Order of the nodes and boxes. dfs, bfs, veb: as in trace; access-count: the children that are "
        "accessed most first; first-access: as they are accessed first; clustered: those that are accessed "
        "most with their children in one cache line",
        form_of_nodes(),
        false,
        [](RelayoutOptions& layout, const std::string& text) {
            if (text == name_of(ClusterOrder::lines))
                layout.node_order = ClusterOrder::lines;
            else
                layout.node_order =
                    order_value<NodeOrderChoice>("node-order", form_of_nodes(), text,
                                                 [](const TraceOptions& t) { return t.nodes.node_order; });
        },
        [](const RelayoutOptions& layout) { return text_of_order(layout.node_order); }};
}

RelayoutSetting vertex_order_setting() {
    return {"vertex-order",
            "Order of the vertices, and of the normals, which follow. keep, random, bfs, morton: as in "
            "trace; access-count, first-access: as for nodes",
            form_with_use("vertex-order"),
            false,
            [](RelayoutOptions& layout, const std::string& text) {
                layout.vertex_order =
                    order_value<VertexOrderChoice>("vertex-order", form_with_use("vertex-order"), text,
                                                   [](const TraceOptions& t) { return t.vertex_order; });
            },
            [](const RelayoutOptions& layout) { return text_of_order(layout.vertex_order); }};
}

RelayoutSetting face_order_setting() {
    return {"face-order",
            "Order of the faces of a leaf, and of leaves if nodes are linked, as in trace. An estimate: the "
            "order in which faces are tested stays",
            trace_option("face-order").form,
            false,
            [](RelayoutOptions& layout, const std::string& text) {
                layout.face_order =
                    tracer_value("face-order", text, [](const TraceOptions& t) { return t.face_order; });
            },
            [](const RelayoutOptions& layout) {
                return layout.face_order ? std::vector{std::string(name_of(*layout.face_order))}
                                         : std::vector<std::string>();
            }};
}

RelayoutSetting vertex_layout_setting() {
    return {"layout",
            "How positions and normals lie in memory. aos: x, y, z of a vertex together; soa: an array of "
            "all x, then y, then z",
            trace_option("layout").form,
            false,
            [](RelayoutOptions& layout, const std::string& text) {
                layout.vertex_layout =
                    tracer_value("layout", text, [](const TraceOptions& t) { return t.vertex_layout; });
            },
            [](const RelayoutOptions& layout) {
                TraceOptions trace;
                if (!layout.vertex_layout) return std::vector<std::string>();
                trace.vertex_layout = *layout.vertex_layout;
                return std::vector{trace_option("layout").get(trace)};
            }};
}

RelayoutSetting seed_setting() {
    return {"seed",
            "For random orders; otherwise the seed of the recording",
            "N",
            false,
            [](RelayoutOptions& layout, const std::string& text) {
                layout.seed = tracer_value("seed", text, [](const TraceOptions& t) { return t.seed; });
            },
            [](const RelayoutOptions& layout) {
                return layout.seed ? std::vector{std::to_string(*layout.seed)} : std::vector<std::string>();
            }};
}

/// Calls visit(name, value) for each option that is set.
template <class Visit>
void for_each_value(const RelayoutOptions& options, const Visit& visit) {
    for (const RelayoutSetting& setting : relayout_settings())
        for (const std::string& value : setting.get(options))
            visit(setting.name, value);
}

std::string without_spaces(std::string_view value) {
    std::string text;
    for (const char c : value)
        text += c == ' ' ? "%20" : c == '%' ? "%25" : std::string(1, c);
    return text;
}

std::string with_spaces(std::string_view text) {
    std::string value;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view code = text.substr(i, 3);
        value += code == "%20" ? ' ' : text[i];
        if (code == "%20" || code == "%25") i += 2;
    }
    return value;
}

} // namespace

const std::vector<RelayoutSetting>& relayout_settings() {
    static const std::vector<RelayoutSetting> settings = [] {
        std::vector<RelayoutSetting> all{node_order_setting(), vertex_order_setting(), face_order_setting(),
                                         vertex_layout_setting(), seed_setting()};
        for (RelayoutSetting& setting : element_settings())
            all.push_back(std::move(setting));
        return all;
    }();
    return settings;
}

std::string to_string(const RelayoutOptions& options) {
    std::string text;
    for_each_value(options, [&](const std::string& name, const std::string& value) {
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, without_spaces(value));
    });
    return text;
}

RelayoutOptions parse_relayout(std::string_view text) {
    RelayoutOptions options;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        const std::string_view name = word.substr(0, word.find('='));
        const auto setting = std::ranges::find(relayout_settings(), name, &RelayoutSetting::name);
        if (setting == relayout_settings().end() || name.size() == word.size())
            throw UsageError(
                fmt::format("expected options of relayout such as node-order=veb, found '{}'", word));
        setting->set(options, with_spaces(word.substr(name.size() + 1)));
    }
    return options;
}

std::string title_of(const RelayoutOptions& options) {
    std::string title;
    for_each_value(options, [&](const std::string& name, const std::string& value) {
        title += fmt::format("{}{} {}", title.empty() ? "" : ", ", name, value);
    });
    return title.empty() ? "as recorded" : title;
}

std::string command_options(const RelayoutOptions& options) {
    std::string text;
    for_each_value(options, [&](const std::string& name, const std::string& value) {
        text += fmt::format("{}--{} {}", text.empty() ? "" : " ", name, shell_word(value));
    });
    return text;
}

} // namespace hitmap
