#include "app/cli/files/execution_csv.h"

#include "app/cli/base/output_file.h"
#include "core/report/column/csv_table.h"
#include "core/report/rows/execution_columns.h"

#include <fmt/format.h>

#include <string_view>

namespace hitmap {

namespace {

std::string path_of(const std::string& output, std::string_view table) {
    constexpr std::string_view ending = ".csv";
    const std::string stem =
        output.ends_with(ending) ? output.substr(0, output.size() - ending.size()) : output;
    return fmt::format("{}.{}.csv", stem, table);
}

template <class Row>
void write(const std::string& path, const ReportColumns<Row>& columns, const std::vector<Row>& rows,
           const JobContext& job) {
    TextOutput out(path, job);
    out.write(csv_names(columns) + "\n");
    for (const Row& row : rows)
        out.write(csv_fields(columns, row) + "\n");
    out.commit();
}

void write_lifetimes(const std::string& path, const ExecutionSums& sums, const JobContext& job) {
    TextOutput out(path, job);
    const auto columns = lifetime_columns("count");
    out.write("of," + csv_names(columns) + "\n");
    for (const LifetimeReportRow& row : lifetime_rows(sums.warp_lifetimes))
        out.write("warp," + csv_fields(columns, row) + "\n");
    for (const LifetimeReportRow& row : lifetime_rows(sums.thread_lifetimes))
        out.write("thread," + csv_fields(columns, row) + "\n");
    out.commit();
}

void write_inactive(const std::string& path, const RecordingInfo& info, const ExecutionSums& sums,
                    const JobContext& job) {
    TextOutput out(path, job);
    const auto columns = inactive_columns({});
    out.write("of," + csv_names(columns) + "\n");
    const auto write_rows = [&](const char* of, const std::vector<InactiveReportRow>& rows) {
        for (const InactiveReportRow& row : rows)
            out.write(fmt::format("{},{}\n", of, csv_fields(columns, row)));
    };
    write_rows("recording", {all_inactive_row({}, sums)});
    write_rows("function", inactive_function_rows(info, sums));
    write_rows("launch", inactive_launch_rows(info, sums));
    out.commit();
}

void write_paths(const std::string& path, const ThreadPaths& paths, const JobContext& job) {
    TextOutput out(path, job);
    out.write("path,threads\n");
    for (const ThreadPath& each : paths.top)
        out.write(fmt::format("{},{}\n", each.path, each.threads));
    out.commit();
}

} // namespace

std::vector<std::string> execution_csv_paths(const std::string& output, const ExecutionReport& report) {
    std::vector<std::string> paths;
    for (const char* table :
         {"blocks", "functions", "inactive", "compaction", "block-compaction", "lifetimes", "warps"})
        paths.push_back(path_of(output, table));
    if (report.paths.why_empty.empty()) paths.push_back(path_of(output, "paths"));
    return paths;
}

void write_execution_csv(const std::string& output, const RecordingInfo& info, const ExecutionReport& report,
                         const JobContext& job) {
    const ExecutionSums& sums = report.sums;
    write(path_of(output, "blocks"), execution_columns(true), block_rows(info, sums), job);
    write(path_of(output, "functions"), execution_columns(false), function_rows(info, sums), job);
    write(path_of(output, "compaction"), compaction_columns(), compaction_rows(sums), job);
    write_inactive(path_of(output, "inactive"), info, sums, job);
    write(path_of(output, "block-compaction"), block_compaction_columns(), block_compaction_rows(info, sums),
          job);
    write_lifetimes(path_of(output, "lifetimes"), sums, job);
    write(path_of(output, "warps"), warp_life_columns(), sums.lives, job);
    if (report.paths.why_empty.empty()) write_paths(path_of(output, "paths"), report.paths, job);
}

} // namespace hitmap
