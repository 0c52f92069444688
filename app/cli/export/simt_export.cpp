#include "app/cli/base/info_json.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/version.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/files/execution_csv.h"
#include "app/cli/files/simt_csv.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/model_input.h"
#include "app/cli/report/execution_report.h"
#include "app/cli/report/simt_input.h"
#include "core/base/error.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/report/column/provenance_json.h"

#include <fmt/format.h>

#include <vector>

namespace hitmap {

namespace {

/// All but pixels, of which there are as many as in a picture.
std::vector<SimtBy> exported_tables(bool frames) {
    std::vector<SimtBy> tables;
    for (const SimtByInfo& table : simt_tables())
        if (table.by != SimtBy::pixel && (table.by != SimtBy::frame || frames)) tables.push_back(table.by);
    return tables;
}

} // namespace

void export_simt(const ExportOptions& exported, const std::string& output, const JobContext& job) {
    const std::string& file = exported.file;
    const std::uint64_t frames = exported.frames;
    const ModelOptions& options = exported.model;
    const HmtFile recording = open_as_asked(file, options, job);
    warn_if_incomplete(recording);
    ThreadPool pool(options.threads);
    TextOutput text(output, job);
    const SimtSums sums = count_simt(file, recording, exported_tables(frames != 0), frames, pool, job);
    write_simt_csv(sums, text);
    text.commit();
    if (output == "-") return;
    const ExecutionReport executions = count_executions(file, recording, true, pool, job);
    const bool has_executions = executions.sums.why_empty.empty();
    if (has_executions) {
        for (const std::string& path : execution_csv_paths(output, executions))
            refuse_overwriting(path, "--simt", {file});
        write_execution_csv(output, recording.info(), executions, job);
    }
    Json json{{"program", "hitmap"}, {"version", program_version}, {"table", "simt"}};
    json["recording"] =
        provenance_json(file, layout_applied(file, options.layout.file, recording.info()), recording.info());
    json["warp_size"] = sums.warp_lanes;
    json["positions"] = recording.info().positions();
    json["frames"] = frames == 0 ? Json(nullptr) : Json(frames);
    if (has_executions) json["blocks"] = execution_json(recording.info(), executions);
    TextOutput provenance(output + ".json", job);
    provenance.write(json_text(json) + "\n");
    provenance.commit();
}

} // namespace hitmap
