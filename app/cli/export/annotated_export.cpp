#include "app/cli/base/info_json.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/version.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/input/model_input.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/text/printable.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/jobs/output_files.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/profile/models/cache_model.h"
#include "core/report/column/provenance_json.h"
#include "core/source/annotated_source.h"
#include "core/source/source_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

constexpr std::string_view provenance_name = "annotated-source.json";

/// Throws UsageError if files of other origin could be overwritten, such as the sources themselves.
void refuse_other_files(const std::filesystem::path& folder) {
    std::error_code error;
    if (!std::filesystem::exists(folder, error)) return;
    if (std::filesystem::is_directory(folder, error) &&
        (std::filesystem::is_empty(folder, error) ||
         std::filesystem::exists(folder / provenance_name, error)))
        return;
    throw UsageError(fmt::format("--annotated-source: expected a new or an empty folder, or one with "
                                 "{} that an earlier export wrote, found '{}'",
                                 provenance_name, folder.string()));
}

std::vector<std::string> head_of(const FileTraffic& file, const FoundText& text, const ModelInput& input,
                                 const ModelOptions& model, const ModelConfig& config) {
    std::vector<std::string> head;
    head.push_back(fmt::format("{}: {}", file.file,
                               text.origin == TextOrigin::recorded
                                   ? "the text in the recording"
                                   : fmt::format("the text of {} now, which may be another than that "
                                                 "which was recorded",
                                                 text.path)));
    head.push_back(
        fmt::format("Recording: {}{}", input.path, input.file.info().incomplete ? " (incomplete)" : ""));
    if (const std::string_view part = part_text(input.file.info()); !part.empty())
        head.push_back(fmt::format("Part of a recording: {}", part));
    head.push_back(fmt::format("Model: {} of {}; L1 {} per SM, L2 {}; hitmap {}", title_of(config),
                               model.preset_name(), l1_text(config), to_string(l2_of(config)),
                               program_version));
    head.emplace_back("requests: of warps. sectors: of 32 bytes, after coalescing. lanes: active lanes of a "
                      "request on average, of 32.");
    head.emplace_back(
        "rate: sectors that hit / sectors looked up. misses: sectors that missed; of L1 misses: "
        "share of all L1 misses.");
    head.emplace_back("A line without numbers accessed no memory; - is undefined: nothing was looked up.");
    return head;
}

Json provenance_of(const std::string& file, const ModelOptions& model, const ModelConfig& config,
                   const RecordingInfo& info) {
    Json json{{"program", "hitmap"}, {"version", program_version}, {"format", "annotated source"}};
    json["recording"] = provenance_json(file, layout_applied(file, model.layout.file, info), info);
    json["model"] = model.model_name();
    json["preset"] = model.preset_name();
    json["l1"] = to_string(l1_of(config));
    json["l2"] = to_string(l2_of(config));
    json["files"] = Json::array();
    return json;
}

void write_text_file(const std::filesystem::path& path, const std::string& text, const JobContext& job) {
    TextOutput out(path.string(), job);
    out.write(text);
    out.commit();
}

/// Tells that a text is missing or may be another one.
void tell_origin(const std::string& recording, const FileTraffic& file, const FoundText& text) {
    if (text.origin == TextOrigin::disk)
        tell(
            "{}: warning: has no text of {}; took that of {}, which may have changed since: there is no hash "
            "to check\n",
            printable(recording), printable(file.file), printable(text.path));
    else if (text.origin == TextOrigin::none)
        tell("{}: warning: has no text of {}, and none was found beside the recording or in a "
             "--source-folder: its {} left out\n",
             printable(recording), file.file.empty() ? "unknown files" : printable(file.file),
             counted_text(file.lines.size(), "line is", "lines are"));
}

} // namespace

void export_annotated_source(const ExportOptions& options, const std::string& path, const JobContext& job) {
    const std::string& file = options.file;
    const ModelOptions& model = options.model;
    const ModelConfig config = model.config();
    const std::filesystem::path folder(path);
    refuse_other_files(folder);
    const auto input = open_model_input(file, {config}, model, job);
    AccessMatrix matrix;
    HierarchySinks sinks;
    sinks.matrix = &matrix;
    const HierarchyResult result =
        simulate_hierarchy(*input->source, std::get<HierarchyConfig>(config), sinks, input->pool, job);
    const RecordingInfo& info = input->file.info();
    const auto files = traffic_by_file(info, result.instructions, &matrix);
    if (files.empty())
        throw FileError(file, "instructions", "expected instructions with source lines, found none");
    create_folders(folder, job.outputs);
    Json provenance = provenance_of(file, model, config, info);
    AnnotatedNames names;
    names.take(provenance_name);
    const SourceFolders folders{std::filesystem::path(file).parent_path(),
                                {options.source_folders.begin(), options.source_folders.end()}};
    for (const FileTraffic& each : files) {
        job.check();
        const FoundText text =
            find_source_text(info, each.file, folders, each.lines.empty() ? 0 : each.lines.back().line);
        tell_origin(file, each, text);
        Json& entry = provenance["files"].emplace_back(Json{{"source", each.file}});
        entry["text"] = text.origin == TextOrigin::recorded ? Json("recorded")
                        : text.origin == TextOrigin::disk   ? Json(text.path)
                                                            : Json(nullptr);
        entry["file"] = nullptr;
        if (text.origin == TextOrigin::none) continue;
        const std::string name = names.name_for(each.file);
        entry["file"] = name;
        write_text_file(folder / name,
                        annotated_source(each.file, text.text, each, result.total,
                                         head_of(each, text, *input, model, config)),
                        job);
    }
    write_text_file(folder / provenance_name, json_text(provenance) + "\n", job);
}

} // namespace hitmap
