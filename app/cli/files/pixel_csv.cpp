#include "app/cli/files/pixel_csv.h"

#include "core/profile/pixels/pixel_quantity.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>

namespace hitmap {

void write_pixel_csv(const PixelTable& table, TextOutput& out, const JobContext& job) {
    std::string text = "pixel,x,y";
    for (const PixelQuantity& quantity : pixel_quantities())
        text += "," + key_of(quantity);
    out.write(text + "\n");
    job.begin("writing", table.pixels(), "pixels");
    for (std::size_t pixel = 0; pixel < table.pixels(); ++pixel) {
        text.clear();
        const auto at = std::back_inserter(text);
        fmt::format_to(at, "{},{},{}", pixel, pixel % table.width, pixel / table.width);
        for (const PixelQuantity& quantity : pixel_quantities()) {
            const double value = pixel_value(quantity, table, pixel);
            if (std::isnan(value))
                text += ',';
            else if (quantity.number == NumberKind::count)
                fmt::format_to(at, ",{}", static_cast<std::uint64_t>(value));
            else
                fmt::format_to(at, ",{:.9g}", value);
        }
        text += '\n';
        out.write(text);
        if (pixel % table.width == 0) job.add(table.width); // checks for cancellation
    }
}

} // namespace hitmap
