#pragma once

#include "core/cache/results/address_map.h"
#include "core/profile/query/address_quantity.h"
#include "core/profile/query/time_window.h"

#include <optional>

namespace hitmap {

/// What the Addresses panel of a pane shows.
struct AddressDisplay {
    const AddressQuantity* quantity = address_quantity_named("l1-hit-rate"); ///< of address_quantities()
    AddressRange addresses{};                                                ///< by default everything
    std::optional<TimeWindow> time{}; ///< positions; no value: the whole recording
    friend bool operator==(const AddressDisplay&, const AddressDisplay&) = default;
};

} // namespace hitmap
