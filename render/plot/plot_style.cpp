#include "render/plot/plot_style.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace hitmap {

std::span<const double> series_dashes(std::size_t i) {
    static const std::array<std::vector<double>, 8> dashes = {{{},
                                                               {9.0, 4.0},
                                                               {2.0, 3.0},
                                                               {9.0, 3.0, 2.0, 3.0},
                                                               {14.0, 3.0},
                                                               {5.0, 2.0},
                                                               {1.0, 1.5},
                                                               {9.0, 2.0, 2.0, 2.0, 2.0, 2.0}}};
    return dashes[i % dashes.size()];
}

Rgb mixed(Rgb colour, Rgb ground, double share) {
    const auto channel = [share](std::uint8_t above, std::uint8_t below) {
        return static_cast<std::uint8_t>(std::lround(share * above + (1.0 - share) * below));
    };
    return {channel(colour.r, ground.r), channel(colour.g, ground.g), channel(colour.b, ground.b)};
}

} // namespace hitmap
