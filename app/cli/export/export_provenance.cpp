#include "app/cli/export/export_provenance.h"

#include "app/cli/base/info_json.h"
#include "app/cli/base/version.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/report/column/provenance_json.h"

namespace hitmap {

void write_export_provenance(std::string_view table, const ExportInput& input) {
    if (input.path == "-") return;
    const ExportOptions& options = input.options;
    const RecordingInfo& info = input.info();
    Json json{{"program", "hitmap"}, {"version", program_version}, {"table", table}};
    json["recording"] =
        provenance_json(options.file, layout_applied(options.file, options.model.layout, info), info);
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

} // namespace hitmap
