#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/options/model_options.h"
#include "core/profile/curves/time_curve.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Adds the option --curve, which can be given several times.
void add_curve_option(CLI::App& command, std::vector<std::string>& curves, const std::string& with);

/// Throws UsageError if there are curves without `takes_curves`, the other way round, or wrong ones.
void check_curves(bool takes_curves, const std::vector<std::string>& curves);

/// Parses the values of --curve. Throws UsageError.
[[nodiscard]] std::vector<WantedCurve> curve_requests(const std::vector<std::string>& curves);

/// Computes curves. Throws FileError that names the recording if one of them is not known; Cancelled.
[[nodiscard]] std::vector<TimeCurve> known_curves(const Profile& profile, const ModelInput& input,
                                                  const std::vector<std::string>& curves, std::uint64_t q,
                                                  const JobContext& job);

/// Writes the table of `export --curves`: one row for each frame of each curve. Throws what known_curves()
/// throws; FileError (output).
void write_curves(const Profile& profile, const ModelInput& input, const std::vector<std::string>& curves,
                  std::uint64_t q, TextOutput& out, const JobContext& job);

} // namespace hitmap
