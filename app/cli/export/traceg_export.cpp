#include "app/cli/base/info_json.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/version.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/input/model_input.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/path_query.h"
#include "core/base/text/printable.h"
#include "core/jobs/output_files.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/report/column/provenance_json.h"
#include "core/trace/formats/accelsim/traceg_writer.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace hitmap {

namespace {

void write_trace_provenance(const std::string& file, const std::string& layout, const RecordingInfo& info,
                            const std::filesystem::path& folder, const JobContext& job) {
    Json json{{"program", "hitmap"}, {"version", program_version}, {"format", "accelsim"}};
    json["recording"] = provenance_json(file, layout_applied(file, layout, info), info);
    TextOutput text(folder / "kernelslist.g.json", job);
    text.write(json_text(json) + "\n");
    text.commit();
}

} // namespace

void export_traceg(const ExportOptions& options, const std::string& folder, const JobContext& job) {
    const std::string& file = options.file;
    const ModelOptions& model = options.model;
    const HmtFile recording = open_as_asked(file, model, job);
    if (recording.info().has_sums())
        throw FileError(file, "", "expected requests for --traceg, found a recording of sums of frames");
    ThreadPool pool;
    const auto source = request_source(recording, pool);
    const std::filesystem::path to(folder);
    // A trace is often written beside others, whose names are the same.
    std::set<std::filesystem::path> inputs;
    for (const std::string& input : with_named_files({file, model.layout.file}))
        inputs.insert(resolved_path(input));
    const auto create = [&](const std::string& name) {
        if (inputs.contains(resolved_path(to / name)))
            throw UsageError(fmt::format("--traceg: expected another folder than that of the input, whose "
                                         "file {} would be overwritten, found '{}'",
                                         name, folder));
        return create_file(to / name, job.outputs);
    };
    create_folders(to, job.outputs);
    const accelsim::TracegLosses losses = accelsim::write_traceg(*source, create, options.xz, job);
    write_trace_provenance(file, model.layout.file, recording.info(), to, job);
    const auto tell_loss = [&](std::uint64_t requests, std::string_view what) {
        if (requests != 0)
            tell("{}: warning: {} {}\n", printable(file), counted_text(requests, "request", "requests"),
                 what);
    };
    tell_loss(losses.widened_requests, "with the next power of two as bytes per lane");
    tell_loss(losses.local_atomics, "of atomic operations on local memory as stores");
}

} // namespace hitmap
