#include "app/cli/report/measured_text.h"

#include "app/cli/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"

#include <fmt/format.h>

namespace hitmap {

MeasuredReport read_measured(const std::string& file) {
    return {file, parse_ncu_csv(read_text_file(file), file)};
}

Json measured_json(const MeasuredReport& measured, const RecordingInfo& info, const HierarchyResult& result) {
    Json kernels = Json::array();
    for (const MeasuredKernel& kernel : measured.kernels)
        kernels.push_back(kernel.name);
    Json counters = Json::array();
    for (const CounterPair& pair : compare_counters(measured.kernels, info, result))
        counters.push_back({{"metric", pair.metric},
                            {"measured", pair.measured},
                            {"simulated", pair.simulated},
                            {"error", pair.error ? Json(*pair.error) : Json(nullptr)}});
    return {{"file", measured.file}, {"kernels", kernels}, {"counters", counters}};
}

std::string measured_table(const MeasuredReport& measured, const RecordingInfo& info,
                           const HierarchyResult& result) {
    const auto pairs = compare_counters(measured.kernels, info, result);
    if (pairs.empty())
        return fmt::format("{}: no counter that the model has, too\n", printable(measured.file));
    std::string text = fmt::format("{:<70}{:>16}{:>16}{:>12}\n", "counter of Nsight Compute", "measured",
                                   "simulated", "error");
    for (const CounterPair& pair : pairs) {
        const auto value = [&](double number) {
            return pair.is_rate ? percent_text(number / 100.0, 2) : fixed_text(number, 0);
        };
        const std::string error = !pair.error    ? "-"
                                  : pair.is_rate ? difference_text(*pair.error, 2) + " pp"
                                                 : difference_text(100.0 * *pair.error, 2) + " %";
        text += fmt::format("{:<70}{:>16}{:>16}{:>12}\n", printable(pair.metric), value(pair.measured),
                            value(pair.simulated), error);
    }
    return text;
}

} // namespace hitmap
