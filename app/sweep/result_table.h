#pragma once

#include "app/sweep/run_result.h"
#include "app/sweep/sweep_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A run with what it found out, in the plan's order.
struct FinishedRun {
    SweepRun run;
    RunResult result;
};

/// A column of numbers; those that pages show have a title.
struct ResultColumn {
    std::string name;  ///< "face_l1_hit_rate"
    std::string title; ///< "L1 faces"; empty: in the CSV alone
    bool is_rate = false;
    std::optional<double> (*value)(const RunResult& result);
};
[[nodiscard]] const std::vector<ResultColumn>& result_columns();

/// One row a run: names, tracer options, cache descriptions, numbers. Empty where undefined.
/// @param timing  with the columns that depend on the clock
[[nodiscard]] std::string results_csv(const Experiment& experiment, const std::vector<FinishedRun>& runs,
                                      bool timing);

} // namespace hitmap
