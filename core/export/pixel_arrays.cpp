#include "core/export/pixel_arrays.h"

#include "core/profile/pixels/pixel_quantity.h"

#include <cstddef>
#include <vector>

namespace hitmap {

void write_pixel_arrays(const PixelTable& table, NpzWriter& out) {
    std::vector<double> values(table.pixels());
    for (const PixelQuantity& quantity : pixel_quantities()) {
        if (quantity.needs && !table.knows(*quantity.needs)) continue;
        for (std::size_t pixel = 0; pixel < values.size(); ++pixel)
            values[pixel] = pixel_value(quantity, table, pixel);
        out.add("image_" + key_of(quantity), values, {table.height, table.width});
    }
}

} // namespace hitmap
