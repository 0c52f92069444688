#include "app/cli/export/write_export.h"

#include "app/cli/base/info_json.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/version.h"
#include "app/cli/export/export_check.h"
#include "app/cli/input/model_input.h"
#include "core/base/text/printable.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/report/column/provenance_json.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"

#include <memory>

namespace hitmap {

namespace {

void warn_if_no_elements(const ExportOutput& output, const ExportInput& input) {
    const bool of_elements = output.of_elements && !input.options.of_records_alone();
    if (of_elements && input.info().axis_is_requests())
        tell("hitmap: {}: no accesses of {}, so that {} writes no values\n", printable(input.recording.path),
             list_of(told_kinds(input.info()), KindName::plural), output.option());
}

std::unique_ptr<ModelInput> open_for(const ExportOutput& output, const ExportOptions& options,
                                     const ModelConfig& config, const JobContext& job) {
    const auto bytes = [&](const RecordingInfo& info) {
        return output.memory == nullptr ? 0 : output.memory(options, config, info);
    };
    if (options.of_records_alone()) return open_model_input(options.file, {}, options.model, job, bytes);
    return open_model_input(options.file, {config}, options.model, job, bytes);
}

} // namespace

void write_export_provenance(std::string_view table, const ExportInput& input) {
    if (input.path == "-") return;
    const ExportOptions& options = input.options;
    const RecordingInfo& info = input.info();
    Json json{{"program", "hitmap"}, {"version", program_version}, {"table", table}};
    json["recording"] =
        provenance_json(options.file, layout_applied(options.file, options.model.layout.file, info), info);
    json["model"] = options.model.model_name();
    if (!options.model.preset_name().empty()) json["preset"] = options.model.preset_name();
    json["l1"] = to_string(l1_of(input.config));
    json["l2"] = to_string(l2_of(input.config));
    if (info.has_sums()) json["recorded_frames"] = info.sums.frames;
    put_restriction(json, input.only());
    if (!options.only_ranges.empty()) json["only_ranges"] = options.only_ranges;
    json["of"] = options.of.empty() ? Json(nullptr) : Json(options.of);
    if (!options.pixel.empty()) json["pixel"] = options.pixel;
    if (options.sm) json["sm"] = *options.sm;
    if (!options.curves.empty()) json["curves"] = options.curves;
    json["positions"] = info.positions();
    json["frames"] = options.frame_count();
    json["frame"] = options.one_frame ? Json(options.frame) : Json(nullptr);
    TextOutput text(input.path + ".json", input.job);
    text.write(json_text(json) + "\n");
    text.commit();
}

void write_export(const ExportOptions& options, const JobContext& job) {
    const ExportOutput& output = check(options);
    const std::string& path = path_of(output, options);
    refuse_overwriting(path, output.option(), {options.file});
    if (auto* const* alone = std::get_if<WriteAlone*>(&output.write)) return (*alone)(options, path, job);
    const ModelConfig config = options.model.config();
    const auto recording = open_for(output, options, config, job);
    const ExportInput input{options, config, path, *recording, job};
    require_whole_frames(*recording, options.frame_count());
    warn_if_no_elements(output, input);
    if (auto* const* table = std::get_if<WriteTable*>(&output.write)) {
        TextOutput text(path, job);
        (*table)(input, text);
        text.commit();
    } else {
        std::get<WriteFile*>(output.write)(input, open_whole_output(path, job));
    }
    write_export_provenance(output.name, input);
}

} // namespace hitmap
