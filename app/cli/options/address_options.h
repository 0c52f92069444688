#pragma once

#include "core/cache/results/address_map.h"
#include "core/profile/query/address_quantity.h"
#include "core/trace/model/recording.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Which addresses are shown, and how finely.
struct AddressOptions {
    std::string range; ///< A:B or the label of an allocation; empty means all addresses
    std::optional<std::uint64_t> rows;

    /// Throws UsageError if an option is given although no addresses are written.
    /// @param needed  the option that they are expected with: "--addresses"
    void check(bool has_addresses, std::string_view needed) const;
    /// Throws UsageError if the range is neither A:B nor an allocation of the recording.
    [[nodiscard]] AddressRange addresses(const RecordingInfo& info) const;
    [[nodiscard]] std::uint64_t most_rows() const { return rows.value_or(usual_address_rows); }
};

/// @param needed  the option that they are expected with, for the help: "--addresses"
void add_address_options(CLI::App& command, AddressOptions& options, std::string_view needed);

} // namespace hitmap
