#include "core/profile/models/model_texts.h"

#include "core/base/parse.h"
#include "core/cache/gpu/preset_library.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

namespace {

constexpr std::array<ModelSetting, model_setting_count> settings{ModelSetting::model,
                                                                 ModelSetting::preset,
                                                                 ModelSetting::l1,
                                                                 ModelSetting::l2,
                                                                 ModelSetting::why,
                                                                 ModelSetting::ray_kind,
                                                                 ModelSetting::only_allocation,
                                                                 ModelSetting::only_line,
                                                                 ModelSetting::only_instruction};

constexpr std::array<std::string_view, model_setting_count> setting_names{
    "model", "preset", "l1", "l2", "why", "ray-kind", "only-allocation", "only-line", "only-instruction"};

/// Returns how the user chooses the hierarchy model: by an option or by a key of a file.
std::string hierarchy_in(const ChoicePlace& place) {
    return place.file.empty() ? "--model hierarchy" : "\"model\": \"hierarchy\"";
}

void read_cache(const WrittenChoice* written, CacheGeometry& cache) {
    if (written != nullptr)
        cache = written->place.refusing([&] { return parse_cache_geometry(written->text, cache); });
}

/// Returns parse(name of the place), for parsers that put the name in front of their messages themselves.
template <class Parse>
auto named(const ChoicePlace& place, const Parse& parse) {
    return ChoicePlace{{}, place.file}.refusing([&] { return parse(place.name); });
}

} // namespace

std::span<const ModelSetting, model_setting_count> model_settings() {
    return settings;
}

std::string_view name_of(ModelSetting setting) {
    return setting_names.at(static_cast<std::size_t>(setting));
}

void ChoicePlace::refuse(std::string_view message) const {
    if (!file.empty()) throw FileError(file, name, message);
    throw UsageError(name.empty() ? std::string(message) : fmt::format("{}: {}", name, message));
}

void ModelTexts::set(ModelSetting setting, std::string text, ChoicePlace place) {
    written_.at(static_cast<std::size_t>(setting)) = {std::move(text), std::move(place)};
}

const WrittenChoice* ModelTexts::find(ModelSetting setting) const {
    const auto& written = written_.at(static_cast<std::size_t>(setting));
    return written ? &*written : nullptr;
}

ModelTexts ModelTexts::over(const ModelTexts& common) const {
    ModelTexts all = *this;
    const bool has_own_gpu = find(ModelSetting::preset) != nullptr;
    const bool is_sdcm = find(ModelSetting::model) != nullptr && !is_hierarchy();
    for (const ModelSetting setting : settings) {
        const bool of_gpu = setting == ModelSetting::l1 || setting == ModelSetting::l2;
        const bool of_hierarchy = setting == ModelSetting::preset || setting == ModelSetting::why;
        if ((of_gpu && has_own_gpu) || (of_hierarchy && is_sdcm)) continue;
        auto& written = all.written_.at(static_cast<std::size_t>(setting));
        if (!written) written = common.written_.at(static_cast<std::size_t>(setting));
    }
    return all;
}

bool ModelTexts::is_hierarchy() const {
    const WrittenChoice* model = find(ModelSetting::model);
    if (model == nullptr || model->text == "sdcm") return false;
    if (model->text != "hierarchy")
        model->place.refuse(fmt::format("expected sdcm or hierarchy, found '{}'", model->text));
    return true;
}

std::string ModelTexts::preset_name() const {
    if (!is_hierarchy()) return {};
    const WrittenChoice* preset = find(ModelSetting::preset);
    return preset != nullptr ? preset->text : std::string(default_preset_name);
}

Restriction ModelTexts::restriction() const {
    const auto restricts = [&](ModelSetting setting) {
        const WrittenChoice* written = find(setting);
        return written != nullptr && !written->text.empty() ? written : nullptr;
    };
    Restriction only;
    if (const auto* rays = restricts(ModelSetting::ray_kind))
        only.rays = named(rays->place,
                          [&](const std::string& name) { return parse_ray_selection(rays->text, name); });
    if (const auto* allocation = restricts(ModelSetting::only_allocation)) only.allocation = allocation->text;
    if (const auto* line = restricts(ModelSetting::only_line)) only.line = line->text;
    if (const auto* instruction = restricts(ModelSetting::only_instruction))
        only.instruction = named(instruction->place, [&](const std::string& name) {
            return static_cast<std::uint32_t>(parse_whole_number(instruction->text, name, 0, UINT32_MAX));
        });
    return only;
}

ModelChoice ModelTexts::over_standard(ModelChoice standard) const {
    read_cache(find(ModelSetting::l1), standard.l1);
    read_cache(find(ModelSetting::l2), standard.l2);
    if (const WrittenChoice* why = find(ModelSetting::why)) standard.explain_misses = why->text == "true";
    standard.only = restriction();
    return standard;
}

ResolvedModel ModelTexts::resolve() const {
    const WrittenChoice* preset = find(ModelSetting::preset);
    if (!is_hierarchy()) {
        const WrittenChoice* why = find(ModelSetting::why);
        if (why != nullptr && why->text == "true")
            why->place.refuse(fmt::format("expected with {}, which has caches to compare with fully "
                                          "associative ones",
                                          hierarchy_in(why->place)));
        if (preset != nullptr)
            preset->place.refuse(fmt::format("expected with {}; the stack distance cache model has none",
                                             hierarchy_in(preset->place)));
        const ModelChoice choice = over_standard({});
        return {choice, place_.refusing([&] { return model_config(choice); })};
    }
    const std::string name = preset_name();
    const GpuPreset gpu =
        (preset != nullptr ? preset->place : place_).refusing([&] { return find_gpu_preset(name); });
    const ModelChoice choice = over_standard(choice_of(gpu, name));
    return {choice, place_.refusing([&] { return model_config(choice, &gpu); })};
}

} // namespace hitmap
