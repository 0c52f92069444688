#pragma once

#include "core/probe/latency_sweep.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The first line of files with points of sweeps.
inline constexpr std::string_view sweep_csv_header = "order,bytes,stride,loads,latency\n";
/// Whether a text begins like such a file.
[[nodiscard]] bool is_sweep_csv(std::string_view text);
/// The header and one line per point.
[[nodiscard]] std::string sweep_csv(std::span<const SweepPoint> points);
/// Parses such a file. Throws FileError that names `file`, the line, what was expected and what was found.
[[nodiscard]] std::vector<SweepPoint> parse_sweep_csv(std::string_view text, std::string_view file);

} // namespace hitmap
