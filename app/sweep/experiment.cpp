#include "app/sweep/experiment.h"

#include "core/base/json_node.h"
#include "core/base/json_text.h"
#include "core/base/parse.h"
#include "core/cache/gpu/preset_library.h"
#include "core/geometry/upright.h"
#include "render/view/view_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace hitmap {

namespace {

constexpr std::size_t longest_name = 64;

/// Throws FileError if a name is invalid. Names must not contain '_', which separates them in file names, so
/// that no two runs have the same file.
void check_name(const std::string& name, const JsonNode& node) {
    const bool is_word = !name.empty() && name.size() <= longest_name && name.front() != '.' &&
                         std::all_of(name.begin(), name.end(), [](char c) {
                             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                    (c >= '0' && c <= '9') || c == '.' || c == '-';
                         });
    if (!is_word)
        node.refuse(fmt::format("expected a name of 1 to {} letters, digits, '-' and '.', found '{}'",
                                longest_name, name));
}

ExperimentScene parse_scene(const std::string& name, const JsonNode& node, const std::string& file) {
    ExperimentScene scene;
    scene.name = name;
    if (node.value().is_string()) {
        scene.spec = node.text();
    } else {
        node.allow_only({"scene", "camera", "allow_files_outside", "up"});
        if (const auto outside = node.find("allow_files_outside"))
            scene.import.files_outside = outside->flag();
        const auto spec = node.find("scene");
        if (!spec) node.fail("a key 'scene'");
        scene.spec = spec->text();
        if (const auto camera = node.find("camera"))
            scene.camera = camera->refusing([&] { return camera_from_json(camera->value().dump(), file); });
        if (const auto up = node.find("up"))
            scene.up = up->refusing([&] {
                const UpChoice axis = parse_up(up->text(), "up");
                check_upright_scene(scene.spec, axis);
                return axis;
            });
    }
    if (!is_builtin(scene.spec))
        scene.spec = (std::filesystem::path(file).parent_path() / scene.spec).string();
    return scene;
}

void set_options(const JsonNode& node, TraceOptions& options) {
    for (const auto& [key, value] : node.members()) {
        const std::string text = value.text_or_number();
        value.refusing([&, name = key] { trace_option(name).set(options, text); });
    }
    node.refusing([&] { check_trace_options(options); });
}

std::string setting_text(ModelSetting setting, const JsonNode& node, const std::string& file) {
    if (setting == ModelSetting::why) return node.flag() ? "true" : "false";
    if (setting == ModelSetting::only_instruction) return node.text_or_number();
    const std::string text = node.text();
    if (setting == ModelSetting::preset && is_preset_path(text))
        return (std::filesystem::path(file).parent_path() / text).string();
    return text;
}

ExperimentCache parse_cache(const std::string& name, const JsonNode& node, const std::string& file,
                            const ModelTexts& models) {
    ModelTexts texts{ChoicePlace{node.place(), file}};
    std::vector<std::string_view> keys;
    for (const ModelSetting setting : model_settings()) {
        keys.push_back(name_of(setting));
        if (const auto member = node.find(std::string(keys.back())))
            texts.set(setting, setting_text(setting, *member, file), {member->place(), file});
    }
    node.allow_only(keys);
    return {name, texts.over(models).resolve()};
}

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
        (void)view->refusing([&] { return view_state_from_json(picture.view, file); });
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
            check_name(name, member);
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
    experiment.scenes = parse_all<ExperimentScene>(
        root, "scenes", [&](const auto& name, const auto& node) { return parse_scene(name, node, file); });
    TraceOptions defaults;
    if (const auto node = root.find("defaults")) set_options(*node, defaults);
    experiment.configurations =
        parse_all<ExperimentConfiguration>(root, "configurations", [&](const auto& name, const auto& node) {
            ExperimentConfiguration configuration{name, defaults};
            set_options(node, configuration.options);
            return configuration;
        });
    experiment.caches = parse_all<ExperimentCache>(root, "caches", [&](const auto& name, const auto& node) {
        return parse_cache(name, node, file, models);
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
