#include "app/cli/report/measured_text.h"

#include "app/cli/base/input_file.h"
#include "core/base/number_text.h"
#include "core/base/text/printable.h"
#include "core/report/column/text_table.h"

#include <fmt/format.h>

#include <optional>

namespace hitmap {

namespace {

/// Columns of counters as text. Rates are in percent, and their errors in percentage points.
ReportColumns<CounterPair> counter_columns(bool rates) {
    const CellType type = rates ? CellType::rate : CellType::number;
    const double unit = rates ? 100.0 : 1.0;
    ReportColumns<CounterPair> columns{
        text_column<CounterPair>("counter of Nsight Compute", 70, CellType::text, &CounterPair::metric),
        text_column<CounterPair>("measured", 16, type,
                                 [unit](const CounterPair& pair) { return pair.measured / unit; }),
        text_column<CounterPair>("simulated", 16, type,
                                 [unit](const CounterPair& pair) { return pair.simulated / unit; }),
        text_column<CounterPair>("error", 12, CellType::change, [rates](const CounterPair& pair) {
            return rates && pair.error ? CellValue(difference_text(*pair.error, 2) + " pp")
                                       : CellValue(pair.error);
        })};
    for (const char* number : {"measured", "simulated"})
        column_named(columns, number).text.decimals = rates ? 2 : 0;
    column_named(columns, "error").text.decimals = 2;
    return columns;
}

} // namespace

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
                            {"error", or_null(pair.error)}});
    return {{"file", measured.file}, {"kernels", kernels}, {"counters", counters}};
}

std::string measured_table(const MeasuredReport& measured, const RecordingInfo& info,
                           const HierarchyResult& result) {
    const auto pairs = compare_counters(measured.kernels, info, result);
    if (pairs.empty())
        return fmt::format("{}: no counter that the model has, too\n", printable(measured.file));
    const auto counts = widened(counter_columns(false), pairs);
    const auto rates = widened(counter_columns(true), pairs);
    std::string text = text_head(counts);
    for (const CounterPair& pair : pairs)
        text += text_row(pair.is_rate ? rates : counts, pair);
    return text;
}

} // namespace hitmap
