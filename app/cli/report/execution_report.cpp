#include "app/cli/report/execution_report.h"

#include "core/analysis/simt/sum_executions.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/execution_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace hitmap {

namespace {

constexpr std::size_t listed_paths = 10;
constexpr std::size_t printed_blocks = 12;
constexpr std::size_t printed_bins = 16;

template <class Row>
std::string printed(const ReportColumns<Row>& columns, const std::vector<Row>& rows) {
    return "\n" + text_table(columns_in(columns, &ReportPlaces::text), rows);
}

template <class Row>
Json rows_json(const ReportColumns<Row>& columns, const std::vector<Row>& rows) {
    Json json = Json::array();
    for (const Row& row : rows)
        put_row(json.emplace_back(), columns, row);
    return json;
}

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string totals_text(const ExecutionSums& sums) {
    const InstructionSums& all = sums.all;
    const auto efficiency = all.efficiency(sums.warp_lanes);
    const std::uint64_t inactive = all.inactive_slots(sums.warp_lanes);
    std::string text =
        fmt::format("\nBasic blocks: SIMT efficiency {} = {} active of {} = {} x {} instructions, in {} "
                    "executions\n",
                    efficiency ? percent_text(*efficiency) : "-", all.active_lane_instructions,
                    sums.warp_lanes * all.instructions, sums.warp_lanes, all.instructions, all.executions);
    const auto cause = [&](const char* name, std::uint64_t slots) {
        fmt::format_to(std::back_inserter(text), "{:<24}{:>20}{:>9}\n", name, slots,
                       inactive == 0 ? "-" : percent_text(share(slots, inactive)));
    };
    cause("inactive slots", inactive);
    cause("  early return", sums.inactive.early_return);
    cause("  call", sums.inactive.call);
    cause("  control flow", sums.inactive.control_flow);
    return text;
}

std::string hotspot_text(const RecordingInfo& info, const ExecutionSums& sums) {
    std::string text = printed(execution_columns(false), function_rows(info, sums));
    std::vector<ExecutionReportRow> blocks = block_rows(info, sums);
    const std::size_t all = blocks.size();
    blocks.resize(std::min(all, printed_blocks));
    text += printed(execution_columns(true), blocks);
    if (all > printed_blocks)
        fmt::format_to(std::back_inserter(text), "{} more blocks: see --json and export --simt\n",
                       all - printed_blocks);
    return text;
}

/// By function and, if there are several, by launch.
std::string inactive_text(const RecordingInfo& info, const ExecutionSums& sums) {
    std::string text =
        "\nInactive slots by cause" + printed(inactive_columns({}), inactive_function_rows(info, sums));
    if (sums.launches.size() > 1)
        text += printed(inactive_columns("launch"), inactive_launch_rows(info, sums));
    return text;
}

/// Of the blocks with the most active lane instructions, with all warps of an SM.
std::string block_compaction_text(const RecordingInfo& info, const ExecutionSums& sums) {
    std::vector<BlockCompactionReportRow> rows = block_compaction_rows(info, sums);
    std::erase_if(
        rows, [](const BlockCompactionReportRow& row) { return row.window.scope != CompactionScope::sm; });
    const std::size_t all = rows.size();
    rows.resize(std::min(all, printed_blocks));
    std::string text =
        "\nUpper bound of thread compaction of single blocks" + printed(block_compaction_columns(), rows);
    if (all > printed_blocks)
        fmt::format_to(std::back_inserter(text), "{} more blocks: see --json and export --simt\n",
                       all - printed_blocks);
    return text;
}

/// Joins neighbouring bins until there are few enough to print.
LifetimeHistogram few_bins(LifetimeHistogram lifetimes) {
    while (lifetimes.counts.size() > printed_bins) {
        for (std::size_t bin = 0; 2 * bin < lifetimes.counts.size(); ++bin)
            lifetimes.counts[bin] =
                lifetimes.counts[2 * bin] +
                (2 * bin + 1 < lifetimes.counts.size() ? lifetimes.counts[2 * bin + 1] : 0);
        lifetimes.counts.resize((lifetimes.counts.size() + 1) / 2);
        lifetimes.width *= 2;
    }
    return lifetimes;
}

std::string lifetime_text(const ExecutionSums& sums) {
    std::string text = fmt::format("\n{} warps; groups of lanes: {} begin, {} leave the kernel\n", sums.warps,
                                   sums.entries, sums.exits);
    for (const auto& [counted, lifetimes] :
         {std::pair("warps", &sums.warp_lifetimes), std::pair("threads", &sums.thread_lifetimes)}) {
        if (lifetimes->count == 0) continue;
        fmt::format_to(std::back_inserter(text), "\nLifetimes of {}: {:.1f} blocks on average, {} at most",
                       counted, share(lifetimes->sum, lifetimes->count), lifetimes->longest);
        text += printed(lifetime_columns(counted), lifetime_rows(few_bins(*lifetimes)));
    }
    return text;
}

std::string path_text(const ThreadPaths& paths) {
    if (!paths.why_empty.empty()) return fmt::format("\nThread paths are not known: {}.\n", paths.why_empty);
    std::string text =
        fmt::format("\n{} thread paths of {} pixels: a digit for each ray\n", paths.count, paths.threads);
    for (const ThreadPath& path : paths.top)
        fmt::format_to(std::back_inserter(text), "{:>12}{:>9}  {}\n", path.threads,
                       percent_text(share(path.threads, paths.threads)), path.path);
    return text;
}

Json lifetime_json(const LifetimeHistogram& lifetimes, const char* counted) {
    return rows_json(lifetime_columns(counted), lifetime_rows(lifetimes));
}

Json path_json(const ThreadPaths& paths) {
    if (!paths.why_empty.empty()) return nullptr;
    Json top = Json::array();
    for (const ThreadPath& path : paths.top)
        top.push_back(
            {{"path", path.path}, {"threads", path.threads}, {"share", share(path.threads, paths.threads)}});
    return {{"count", paths.count}, {"threads", paths.threads}, {"top", std::move(top)}};
}

} // namespace

ExecutionReport count_executions(const std::string& path, const HmtFile& file, bool lives, ThreadPool& pool,
                                 const JobContext& job) {
    ExecutionReport report;
    const auto source = request_source(file, pool);
    try {
        report.sums = sum_executions(*source, lives, job);
    } catch (const FileError&) {
        throw;
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        throw FileError(path, "execution events", error.what());
    }
    if (report.sums.why_empty.empty()) report.paths = thread_paths(source->lane_tags(job), listed_paths);
    return report;
}

std::string execution_text(const RecordingInfo& info, const ExecutionReport& report) {
    const ExecutionSums& sums = report.sums;
    return totals_text(sums) + hotspot_text(info, sums) + inactive_text(info, sums) +
           "\nUpper bound of thread compaction, for all blocks and for calls" +
           printed(compaction_columns(), compaction_rows(sums)) + block_compaction_text(info, sums) +
           lifetime_text(sums) + path_text(report.paths);
}

Json execution_json(const RecordingInfo& info, const ExecutionReport& report) {
    const ExecutionSums& sums = report.sums;
    Json json{{"executions", sums.all.executions},
              {"instructions", sums.all.instructions},
              {"active_lane_instructions", sums.all.active_lane_instructions},
              {"efficiency", or_null(sums.all.efficiency(sums.warp_lanes))}};
    json["inactive"] = {{"early_return", sums.inactive.early_return},
                        {"call", sums.inactive.call},
                        {"control_flow", sums.inactive.control_flow}};
    json["inactive_by"] = {{"functions", rows_json(inactive_columns({}), inactive_function_rows(info, sums))},
                           {"launches", rows_json(inactive_columns({}), inactive_launch_rows(info, sums))}};
    json["functions"] = rows_json(execution_columns(false), function_rows(info, sums));
    json["hotspots"] = rows_json(execution_columns(true), block_rows(info, sums));
    json["compaction"] = rows_json(compaction_columns(), compaction_rows(sums));
    json["block_compaction"] = rows_json(block_compaction_columns(), block_compaction_rows(info, sums));
    json["warps"] = {{"count", sums.warps}, {"entries", sums.entries}, {"exits", sums.exits}};
    json["lifetimes"] = {{"warp", lifetime_json(sums.warp_lifetimes, "warps")},
                         {"thread", lifetime_json(sums.thread_lifetimes, "threads")}};
    json["paths"] = path_json(report.paths);
    return json;
}

} // namespace hitmap
