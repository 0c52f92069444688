#include "widgets/colour/hatch.h"

#include <QtGui/QImage>
#include <QtGui/QTransform>

#include <cmath>

namespace hitmap {

QBrush pattern_brush(Pattern pattern, double device_pixel_ratio) {
    constexpr int period = 8; // of every pattern, in logical pixels
    const int size = static_cast<int>(std::lround(period * device_pixel_ratio));
    QImage tile(size, size, QImage::Format_RGB32);
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            const Rgb colour = pattern_at(pattern, x, size - 1 - y, static_cast<float>(device_pixel_ratio));
            tile.setPixel(x, y, qRgb(colour.r, colour.g, colour.b));
        }
    }
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(1.0 / device_pixel_ratio, 1.0 / device_pixel_ratio));
    return brush;
}

} // namespace hitmap
