#include "app/sweep/experiment_parts.h"

#include "core/cache/gpu/preset_library.h"
#include "core/geometry/upright.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t longest_name = 64;

std::string setting_text(ModelSetting setting, const JsonNode& node, const std::string& file) {
    if (setting == ModelSetting::why) return node.flag() ? "true" : "false";
    if (setting == ModelSetting::only_instruction) return node.text_or_number();
    const std::string text = node.text();
    if (setting == ModelSetting::preset && is_preset_path(text))
        return (std::filesystem::path(file).parent_path() / text).string();
    return text;
}

} // namespace

void check_experiment_name(const std::string& name, const JsonNode& node) {
    const bool is_word = !name.empty() && name.size() <= longest_name && name.front() != '.' &&
                         std::all_of(name.begin(), name.end(), [](char c) {
                             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                    (c >= '0' && c <= '9') || c == '.' || c == '-';
                         });
    if (!is_word)
        node.refuse(fmt::format("expected a name of 1 to {} letters, digits, '-' and '.', found '{}'",
                                longest_name, name));
}

ExperimentScene parse_experiment_scene(const std::string& name, const JsonNode& node,
                                       const std::string& file) {
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
        spec->refusing([&] {
            if (is_builtin(scene.spec)) check_scene_spec(scene.spec);
        });
        if (const auto camera = node.find("camera"))
            scene.camera =
                camera->refusing([&] { return file_camera_from_json(camera->value().dump(), file); });
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

void set_trace_options(const JsonNode& node, TraceOptions& options) {
    for (const auto& [key, value] : node.members()) {
        const std::string text = value.text_or_number();
        value.refusing([&, name = key] { trace_option(name).set(options, text); });
    }
    node.refusing([&] { check_trace_options(options); });
}

ExperimentCache parse_experiment_cache(const std::string& name, const JsonNode& node, const std::string& file,
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

} // namespace hitmap
