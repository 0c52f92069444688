#include "app/cli/base/info_json.h"
#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/commands/compared_sides.h"
#include "app/cli/input/model_input.h"
#include "app/cli/options/deal_option.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/model_options.h"
#include "app/cli/report/differences_text.h"
#include "core/analysis/comparison/side_comparison.h"
#include "core/analysis/findings/difference.h"
#include "core/analysis/findings/find_causes.h"
#include "core/analysis/findings/tree_change.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/cache/gpu/preset_library.h"
#include "core/cache/gpu/preset_sms.h"
#include "core/cache/results/named_errors.h"
#include "core/relayout/apply/source_scene.h"
#include "core/report/rows/finding_json.h"
#include "core/trace/model/estimates.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

struct FindingsOptions {
    std::string file;
    std::string compared; ///< a recording that is compared with `file`; empty: none
    std::string scene;
    bool json = false;
    ModelOptions model;
};

Json latencies_json(const LevelLatencies& latencies) {
    return {{"l1", latencies.l1},
            {"l2", latencies.l2},
            {"dram", latencies.dram},
            {"of_preset", latencies.of_preset}};
}

Json tried_json(const FoundCauses& found, const TriedChange& tried) {
    const bool is_possible = tried.is_possible();
    return {{"change", tried.change.title},
            {"command", tried.change.command.empty() ? Json(nullptr) : Json(tried.change.command)},
            {"waiting_share", is_possible
                                  ? Json(saved_waiting(found.recorded.sums, tried.sums, found.latencies))
                                  : Json(nullptr)},
            {"exact", is_possible && tried.estimates.empty()},
            {"problem", is_possible ? Json(nullptr) : Json(tried.problem)}};
}

Json findings_json(const FoundCauses& found, const RecordingInfo& info, const HierarchyConfig& config) {
    Json json{{"model", "hierarchy"},
              {"preset", config.preset},
              {"l1", to_string(config.l1)},
              {"l2", to_string(config.l2)},
              {"latencies", latencies_json(found.latencies)}};
    json["sms"] = sms_json(info, config.gpu_sms);
    if (const auto reasons = estimate_reasons(info); !reasons.empty()) json["estimates"] = reasons;
    json["findings"] = Json::array();
    for (const Finding& finding : found.findings)
        json["findings"].push_back(finding_json(finding));
    json["tried"] = Json::array();
    for (const TriedChange& tried : found.tried)
        json["tried"].push_back(tried_json(found, tried));
    json["left_out"] = found.left_out;
    return json;
}

void print_findings(const std::string& file, const FoundCauses& found, const RecordingInfo& info,
                    const HierarchyConfig& config) {
    const LevelLatencies& latencies = found.latencies;
    print_text("{}: hierarchy model of {}; L1 {} per SM, L2 {}\n", printable(file), printable(config.preset),
               l1_text(config), to_string(config.l2));
    if (const std::string text = other_sms_text(config.gpu_sms, info.device.sm_count); !text.empty())
        print_text("The recording is {}.\n", text);
    if (const std::string text = estimate_text(info); !text.empty()) print_text("{}.\n", printable(text));
    print_text(
        "Changes of the program come first, then those that need more of the GPU (shared memory, larger "
        "caches); each by the waiting for memory that it saves: {:g} cycles for a sector from L1, {:g} "
        "from L2, {:g} from memory{}.\n",
        latencies.l1, latencies.l2, latencies.dram,
        latencies.of_preset ? "" : " (of turing-rtx2080ti: the preset does not state all three)");
    std::size_t number = 0;
    for (const Finding& finding : found.findings) {
        print_text("\n{}. {}\n", ++number, printable(finding.text));
        if (finding.gain && !finding.gain->command.empty())
            print_text("   {}\n", printable(finding.gain->command));
    }
}

void tell_what_was_not_tried(const FindingsOptions& options, const RecordingInfo& info,
                             const SourceMesh& mesh, const FoundCauses& found) {
    if (mesh == nullptr && options_of_trace(info))
        tell("{}: other trees were not tried: name its mesh with --scene (the recording names {})\n",
             printable(options.file), printable(info.source_name));
    if (found.left_out != 0)
        tell("{}: {} further layouts were not tried\n", printable(options.file), found.left_out);
    for (const TriedChange& tried : found.tried)
        if (!tried.is_possible())
            tell("{}: not possible: {}\n", printable(tried.change.title), printable(tried.problem));
}

/// A scene that the user names and that is not the recorded one is an error, not a change less.
void refuse_wrong_scene(const FindingsOptions& options, const FoundCauses& found) {
    if (options.scene.empty()) return;
    for (const TriedChange& tried : found.tried)
        if (!tried.is_possible() && std::holds_alternative<TreeChange>(tried.change.to))
            throw Error("--scene: " + tried.problem);
}

void find_and_print(const FindingsOptions& options, const JobContext& job) {
    const ModelConfig model = options.model.config(); // Reports wrong options before a long file is read.
    const auto& config = std::get<HierarchyConfig>(model);
    const GpuPreset preset = find_gpu_preset(options.model.preset_name());
    const auto input =
        open_model_input(options.file, {model}, options.model, job, [&](const RecordingInfo& info) {
            return estimate_findings_bytes(info, config, options.model.threads);
        });
    const SourceMesh mesh = source_mesh(input->file.info(), options.scene);
    const std::uint64_t spare = options.model.memory_limit.empty() ? usual_spare_bytes() : 0;
    const FoundCauses found = with_errors_of(options.file, [&] {
        return find_causes({input->file, mesh, config, spare}, preset, input->pool, job);
    });
    refuse_wrong_scene(options, found);
    if (options.json)
        print_document(json_text(findings_json(found, input->file.info(), config)));
    else
        print_findings(options.file, found, input->file.info(), config);
    tell_what_was_not_tried(options, input->file.info(), mesh, found);
}

Json compared_json(const std::array<SideResult, 2>& sides, const SideComparison& comparison,
                   const HierarchyConfig& config) {
    const auto& [a, b] = sides;
    Json json{{"model", "hierarchy"},
              {"preset", config.preset},
              {"l1", to_string(config.l1)},
              {"l2", to_string(config.l2)},
              {"a", a.file},
              {"b", b.file},
              {"summary", comparison_sentences(comparison)},
              {"reservations", comparison.reservations},
              {"same_work", comparison.same_work}};
    json.update(differences_json(a.sums, b.sums, differences_of(a.sums, b.sums)));
    return json;
}

/// Says why the second recording costs more or less than the first, with the reasons of misses.
void compare_and_print(const FindingsOptions& options, const JobContext& job) {
    if (!options.scene.empty())
        throw UsageError("--scene: expected with one recording, since no change is tried on two");
    ComparedInput input;
    input.files = {options.file, options.compared};
    input.model = options.model;
    input.model.texts.set(ModelSetting::why, "true", {});
    const ModelConfig model = input.model.config();
    const auto& config = std::get<HierarchyConfig>(model);
    const auto sides = simulate_sides(input, job);
    const auto& [a, b] = sides;
    const SideComparison comparison = compare_sides(a.sums, b.sums);
    if (options.json) {
        print_document(json_text(compared_json(sides, comparison, config)));
        return;
    }
    const std::vector<Difference> differences = differences_of(a.sums, b.sums);
    print_text("A  {}\nB  {}\nHierarchy model of {}; L1 {} per SM, L2 {}\n\n{}\n{}", printable(a.file),
               printable(b.file), printable(config.preset), l1_text(config), to_string(config.l2),
               printable(comparison_sentences(comparison, {}, NumberStyle::terminal, differences.empty())),
               printable_lines(differences_text(a.sums, b.sums, differences)));
    if (differences.empty() && a.sums.traffic && b.sums.traffic)
        print_text("No buffer changes the waiting for memory by 1 % or more.\n");
}

void find_or_compare(const FindingsOptions& options, const JobContext& job) {
    if (!options.model.is_hierarchy())
        throw UsageError(
            "--model: expected hierarchy, because only requests have bytes and reasons of misses, "
            "found sdcm");
    if (options.compared.empty())
        find_and_print(options, job);
    else
        compare_and_print(options, job);
}

} // namespace

void add_findings_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<FindingsOptions>();
    options->model.texts.set(ModelSetting::model, "hierarchy", {});
    auto* command = app.add_subcommand(
        "findings", "Say what costs most in a recording, why, and what would help, by simulating it");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_option("OTHER", options->compared,
                        "Another recording: say instead why it costs more or less than FILE");
    command
        ->add_option("--scene", options->scene,
                     "The mesh file or built-in scene that was recorded: trees and orders of vertices that "
                     "depend on it are tried, too")
        ->check(not_empty("a scene"))
        ->type_name("SCENE");
    command->add_flag("--json", options->json, "Print one JSON object");
    add_layout_options(*command, options->model.layout);
    add_deal_option(*command, options->model.deal_blocks);
    add_part_options(*command, options->model.part);
    add_model_options(*command, options->model);
    command->get_option("--model")->default_str("hierarchy");
    for (const char* const cache : {"--l1", "--l2"})
        command->get_option(cache)->default_str("that of the preset");
    command->footer(
        "The recording is simulated as it is, in each memory layout that it can have, with other trees (a "
        "recording of hitmap trace), with a short stack, and with twice the L1 and L2. A finding says which "
        "change of the program saves most, and what more of the GPU would save; what it promises is what "
        "relayout or trace and simulate give. With OTHER, B, the "
        "findings say what costs more or less in it than in FILE, A, and why. See docs/findings.md.\n"
        "Example: hitmap findings atrium.hmt --preset ada-rtx4090");
    command->callback([=] { select([=](const JobContext& job) { find_or_compare(*options, job); }); });
}

} // namespace hitmap
