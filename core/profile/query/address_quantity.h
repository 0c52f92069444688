#pragma once

#include "core/cache/results/address_map.h"
#include "core/profile/query/quantity.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace hitmap {

/// A quantity of the cells of an AddressMap. Those that pixels have, too, have the same names.
struct AddressQuantity {
    std::string_view name;  ///< "l1-hit-rate", as on the command line
    std::string_view title; ///< "L1 hit rate"
    NumberKind number = NumberKind::count;
    bool is_cause = false;  ///< whether it is known only if misses are explained
    std::string_view lacks; ///< what a cell lacks whose value is undefined
    /// Computes the value of a cell; undefined_value if it has none.
    double (*formula)(const AddressSums& sums) = nullptr;
};

/// How many rows an AddressMap has at most unless somebody asks for another number.
inline constexpr std::size_t usual_address_rows = 256;

/// All quantities, in the order of all lists.
[[nodiscard]] std::span<const AddressQuantity> address_quantities();
/// Returns null if there is none with this name.
[[nodiscard]] const AddressQuantity* address_quantity_named(std::string_view name);

} // namespace hitmap
