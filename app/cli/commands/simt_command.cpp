#include "app/cli/base/info_json.h"
#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/recording_input.h"
#include "app/cli/options/layout_options.h"
#include "app/cli/options/model_options.h"
#include "app/cli/options/part_options.h"
#include "app/cli/report/execution_report.h"
#include "app/cli/report/simt_input.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/simt_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

namespace {

struct SimtOptions {
    std::string file;
    std::optional<SimtBy> by;
    std::uint64_t frames = 0; ///< 0: not given
    PartOptions part;
    LayoutChoice layout;
    unsigned threads = 0;
    bool json = false;

    [[nodiscard]] std::vector<SimtBy> tables() const {
        std::vector<SimtBy> tables;
        if (by && *by != SimtBy::frame) tables.push_back(*by);
        if (frames != 0) tables.push_back(SimtBy::frame);
        return tables;
    }
};

/// [0..lanes of a warp], without what no request can have.
Json histogram_json(const std::optional<LaneHistogram>& histogram, unsigned warp_lanes) {
    if (!histogram) return nullptr;
    return std::vector<std::uint64_t>(histogram->requests.begin(),
                                      histogram->requests.begin() + warp_lanes + 1);
}

Json row_json(const SimtReportRow& row) {
    Json json;
    put_row(json, simt_columns({}), row);
    json["histogram"] = histogram_json(row.histogram, row.warp_lanes);
    return json;
}

Json table_json(const RecordingInfo& info, const SimtTable& table, const SimtSums& sums) {
    if (!table.why_empty.empty()) return nullptr;
    Json rows = Json::array();
    for (const SimtRow& row : table.rows) {
        Json json = row_json(simt_report_row(row, sums));
        if (table.by != SimtBy::kernel && table.by != SimtBy::line)
            json["number"] = row.number == no_simt_number ? Json(nullptr) : Json(row.number);
        if (!row.instructions.empty()) {
            const SourceLocation& place = info.instructions[row.instructions.front()].location;
            json["file"] = place.file;
            json["line"] = place.line;
            json["instructions"] = row.instructions;
        }
        rows.push_back(std::move(json));
    }
    return rows;
}

void print_json(const RecordingInfo& info, const SimtSums& sums, const ExecutionReport& executions) {
    Json json = row_json(simt_total_row({}, sums));
    for (const char* key : {"name", "share_of_inactive_lanes"})
        json.erase(key);
    json["warp_size"] = sums.warp_lanes;
    for (const SimtTable& table : sums.tables)
        json[std::string(info_of(table.by).plural)] = table_json(info, table, sums);
    if (executions.sums.why_empty.empty()) json["blocks"] = execution_json(info, executions);
    print_document(json_text(json));
}

/// Returns the requests by active lanes, without the numbers that no request has.
std::string histogram_text(const SimtSums& sums) {
    std::string text = "\nactive lanes        requests    share\n";
    const auto all = static_cast<double>(sums.all.sums().requests);
    for (std::size_t lanes = 0; lanes < sums.all.requests.size(); ++lanes)
        if (const std::uint64_t requests = sums.all.requests[lanes]; requests != 0)
            text += fmt::format("{:>12}{:>16}{:>9}\n", lanes, requests,
                                percent_text(static_cast<double>(requests) / all));
    return text;
}

void print_text_tables(const SimtSums& sums) {
    const LaneSums all = sums.all.sums();
    const std::optional<double> efficiency = all.efficiency(sums.warp_lanes);
    print_text("SIMT efficiency {} = {} active lanes of {} = {} x {} {}\n",
               efficiency ? percent_text(*efficiency) : "-", all.active_lanes, all.requests * sums.warp_lanes,
               sums.warp_lanes, all.requests, all.requests == 1 ? "request" : "requests");
    print_lines(histogram_text(sums));
    for (const SimtTable& table : sums.tables) {
        if (!table.why_empty.empty()) {
            print_text("\nNot known by {}: {}.\n", info_of(table.by).name, table.why_empty);
            continue;
        }
        const auto columns = columns_in(simt_columns(info_of(table.by).title), &ReportPlaces::text);
        std::vector<SimtReportRow> rows;
        for (const SimtRow& row : table.rows)
            rows.push_back(simt_report_row(row, sums));
        print_lines("\n" + text_table(columns, rows));
    }
}

void print_simt(const SimtOptions& options, const JobContext& job) {
    if (options.by == SimtBy::frame && options.frames == 0)
        throw UsageError("--by frame: expected with --frames");
    const RecordingPart part = options.part.part();
    const HmtFile file = open_recording(options.file, part, job, options.layout);
    warn_if_incomplete(file);
    ThreadPool pool(options.threads);
    const SimtSums sums = count_simt(options.file, file, options.tables(), options.frames, pool, job);
    const ExecutionReport executions = count_executions(options.file, file, false, pool, job);
    if (options.json) return print_json(file.info(), sums, executions);
    print_text_tables(sums);
    if (executions.sums.why_empty.empty())
        print_lines(execution_text(file.info(), executions));
    else
        tell("Basic blocks are not known: {}.\n", executions.sums.why_empty);
}

} // namespace

void add_simt_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<SimtOptions>();
    auto* command = app.add_subcommand(
        "simt",
        "Count the active lanes of requests: SIMT efficiency and its histogram, without a cache model. In "
        "recordings with basic blocks (hitmap trace --blocks) also hotspots, causes of inactive lanes, "
        "thread "
        "compaction, lifetimes and thread paths");
    command->add_option("FILE", options->file, recording_help)->required();
    std::vector<std::string> names;
    for (const SimtByInfo& table : simt_tables())
        names.emplace_back(table.name);
    command
        ->add_option_function<std::string>(
            "--by",
            [options](const std::string& name) {
                options->by = std::ranges::find(simt_tables(), name, [](const SimtByInfo& table) {
                                  return std::string(table.name);
                              })->by;
            },
            "Also print a row for each of these; docs/simt-efficiency.md says which lanes count where")
        ->check(CLI::IsMember(names).description(""))
        ->type_name(fmt::format("{}", fmt::join(names, "|")));
    command->add_option("--frames", options->frames, "Also print a row for each of Q frames")
        ->check(whole_number(1, most_frames))
        ->type_name("Q");
    command->add_flag("--json", options->json, "Print JSON");
    add_part_options(*command, options->part);
    add_layout_options(*command, options->layout);
    add_threads_option(*command, options->threads);
    command->footer("Example: hitmap simt atrium.hmt --by line");
    command->callback([=] { select([=](const JobContext& job) { print_simt(*options, job); }); });
}

} // namespace hitmap
