#include "app/cli/export/curve_export.h"

#include "core/base/error.h"

#include <fmt/format.h>

namespace hitmap {

void add_curve_option(CLI::App& command, std::vector<std::string>& curves, const std::string& with) {
    command
        .add_option(
            "--curve", curves,
            fmt::format("With {}: a curve of face:N, box:N, pixel:N, allocation:NAME, line:FILE:LINE, "
                        "instruction:N or sm:N; with =METRIC, otherwise of the L1 hit rate; several "
                        "times for several curves",
                        with))
        ->type_name("OF[=METRIC]")
        ->allow_extra_args(false);
}

std::vector<WantedCurve> curve_requests(const std::vector<std::string>& curves) {
    std::vector<WantedCurve> requests;
    for (const std::string& text : curves)
        requests.push_back(parse_curve_request(text, "--curve"));
    return requests;
}

std::vector<TimeCurve> known_curves(const Profile& profile, const ModelInput& input,
                                    const std::vector<std::string>& curves, std::uint64_t q,
                                    const JobContext& job) {
    std::vector<TimeCurve> made = time_curves(profile, input.file.info(), curve_requests(curves), q, job);
    for (const TimeCurve& curve : made)
        if (!curve.refusal.empty())
            throw FileError(input.path, fmt::format("--curve {}", to_string(curve.subject)), curve.refusal);
    return made;
}

} // namespace hitmap
