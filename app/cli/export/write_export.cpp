#include "app/cli/export/write_export.h"

#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "app/cli/export/export_check.h"
#include "app/cli/export/export_provenance.h"
#include "core/base/text/printable.h"

#include <memory>

namespace hitmap {

namespace {

void warn_if_no_elements(const ExportOutput& output, const ExportInput& input) {
    const bool of_elements = output.of_elements && !input.options.of_requests_alone();
    if (of_elements && input.info().axis_is_requests())
        tell("hitmap: {}: no accesses of faces, boxes or pixels, so that {} writes no values\n",
             printable(input.recording.path), output.option());
}

std::unique_ptr<ModelInput> open_for(const ExportOutput& output, const ExportOptions& options,
                                     const ModelConfig& config, const JobContext& job) {
    const auto bytes = [&](const RecordingInfo& info) {
        return output.memory == nullptr ? 0 : output.memory(options, config, info);
    };
    if (options.of_requests_alone()) return open_model_input(options.file, {}, options.model, job, bytes);
    return open_model_input(options.file, {config}, options.model, job, bytes);
}

} // namespace

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
