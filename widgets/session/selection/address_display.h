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
    void take_recording_part(const AddressDisplay& from) {
        addresses = from.addresses;
        time = from.time;
    }
    friend bool operator==(const AddressDisplay&, const AddressDisplay&) = default;
};

template <class Archive>
void fields(Archive& a, AddressDisplay& v) {
    a.named("address_metric", v.quantity, address_quantity_named, "quantity of addresses");
    a.range("address_range", v.addresses);
    a.range("address_time", v.time);
}

} // namespace hitmap
