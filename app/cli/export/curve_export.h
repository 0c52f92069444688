#pragma once

#include "app/cli/input/model_input.h"
#include "core/profile/elements/time_curve.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Adds the option --curve, which can be given several times.
void add_curve_option(CLI::App& command, std::vector<std::string>& curves, const std::string& with);

/// Parses the values of --curve. Throws UsageError.
[[nodiscard]] std::vector<WantedCurve> curve_requests(const std::vector<std::string>& curves);

/// Computes curves. Throws FileError that names the recording if one of them is not known; Cancelled.
[[nodiscard]] std::vector<TimeCurve> known_curves(const Profile& profile, const ModelInput& input,
                                                  const std::vector<std::string>& curves, std::uint64_t q,
                                                  const JobContext& job);

} // namespace hitmap
