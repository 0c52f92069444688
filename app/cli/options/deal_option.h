#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace hitmap {

/// Adds --deal-blocks, which most commands have that simulate a recording: the number of SMs that its thread
/// blocks are dealt to, or deal_to_gpu. Empty: they stay on the SMs of the recording.
void add_deal_option(CLI::App& command, std::string& deal_blocks);
/// Adds --deal-blocks for the window, whose panes choose their GPUs later: a number of SMs; 0 if it is not
/// given.
void add_deal_option(CLI::App& command, std::uint32_t& dealt_sms);
/// Adds such an option for one side of a comparison.
/// @param suffix  end of the name: "-b" gives --deal-blocks-b
/// @param side    'A' or 'B', for the help text
void add_deal_option(CLI::App& command, std::string& deal_blocks, const std::string& suffix, char side);

/// The value that means the number of SMs of the preset.
inline constexpr const char* deal_to_gpu = "gpu";

} // namespace hitmap
