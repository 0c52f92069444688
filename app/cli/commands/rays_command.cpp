#include "app/cli/base/info_json.h"
#include "app/cli/base/input_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/part_options.h"
#include "core/analysis/rays/ray_table.h"
#include "core/jobs/thread_pool.h"
#include "core/report/column/json_row.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/ray_columns.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

namespace {

struct RaysOptions {
    std::string file;
    bool json = false;
    PartOptions part;
};

std::vector<RayReportRow> report_rows(const std::vector<RayRow>& rows, const HmtFile& file,
                                      const RayTable& table) {
    std::vector<RayReportRow> result;
    for (const RayRow& row : rows)
        result.push_back({row, file.info().device.warp_size, table.diagonal});
    return result;
}

Json rows_json(const std::vector<RayReportRow>& rows) {
    Json json = Json::array();
    for (const RayReportRow& row : rows)
        put_row(json.emplace_back(Json::object()), ray_columns({}), row);
    return json;
}

void print_rays(const RaysOptions& options, const JobContext& job) {
    const HmtFile file = open_recording(options.file, options.part.part(), job);
    warn_if_incomplete(file);
    ThreadPool pool;
    const RayTable table = count_rays(file, pool, job);
    const auto all = report_rows({{"all rays", table.all}}, file, table);
    const auto kinds = report_rows(table.by_kind, file, table);
    const auto places = report_rows(table.by_place, file, table);
    if (options.json) {
        Json json = rows_json(all).front();
        json["kinds"] = rows_json(kinds);
        json["places"] = rows_json(places);
        return print_document(json_text(json));
    }
    const auto print = [](std::string_view title, const std::vector<RayReportRow>& rows) {
        print_lines(text_table(columns_in(ray_columns(title), &ReportPlaces::text), rows) + "\n");
    };
    print("", all);
    if (!kinds.empty()) print("Kind and bounce", kinds);
    print("Place", places);
}

} // namespace

void add_rays_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<RaysOptions>();
    auto* command = app.add_subcommand(
        "rays",
        "Count the rays that a program hands to hardware traversal: how many, how they end, and how alike "
        "those of a warp are");
    command->add_option("FILE", options->file, recording_help)->required();
    command->add_flag("--json", options->json, "Print one JSON object");
    add_part_options(*command, options->part);
    command->footer(
        "Kinds are those of lane tags, which hitmap record derives from ray flags and recursion.\n"
        "Example: hitmap record -o game.hmt -- ./game\n"
        "         hitmap rays game.hmt");
    command->callback([=] { select([=](const JobContext& job) { print_rays(*options, job); }); });
}

} // namespace hitmap
