#pragma once

#include "app/figure/figure.h"
#include "app/figure/figure_names.h"
#include "core/base/json_node.h"
#include "render/view/view_state.h"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// The names that panels refer to.
struct FigureNames {
    const std::vector<FigureRecording>& recordings;
    const std::vector<ExperimentCache>& caches;
    const std::string& file; ///< path of the recipe
};

/// All functions throw FileError with the place of what is wrong.

/// Returns a panel without its place in the matrix. Missing keys have the defaults of FigurePanel.
[[nodiscard]] FigurePanel parse_figure_panel(const JsonNode& node, const FigureNames& names);
/// The same for the settings of one object, which may not have keys of other kinds than the one that it
/// names.
FigurePanel parse_own_keys(const JsonNode& node, const FigureNames& names);
/// Whether a model counts what a metric of elements shows: the stack distance cache model knows no causes of
/// misses.
[[nodiscard]] bool has_metric(const ModelConfig& model, Metric metric);
/// Throws if settings of the panel contradict each other. Removes those of other kinds, which it may have
/// from its row or column.
void check_figure_panel(const JsonNode& node, FigurePanel& panel, const FigureNames& names);
/// Returns an object with the keys of all parts; later ones go before earlier ones, also within "view".
[[nodiscard]] JsonNode::Json merged_panel(std::initializer_list<std::optional<JsonNode>> parts);

/// Returns the panel whose colours a colour bar explains; null if there is none.
[[nodiscard]] const FigurePanel* explained_panel(const Figure& figure, const FigurePanel& bar);

/// As figure_view(). `place` names the view in messages.
[[nodiscard]] ViewState figure_view_of(const std::string& json, std::string_view place,
                                       const Camera& camera = {});

/// Returns a text without control characters and of at most 4096 bytes.
/// @param with_lines  whether it may have several lines
[[nodiscard]] std::string figure_text(const JsonNode& node, bool with_lines);

/// Returns the value with the name that the node has.
template <class Value, std::size_t count>
[[nodiscard]] Value one_of(const JsonNode& node, const FigureNameTable<Value, count>& names) {
    std::string known;
    for (const auto& [value, name] : names) {
        if (node.value().is_string() && node.text() == name) return value;
        known += fmt::format("{}\"{}\"", known.empty() ? "" : " or ", name);
    }
    node.fail(known);
}

} // namespace hitmap
