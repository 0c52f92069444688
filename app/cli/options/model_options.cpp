#include "app/cli/options/model_options.h"

#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "core/base/encode/printable.h"
#include "core/base/error.h"
#include "core/profile/models/model_memory.h"
#include "core/trace/hmt/file/incomplete_text.h"
#include "core/trace/model/relayout_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// Returns the number of blocks to decode ahead such that the memory stays within `limit`. Throws Error if
/// not even one block fits.
/// @param extra  memory that the caller takes besides the model
unsigned read_ahead_within(std::uint64_t limit, bool hierarchy, std::uint64_t extra,
                           const ModelInput& input) {
    const ModelMemory memory = estimate_model_memory(input.file, hierarchy, input.pool.size());
    const std::uint64_t least = memory.bytes(1) + extra;
    if (limit < least)
        throw Error(fmt::format("{}: needs about {} MiB of memory, more than the limit of {}", input.path,
                                (least + mib - 1) / mib, format_size(limit)));
    const std::uint64_t affordable = (limit - memory.bytes(0) - extra) / memory.block_ahead;
    return static_cast<unsigned>(std::min<std::uint64_t>(usual_read_ahead(input.pool.size()), affordable));
}

/// A recording with sums has the results of one model, to which no option applies.
void refuse_other_models(const HmtFile& file, const ModelTexts& texts) {
    if (!file.info().has_sums()) return;
    for (const ModelSetting setting : model_settings())
        if (const WrittenChoice* const choice = texts.find(setting); choice != nullptr)
            choice->place.refuse(fmt::format("{} has sums of hits for each frame, which {} recorded, and no "
                                             "requests, so that nothing else "
                                             "can be simulated",
                                             file.name(), file.info().producer));
}

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

void warn_if_incomplete(const HmtFile& file) {
    if (file.incomplete())
        tell("hitmap: {}: incomplete: {}\n", printable(file.name()), incomplete_text(file));
}

void warn_if_estimate(const HmtFile& file) {
    for (const std::string& estimate : recorded_estimates(file.info()))
        tell("hitmap: {}: an estimate, by relayout: {}\n", printable(file.name()), printable(estimate));
}

void warn_of_geometry(const ModelConfig& config) {
    if (!std::holds_alternative<SdcmConfig>(config)) return;
    for (const auto& [level, geometry] : {std::pair("L1", l1_of(config)), std::pair("L2", l2_of(config))})
        if (const std::string note = broken_sets_note(geometry); !note.empty())
            tell("hitmap: {} cache '{}': {}\n", level, to_string(geometry), note);
}

void require_whole_frames(const ModelInput& input, std::uint64_t q) {
    const std::uint64_t frames = input.file.info().sums.frames;
    if (frames == 0 || frames % q == 0) return;
    std::vector<std::uint64_t> divisors;
    for (std::uint64_t divisor = 1; divisor <= frames; ++divisor)
        if (frames % divisor == 0) divisors.push_back(divisor);
    throw UsageError(fmt::format("--frames: {} has the sums of {} frames, of which whole ones are joined; "
                                 "expected {}, found {}",
                                 input.path, frames, fmt::join(divisors, ", "), q));
}

void require_vertex_positions(const ModelInput& input) {
    if (!knows_vertex_positions(input.file.info()))
        throw FileError(input.path, "scene",
                        "expected faces with positions, found that the vertices of the faces are assumed");
}

void warn_if_nothing_counts(const HmtFile& file, const ModelConfig& config) {
    if (!std::holds_alternative<SdcmConfig>(config) || !file.info().axis_is_requests()) return;
    if (file.info().requests == 0) return; // no model has anything to count
    tell("hitmap: {}: no accesses of faces, boxes or pixels, and the stack distance cache model counts "
         "nothing else: --model hierarchy counts all requests\n",
         printable(file.name()));
}

void warn_if_launches_interleave(const HmtFile& file, const JobContext& job) {
    if (launches_interleave(file.launch_requests(job)))
        tell("hitmap: {}: warning: {}\n", printable(file.name()), interleaved_launches_text);
}

std::unique_ptr<ModelInput>
open_model_input(const std::string& path, std::initializer_list<ModelConfig> configs,
                 const ModelOptions& options, const JobContext& job,
                 const std::function<std::uint64_t(const RecordingInfo&)>& extra_bytes) {
    const auto limit = parse_memory_limit(options.memory_limit);
    bool has_hierarchy = false;
    for (const ModelConfig* config = configs.begin(); config != configs.end(); ++config) {
        if (std::find(configs.begin(), config, *config) == config) warn_of_geometry(*config);
        has_hierarchy = has_hierarchy || std::holds_alternative<HierarchyConfig>(*config);
    }
    auto input = std::make_unique<ModelInput>(path, options, job);
    refuse_other_models(input->file, options.texts);
    warn_if_incomplete(input->file);
    warn_if_estimate(input->file);
    warn_if_launches_interleave(input->file, job);
    for (const ModelConfig& config : configs)
        warn_if_nothing_counts(input->file, config);
    unsigned read_ahead = 0;
    if (limit) {
        const std::uint64_t extra = extra_bytes ? extra_bytes(input->file.info()) : 0;
        read_ahead = read_ahead_within(*limit, has_hierarchy, extra, *input);
    }
    input->source = request_source(input->file, input->pool, read_ahead);
    return input;
}

} // namespace hitmap
