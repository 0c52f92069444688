#pragma once

#include "app/sweep/run_result.h"
#include "app/sweep/sweep_plan.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A run and its result. Lists of them have the order of the plan.
struct FinishedRun {
    SweepRun run;
    RunResult result;
};

/// A column of numbers. The page has one table for each model; a column is in it if it has a title for the
/// model.
struct ResultColumn {
    enum class Form : std::uint8_t { number, rate, whole };
    std::string name;            ///< "face_l1_hit_rate"
    std::string title;           ///< "L1 faces"; title for the stack distance cache model; may be empty
    std::string hierarchy_title; ///< title for the hierarchy model; may be empty
    Form form = Form::number;
    std::function<std::optional<double>(const RunResult&)> value;
};
[[nodiscard]] const std::vector<ResultColumn>& result_columns();

/// Columns that not every sweep has.
struct MoreColumns {
    bool recordings = false; ///< sizes of the recordings
    bool times = false;      ///< columns of measured times
};

/// Returns one row for each run: names, tracer options, caches, model, restriction and numbers. Undefined
/// cells are empty.
[[nodiscard]] std::string results_csv(const Experiment& experiment, const std::vector<FinishedRun>& runs,
                                      const MoreColumns& more);

} // namespace hitmap
