#include "app/cli/commands/rank_layouts.h"

#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/input/model_input.h"
#include "app/cli/options/deal_option.h"
#include "core/analysis/comparison/layouts_to_try.h"
#include "core/analysis/comparison/tree_ranking.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/cache/results/named_errors.h"
#include "core/profile/models/headline.h"
#include "core/relayout/apply/relayout_memory.h"
#include "core/relayout/apply/source_scene.h"
#include "core/replay/replay.h"
#include "core/report/column/csv_table.h"
#include "core/report/column/json_row.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/ranking_columns.h"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

struct Ranking {
    std::vector<TriedLayout> tried;
    std::vector<RefusedLayouts> refused;
};

Ranking tried_layouts(ModelInput& input, const std::string& scene, const ModelConfig& config,
                      ThreadPool& pool, const JobContext& job) {
    const SourceMesh mesh = source_mesh(input.file.info(), scene);
    const LayoutTrial trial{input.file, mesh, config};
    PossibleLayouts possible = layouts_to_try(trial, pool, job);
    Ranking ranking;
    ranking.refused = std::move(possible.refused);
    with_errors_of(input.path, [&] {
        try_layouts(
            trial, possible.layouts, [&](TriedLayout layout) { ranking.tried.push_back(std::move(layout)); },
            pool, job);
    });
    return ranking;
}

/// The trees over which rays are replayed. That of the defaults is the one that others are compared with.
Ranking tried_trees(ModelInput& input, const ModelConfig& config, ThreadPool& pool, const JobContext& job) {
    if (!can_replay(input.file.info()))
        throw Error(fmt::format("{}: expected rays and the triangles that they are traced against",
                                input.file.name()));
    const SourceMesh no_mesh;
    const LayoutTrial trial{input.file, no_mesh, config, &input.file};
    Ranking ranking;
    with_errors_of(input.path, [&] {
        try_trees(
            trial, [&](TriedLayout tree) { ranking.tried.push_back(std::move(tree)); }, pool, job);
    });
    return ranking;
}

Json ranking_json(const Ranking& ranking, const std::vector<RankingRow>& rows, const ModelConfig& config,
                  const RankingOptions& options) {
    Json json{{"model", options.model.model_name()},
              {"counted", info_of(counting_of(config).headline).name},
              {"l1", to_string(l1_of(config))},
              {"l2", to_string(l2_of(config))},
              {"ranked_by", options.by + "_misses"}};
    if (options.model.is_hierarchy()) json["preset"] = options.model.preset_name();
    json["layouts"] = Json::array();
    for (const RankingRow& row : rows)
        put_row(json["layouts"].emplace_back(Json::object()), ranking_columns(), row);
    json["refused"] = Json::array();
    for (const RefusedLayouts& refused : ranking.refused)
        json["refused"].push_back({{"what", refused.what}, {"reason", refused.reason}});
    return json;
}

void print_ranking(const std::string& file, const Ranking& ranking, const std::vector<RankingRow>& rows,
                   const ModelConfig& config, const RankingOptions& options) {
    print_text("{}: {}{}; L1 {} per SM, L2 {}\n", printable(file), title_of(config),
               options.model.is_hierarchy() ? " of " + options.model.preset_name() : "", l1_text(config),
               to_string(l2_of(config)));
    print_text("Misses of {}, and how they change from {}; ranked by {} misses.\n\n",
               info_of(counting_of(config).headline).title, options.compared_with,
               options.by == "l2" ? "L2" : "L1");
    print_lines(text_table(columns_in(ranking_columns(), &ReportPlaces::text), rows));
    for (const RankingRow& row : rows)
        if (!row.reason.empty())
            tell("{}: {}: {}\n", printable(row.layout), row.result, printable(row.reason));
    for (const RefusedLayouts& refused : ranking.refused)
        tell("{}: not tried: {}\n", printable(refused.what), printable(refused.reason));
}

void write_ranking(TextOutput& out, const std::vector<RankingRow>& rows) {
    const auto columns = ranking_columns();
    out.write(csv_names(columns) + "\n");
    for (const RankingRow& row : rows)
        out.write(csv_fields(columns, row) + "\n");
    out.commit();
}

} // namespace

void add_ranking_options(CLI::App& command, RankingOptions& options, CLI::Option& rank) {
    const std::size_t before = command.get_options().size();
    command
        .add_option("--by", options.by,
                    "The misses that decide: those of L1, or those of L2, which memory must serve")
        ->check(CLI::IsMember({"l1", "l2"}).description(""))
        ->type_name("l1|l2")
        ->default_str("l1");
    command.add_option("--csv", options.csv, "Also write the table to a file; - is standard output")
        ->check(not_empty("a file"))
        ->type_name("OUT.csv");
    command.add_flag("--json", options.json, "Print one JSON object");
    add_deal_option(command, options.model.deal_blocks);
    add_model_options(command, options.model);
    const auto all = command.get_options();
    for (std::size_t i = before; i < all.size(); ++i)
        all[i]->group("With --rank")->needs(&rank);
}

namespace {

using TryAll = std::function<Ranking(ModelInput& input, const ModelConfig& config)>;

void run_ranking(const std::string& file, const std::string& scene, const RankingOptions& options,
                 const JobContext& job, const TryAll& try_all) {
    if (options.json && options.csv == "-")
        throw UsageError("--csv: expected a file, because --json prints to standard output, found -");
    const ModelConfig config = options.model.config(); // Reports wrong options before a long file is read.
    const auto input = open_model_input(file, {config}, options.model, job, estimate_relayout_bytes);
    std::optional<TextOutput> csv;
    if (!options.csv.empty()) {
        refuse_overwriting(options.csv, "--csv", {file, scene});
        csv.emplace(options.csv, job);
    }
    const Ranking ranking = try_all(*input, config);
    auto rows = ranking_rows(ranking.tried, options.by == "l2" ? 1 : 0);
    for (RankingRow& row : rows)
        if (row.options.empty()) row.layout = options.compared_row;
    if (csv) write_ranking(*csv, rows);
    if (options.json)
        print_document(json_text(ranking_json(ranking, rows, config, options)));
    else if (options.csv != "-")
        print_ranking(file, ranking, rows, config, options);
}

} // namespace

void rank_layouts(const std::string& file, const std::string& scene, const RankingOptions& options,
                  const JobContext& job) {
    run_ranking(file, scene, options, job, [&](ModelInput& input, const ModelConfig& config) {
        return tried_layouts(input, scene, config, input.pool, job);
    });
}

void rank_trees(const std::string& file, const RankingOptions& options, const JobContext& job) {
    RankingOptions of_trees = options;
    of_trees.compared_with = "the tree of the defaults";
    of_trees.compared_row = "as replayed by default";
    run_ranking(file, {}, of_trees, job, [&](ModelInput& input, const ModelConfig& config) {
        return tried_trees(input, config, input.pool, job);
    });
}

} // namespace hitmap
