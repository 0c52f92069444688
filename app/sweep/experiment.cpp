#include "app/sweep/experiment.h"

#include "app/sweep/experiment_parts.h"
#include "core/base/json_node.h"
#include "core/base/json_text.h"
#include "core/base/parse.h"
#include "render/view/view_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace hitmap {

namespace {

ExperimentPicture parse_picture(const std::string& name, const JsonNode& node, const std::string& file) {
    ExperimentPicture picture;
    picture.name = name;
    node.allow_only({"panel", "size", "view", "all_frames"});
    if (const auto panel = node.find("panel")) {
        if (panel->text() != "mesh" && panel->text() != "framebuffer") panel->fail("mesh or framebuffer");
        if (panel->text() == "framebuffer") picture.panel = ExperimentPicture::Panel::framebuffer;
    }
    if (const auto size = node.find("size")) {
        const auto [width, height] = size->refusing([&] {
            return parse_resolution(size->text(), "size", {200, 32767});
        });
        picture.size = {static_cast<int>(width), static_cast<int>(height)};
    }
    if (const auto view = node.find("view")) {
        picture.view = view->value().dump();
        (void)view->refusing([&] {
            const ViewState state = view_state_from_json(picture.view, file);
            // Recordings are simulated while they are traced, and cannot be read again.
            if (depend_on_rays(state.view.only_ranges))
                throw UsageError(
                    "only_ranges: expected quantities other than means over rays, which pictures "
                    "of experiments do not have");
            return state;
        });
    }
    if (const auto all = node.find("all_frames")) picture.all_frames = all->flag();
    return picture;
}

/// Returns parse(name, member) for each member of the object at `key`.
template <class Item, class Parse>
std::vector<Item> parse_all(const JsonNode& root, const std::string& key, const Parse& parse) {
    std::vector<Item> items;
    if (const auto node = root.find(key))
        for (const auto& [name, member] : node->members()) {
            check_experiment_name(name, member);
            items.push_back(parse(name, member));
        }
    return items;
}

/// Returns the indices of the items that a product lists under `key`; all items if the key is missing.
template <class Item>
std::vector<std::size_t> named(const JsonNode& product, const std::string& key,
                               const std::vector<Item>& items) {
    std::vector<std::size_t> indices(items.size());
    std::iota(indices.begin(), indices.end(), 0);
    const auto list = product.find(key);
    if (!list) return indices;
    indices.clear();
    for (const JsonNode& node : list->items()) {
        const std::string name = node.text();
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.name == name; });
        if (found == items.end()) node.fail(fmt::format("a name from /{}", key));
        indices.push_back(static_cast<std::size_t>(found - items.begin()));
    }
    return indices;
}

ExperimentProduct parse_product(const JsonNode& node, const Experiment& experiment) {
    node.allow_only({"scenes", "configurations", "caches", "pictures"});
    return {named(node, "scenes", experiment.scenes),
            named(node, "configurations", experiment.configurations),
            named(node, "caches", experiment.caches), named(node, "pictures", experiment.pictures)};
}

} // namespace

Experiment parse_experiment(std::string_view json, const std::string& file, const ModelTexts& models) {
    const auto value = parse_json_text<JsonNode::Json>(json, file);
    const JsonNode root(value, "", file);
    root.allow_only({"title", "scenes", "defaults", "configurations", "caches", "pictures", "runs"});
    Experiment experiment;
    if (const auto title = root.find("title")) experiment.title = title->text();
    experiment.scenes = parse_all<ExperimentScene>(root, "scenes", [&](const auto& name, const auto& node) {
        return parse_experiment_scene(name, node, file);
    });
    TraceOptions defaults;
    if (const auto node = root.find("defaults")) set_trace_options(*node, defaults);
    experiment.configurations =
        parse_all<ExperimentConfiguration>(root, "configurations", [&](const auto& name, const auto& node) {
            ExperimentConfiguration configuration{name, defaults};
            set_trace_options(node, configuration.options);
            return configuration;
        });
    experiment.caches = parse_all<ExperimentCache>(root, "caches", [&](const auto& name, const auto& node) {
        return parse_experiment_cache(name, node, file, models);
    });
    experiment.pictures =
        parse_all<ExperimentPicture>(root, "pictures", [&](const auto& name, const auto& node) {
            return parse_picture(name, node, file);
        });
    if (experiment.scenes.empty()) root.refuse("expected a key 'scenes' with a scene at least");
    if (experiment.configurations.empty()) experiment.configurations.push_back({"default", defaults});
    if (experiment.caches.empty()) experiment.caches.push_back({"default", models.resolve()});
    if (const auto runs = root.find("runs")) {
        for (const JsonNode& node : runs->items())
            experiment.runs.push_back(parse_product(node, experiment));
    } else {
        const JsonNode::Json everything = JsonNode::Json::object();
        experiment.runs.push_back(parse_product(JsonNode(everything, "", file), experiment));
    }
    return experiment;
}

} // namespace hitmap
