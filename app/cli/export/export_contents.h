#pragma once

#include "app/cli/base/output_file.h"
#include "app/cli/options/model_options.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>

namespace hitmap {

/// Adds --sm, for --occupancy and --held-lines.
void add_sm_option(CLI::App& command, std::optional<std::uint32_t>& sm);

/// Simulates the recording and writes the table of `export --evictions`. Throws the errors of
/// simulate_hierarchy, and FileError (output).
void export_evictions(const HierarchyConfig& config, ModelInput& input, TextOutput& text,
                      const JobContext& job);
/// The same for `export --occupancy` with `frames` frames.
/// @param sm  the SM whose L1 is counted; no value: all. Throws UsageError if the device does not have it
void export_occupancy(std::uint64_t frames, std::optional<std::uint32_t> sm, const HierarchyConfig& config,
                      ModelInput& input, TextOutput& text, const JobContext& job);
/// The memory in bytes that export_held_lines() takes at most besides simulating.
[[nodiscard]] std::uint64_t held_lines_export_bytes(std::uint64_t frames, const HierarchyConfig& config);
/// The same for `export --held-lines`.
/// @param sm  the SM whose L1 is written; no value: 0
void export_held_lines(std::uint64_t frames, std::optional<std::uint32_t> sm, const HierarchyConfig& config,
                       ModelInput& input, TextOutput& text, const JobContext& job);

} // namespace hitmap
