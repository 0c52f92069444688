#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/option_check.h"
#include "app/cli/sums_json.h"
#include "app/cli/sums_table.h"
#include "core/profile/outcome_sums.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

struct Options {
    std::string file;
    std::uint64_t frames = 0; ///< 0: not asked for
    std::string by;
    bool json = false;
    ModelOptions model;
};

/// Everything that one pass over the recording adds up.
struct Totals {
    explicit Totals(const RecordingInfo& info, const Options& options)
        : whole(SumsByGroup::whole()),
          frames(SumsByGroup::by_frame(info.positions(), std::max<std::uint64_t>(1, options.frames))),
          groups(options.by == "sm"
                     ? SumsByGroup::by_sm(info.device.sm_count)
                     : SumsByGroup::by_launch(static_cast<std::uint32_t>(info.launches.size()))) {}

    SumsByGroup whole;
    SumsByGroup frames;
    SumsByGroup groups;
    SdcmResult result;
};

Json frames_json(const RecordingInfo& info, const Totals& totals, std::uint64_t q) {
    Json frames = Json::array();
    for (std::uint64_t f = 0; f < q; ++f) {
        const TimeWindow window = frame_window(info.positions(), q, f);
        Json frame{{"first", window.first}, {"count", window.count()}};
        frame.update(group_json(totals.frames.groups()[f]));
        frames.push_back(std::move(frame));
    }
    return frames;
}

Json groups_json(const Totals& totals, const std::string& key) {
    Json groups = Json::array();
    for (std::size_t i = 0; i < totals.groups.groups().size(); ++i) {
        Json group{{key, i}};
        group.update(group_json(totals.groups.groups()[i]));
        groups.push_back(std::move(group));
    }
    return groups;
}

Json result_json(const RecordingInfo& info, const SdcmConfig& config, const Totals& totals,
                 const Options& options) {
    const auto& kinds = totals.whole.groups().front();
    const BothLevels both = sum_of(kinds);
    Json json{{"model", options.model.model},
              {"l1", level_json(config.l1, both.l1)},
              {"l2", level_json(config.l2, both.l2)}};
    json["incomplete"] = info.incomplete;
    json["elements"] = elements_json(kinds);
    json["allocations"] = allocations_json(info, totals.result.allocations);
    if (options.frames != 0) json["frames"] = frames_json(info, totals, options.frames);
    if (!options.by.empty()) json["by_" + options.by] = groups_json(totals, options.by);
    return json;
}

void print_tables(const RecordingInfo& info, const SdcmConfig& config, const Totals& totals,
                  const Options& options) {
    fmt::print("{}: stack distance cache model; L1 {} a SM, L2 {}\n", options.file, to_string(config.l1),
               to_string(config.l2));
    if (info.incomplete)
        fmt::print("The recording is incomplete: {} requests up to its last whole block.\n", info.requests);
    fmt::print("Look-ups are counted per lane: not comparable with the rates of a hardware profiler.\n\n");
    fmt::print("{}\n{}", kinds_table(totals.whole.groups().front()),
               allocations_table(info, totals.result.allocations));
    if (options.frames != 0) fmt::print("\n{}", groups_table("frame", totals.frames.groups()));
    if (!options.by.empty()) fmt::print("\n{}", groups_table(options.by, totals.groups.groups()));
}

void simulate(const Options& options, const JobContext& job) {
    const SdcmConfig config = options.model.config();
    const auto recording = open_model_input(options.file, options.model, job);
    const RecordingInfo& info = recording->file.info();
    Totals totals(info, options);
    std::vector<std::reference_wrapper<OutcomeSink>> sinks{totals.whole};
    if (options.frames != 0) sinks.emplace_back(totals.frames);
    if (!options.by.empty()) sinks.emplace_back(totals.groups);
    SplitOutcomes split(std::move(sinks));
    totals.result = simulate_sdcm(*recording->source, config, split, recording->pool, job);
    if (options.json)
        fmt::print("{}\n", result_json(info, config, totals, options).dump(2));
    else
        print_tables(info, config, totals, options);
}

} // namespace

void add_simulate_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<Options>();
    auto* command = app.add_subcommand(
        "simulate", "Simulate the caches: hit rates by level, kind of element and allocation");
    command->add_option("FILE", options->file, "Recording (.hmt)")->required();
    add_model_options(*command, options->model);
    command->add_option("--frames", options->frames, "Also the sums of each of Q frames, up to 65536")
        ->check(whole_number(1, most_frames))
        ->type_name("Q");
    command->add_option("--by", options->by, "Also the sums of each SM or launch")
        ->check(CLI::IsMember({"sm", "launch"}).description(""))
        ->type_name("sm|launch");
    command->add_flag("--json", options->json, "Print one JSON object instead of tables");
    command->footer("Example: hitmap simulate atrium.hmt --l1 64KiB:128:full --frames 16 --json");
    command->callback([=] { select([=](const JobContext& job) { simulate(*options, job); }); });
}

} // namespace hitmap
