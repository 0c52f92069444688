#include "app/cli/options/model_options.h"

#include "app/cli/base/option_check.h"
#include "app/cli/options/deal_option.h"
#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/cache/gpu/preset_sms.h"
#include "core/profile/models/model_memory.h"
#include "core/relayout/dealing/deal_blocks.h"

#include <fmt/format.h>

#include <functional>

namespace hitmap {

namespace {

/// Describes the values of an option: their type in the help text, and a check while options are parsed.
struct OptionValue {
    const char* type;
    std::function<std::string(const std::string&)> check; ///< may be empty
};

OptionValue option_value(ModelSetting setting) {
    switch (setting) {
    case ModelSetting::preset:
        return {"NAME", not_empty("a preset")};
    case ModelSetting::l1:
    case ModelSetting::l2:
        return {"CACHE", not_empty("a cache")};
    case ModelSetting::ray_kind:
        return {"primary|shadow|ao|path[:BOUNCE]", {}};
    case ModelSetting::only_allocation:
        return {"NAME", {}};
    case ModelSetting::only_line:
        return {"FILE:LINE", {}};
    case ModelSetting::only_instruction:
        return {"N", whole_number(0, UINT32_MAX)};
    case ModelSetting::model:
    case ModelSetting::why: // a flag
        break;
    }
    return {"sdcm|hierarchy", {}};
}

} // namespace

bool ModelOptions::explains_misses() const {
    const WrittenChoice* why = texts.find(ModelSetting::why);
    return why != nullptr && why->text == "true";
}

std::optional<std::uint32_t> ModelOptions::dealt_sms() const {
    if (deal_blocks.empty()) return std::nullopt;
    if (deal_blocks != deal_to_gpu)
        return static_cast<std::uint32_t>(
            parse_whole_number(deal_blocks, "--deal-blocks", 1, most_dealt_sms));
    const std::string preset = preset_name();
    if (preset.empty())
        throw UsageError("--deal-blocks gpu: expected with --model hierarchy, whose preset has SMs");
    const auto sms = gpu_sms(preset);
    if (!sms || *sms == 0 || *sms > most_dealt_sms)
        throw UsageError(fmt::format("--deal-blocks gpu: expected the number of SMs in the preset {}, found "
                                     "none; --deal-blocks takes a number, too",
                                     preset));
    return sms;
}

bool read_the_same(const ModelOptions& a, const ModelOptions& b) {
    return a.part.part() == b.part.part() && a.layout == b.layout && a.dealt_sms() == b.dealt_sms();
}

void put_restriction(Json& json, const Restriction& only) {
    json["rays"] = only.rays ? to_string(*only.rays) : "all";
    if (only.allocation) json["only"]["allocation"] = *only.allocation;
    if (only.line) json["only"]["line"] = *only.line;
    if (only.instruction) json["only"]["instruction"] = *only.instruction;
}

CLI::Option* add_model_option(CLI::App& command, ModelTexts& texts, ModelSetting setting,
                              const std::string& suffix, const std::string& help) {
    const std::string name = fmt::format("--{}{}", name_of(setting), suffix);
    const OptionValue value = option_value(setting);
    CLI::Option* option = command.add_option_function<std::string>(
        name, [&texts, setting, name](const std::string& text) { texts.set(setting, text, {name}); }, help);
    if (setting == ModelSetting::model)
        option->check(CLI::IsMember({"sdcm", "hierarchy"}).description(""));
    else if (value.check)
        option->check(value.check);
    return option->type_name(value.type);
}

void add_cache_options(CLI::App& command, ModelTexts& texts) {
    const SdcmConfig defaults;
    const auto add = [&](ModelSetting setting, const std::string& help, const std::string& standard) {
        add_model_option(command, texts, setting, "", help)->default_str(standard);
    };
    add(ModelSetting::model,
        "Cache model: the stack distance cache model, look-ups counted per lane; or the "
        "hierarchy, requests through the stages of the hardware, counted in sectors",
        "sdcm");
    add(ModelSetting::preset,
        "GPU whose caches the hierarchy model has (hitmap presets), or a file of one; with "
        "--model hierarchy",
        std::string(default_preset_name));
    add(ModelSetting::l1,
        "L1 cache of each SM, CAPACITY[:LINE[/SECTOR]:WAYS[:POLICY[:INDEX]]]; WAYS may be full. "
        "What is left out is that of the preset or, with sdcm, of the default; sectors, policies "
        "and index functions need --model hierarchy",
        to_string(defaults.l1) + " for sdcm");
    add(ModelSetting::l2, "L2 cache of the device", to_string(defaults.l2) + " for sdcm");
}

void add_model_options(CLI::App& command, ModelOptions& options) {
    add_cache_options(command, options.texts);
    add_threads_option(command, options.threads);
    command.add_option("--memory-limit", options.memory_limit, "Stay within this much memory, e.g. 1GiB")
        ->type_name("SIZE");
}

void add_why_option(CLI::App& command, ModelTexts& texts) {
    command.add_flag_callback(
        "--why", [&texts] { texts.set(ModelSetting::why, "true", {"--why"}); },
        "Also why look-ups missed, with --model hierarchy: cold, capacity or conflict");
}

void add_restriction_options(CLI::App& command, ModelTexts& texts) {
    const auto add = [&](ModelSetting setting, const std::string& help) {
        add_model_option(command, texts, setting, "", help);
    };
    add(ModelSetting::ray_kind,
        "Count only what lanes accessed for rays of this kind, at every bounce or one; the caches "
        "are still shared by all rays. Needs lane tags");
    add(ModelSetting::only_allocation,
        "Count for elements only look-ups of this allocation (hitmap info names them; of several "
        "with one name, as in 'nodes #3'); with sdcm, of elements that lie in it");
    add(ModelSetting::only_line, "Count for elements only look-ups by instructions of this source line");
    add(ModelSetting::only_instruction, "Count for elements only look-ups by this instruction, from 0");
}

} // namespace hitmap
