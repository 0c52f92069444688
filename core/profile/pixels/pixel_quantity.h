#pragma once

#include "core/profile/pixels/pixel_columns.h"
#include "core/profile/pixels/pixel_counts.h"
#include "core/profile/pixels/window_pixels.h"
#include "core/profile/query/quantity.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// A quantity of pixels: a picture of the image, and a column of the CSV file of pixels. These quantities
/// have a table of their own beside quantity_table.h, because they are sums of requests, lanes and sectors,
/// which elements and kinds do not have, and because a few of them are named like quantities of elements
/// whose value differs: misses of a pixel are those of its requests, not of accesses to the framebuffer.
struct PixelQuantity {
    std::string_view name;  ///< "l1-hit-rate", as on the command line
    std::string_view title; ///< "L1 hit rate"
    std::string_view unit{};
    std::string_view explanation{}; ///< one or two sentences for users
    NumberKind number = NumberKind::count;
    std::optional<PixelPart> needs{}; ///< the part without which the quantity is not known
    PixelColumnSet reads{};           ///< the numbers that the formula reads
    /// Computes the value of a pixel; undefined_value if it has none.
    double (*formula)(const PixelCounts& counts) = nullptr;
    /// What a pixel lacks whose value is undefined; empty if every pixel has a value.
    std::string_view lacks{};
};

/// All quantities, in the order of all lists. The first are the columns of the contract of `export --pixels`.
[[nodiscard]] std::span<const PixelQuantity> pixel_quantities();
/// Returns null if there is none with this name.
[[nodiscard]] const PixelQuantity* pixel_quantity_named(std::string_view name);

/// Returns "l1_hit_rate": the name of the column in CSV files and of the array in NumPy files.
[[nodiscard]] std::string key_of(const PixelQuantity& quantity);
/// Returns the value of a pixel; undefined_value if it has none or if the quantity is not known of the
/// pixels.
[[nodiscard]] double pixel_value(const PixelQuantity& quantity, const WindowPixels& pixels,
                                 std::size_t pixel);
/// The same for a pixel with these numbers.
[[nodiscard]] double pixel_value(const PixelQuantity& quantity, const CountedFramebuffer& framebuffer,
                                 const PixelCounts& counts);
/// Returns why a quantity that needs `part` is not known without it, such as "only the hierarchy model counts
/// sectors".
[[nodiscard]] std::string_view why_unknown(PixelPart part);

} // namespace hitmap
