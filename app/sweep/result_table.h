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

/// Columns that not every sweep has.
struct MoreColumns {
    bool recordings = false; ///< sizes of the recordings
    bool times = false;      ///< what depends on the clock
};

/// One row a run: names, tracer options, cache descriptions, numbers. Empty where undefined.
[[nodiscard]] std::string results_csv(const Experiment& experiment, const std::vector<FinishedRun>& runs,
                                      const MoreColumns& more);

} // namespace hitmap
