#include "app/cli/export/curve_export.h"
#include "app/cli/export/export_writers.h"
#include "app/cli/files/pixel_csv.h"
#include "app/cli/files/sm_csv.h"
#include "app/cli/input/chosen_elements.h"
#include "core/base/error.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/pixel_tables.h"
#include "core/report/rows/curve_columns.h"

#include <string_view>

namespace hitmap {

namespace {

std::shared_ptr<const Profile> profile_of(const ExportInput& input) {
    return make_profile(*input.recording.source, input.config, input.only(), input.recording.pool, input.job);
}

} // namespace

void export_pixels(const ExportInput& input, TextOutput& text) {
    const auto chosen = choose_elements(input.recording, input.config, input.only(), input.ranges(),
                                        input.window(), input.job);
    write_pixel_csv(make_pixel_table(*input.recording.source, input.config, {input.only(), chosen},
                                     input.window(), input.recording.pool, input.job),
                    text, input.job);
}

void export_sms(const ExportInput& input, TextOutput& text) {
    const auto table = profile_of(input)->sm_table();
    if (table == nullptr)
        throw FileError(input.recording.path, "--sms", "expected requests of a known SM, found none");
    write_sm_csv(*table, text);
}

void export_curves(const ExportInput& input, TextOutput& text) {
    const auto profile = profile_of(input);
    write_curve_csv(
        known_curves(*profile, input.recording, input.options.curves, input.options.frame_count(), input.job),
        [&text](std::string_view line) { text.write(line); });
}

} // namespace hitmap
