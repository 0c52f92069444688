#include "app/cli/base/info_json.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/version.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/files/ray_csv.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/input/model_input.h"
#include "core/base/error.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/report/column/provenance_json.h"

namespace hitmap {

void export_rays(const ExportOptions& exported, const std::string& output, const JobContext& job) {
    const std::string& file = exported.file;
    const HmtFile recording = open_as_asked(file, exported.model, job);
    warn_if_incomplete(recording);
    const RecordingInfo& info = recording.info();
    if (info.ray_places.empty()) throw FileError(file, "", no_rays_recorded);
    TextOutput text(output, job);
    write_ray_csv(recording, text, job);
    text.commit();
    if (output == "-") return;
    Json json{{"program", "hitmap"}, {"version", program_version}, {"table", "rays"}};
    json["recording"] = provenance_json(file, layout_applied(file, exported.model.layout.file, info), info);
    json["rays"] = rays_json(info);
    TextOutput provenance(output + ".json", job);
    provenance.write(json_text(json) + "\n");
    provenance.commit();
}

} // namespace hitmap
