#pragma once

#include "core/cache/results/address_map.h"
#include "core/profile/query/time_window.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/session/selection/address_display.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>

namespace hitmap {

/// The addresses and positions that are counted, and of what.
struct WantedAddresses {
    std::shared_ptr<const Simulation> simulation; ///< of the hierarchy model
    AddressRange addresses;
    TimeWindow time; ///< not empty
    bool explained = false;

    /// Whether a map of this request answers `wanted`, too.
    [[nodiscard]] bool answers(const WantedAddresses& wanted) const;
};

/// Hits and look-ups by address and time, of everything: restrictions of the simulation do not apply.
/// Immutable.
struct AddressCounts {
    WantedAddresses request;
    AddressMap map;
    /// Whether the cells are those of other, larger ones, which contain them, until they are counted.
    bool is_estimate = false;
};

/// Returns why addresses are not known of a simulation, as a sentence for users; empty if they are.
[[nodiscard]] QString why_no_addresses(const Simulation& simulation);

/// Returns what the panel wants of a simulation whose addresses are known.
[[nodiscard]] WantedAddresses address_request(std::shared_ptr<const Simulation> simulation,
                                              const AddressDisplay& display);

/// Returns an empty map. Addresses without rows are replaced by everything.
[[nodiscard]] AddressMap empty_address_map(const WantedAddresses& request);

/// Runs the hierarchy model over the whole recording. Throws what simulate_hierarchy() throws.
[[nodiscard]] std::shared_ptr<const AddressCounts> count_addresses(const WantedAddresses& request,
                                                                   ThreadPool& pool, const JobContext& job);

/// Returns the map that `wanted` will have, with the cells of an earlier one of the same simulation that
/// contain its own. Cells outside of the earlier one are empty.
[[nodiscard]] std::shared_ptr<const AddressCounts> estimated_addresses(const WantedAddresses& wanted,
                                                                       const AddressCounts& known);

} // namespace hitmap
