#include "app/cli/export/export_writers.h"
#include "app/cli/export/write_export.h"
#include "app/cli/input/model_input.h"

namespace hitmap {

void export_rtmemtracer(const ExportOptions& options, const std::string& path, const JobContext& job) {
    const ModelConfig config = options.model.config();
    const auto recording = open_model_input(options.file, {config}, options.model, job);
    const auto out = open_whole_output(path, job);
    if (recording->file.info().has_sums())
        export_recorded_sums(recording->file, options.variant, *out, job);
    else
        export_simulated_sums(*recording->source, std::get<SdcmConfig>(config), options.variant, *out,
                              recording->pool, job);
    out->commit();
    write_export_provenance("rtmemtracer", {options, config, path, *recording, job});
}

} // namespace hitmap
