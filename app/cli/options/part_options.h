#pragma once

#include "core/trace/model/recording_part.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace hitmap {

/// The options that say which part of a recording a command reads. No value: not given.
struct PartOptions {
    std::optional<PartRange> launches;
    std::optional<PartRange> requests;
    std::optional<std::uint64_t> first; ///< position
    std::optional<std::uint64_t> last;

    /// Throws UsageError if no position is from `first` to `last`.
    [[nodiscard]] RecordingPart part() const;
    /// Returns the name of an option that is given, without its suffix: "--requests"; empty if none is.
    [[nodiscard]] std::string given() const;
    /// Returns these options where they are given, and elsewhere the others.
    [[nodiscard]] PartOptions over(const PartOptions& others) const;
};

/// Adds --launches, --requests, --first and --last.
/// @param suffix  end of the names: "-b" gives --launches-b
/// @param of      end of the help texts: " of B"
void add_part_options(CLI::App& command, PartOptions& options, const std::string& suffix = {},
                      const std::string& of = {});

} // namespace hitmap
