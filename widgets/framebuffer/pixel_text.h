#pragma once

#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/query/profile.h"
#include "widgets/session/recording/image_values.h"

#include <QtCore/QPoint>
#include <QtCore/QSize>
#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// Returns the known facts about a pixel as lines.
/// @param orders   access order in the frame by pixel, NaN: not written; may be null
/// @param profile  may be null
[[nodiscard]] QString pixel_text(const QPoint& pixel, const QSize& framebuffer,
                                 const std::vector<float>* orders, const Profile* profile);

/// Returns the value of a quantity of a pixel with the counts behind it, as lines.
[[nodiscard]] QString pixel_text(const QPoint& pixel, const PixelQuantity& quantity,
                                 const WindowPixels& pixels);

/// The same for an image, which may be a difference: then the values and counts of both sides.
[[nodiscard]] QString pixel_text(const QPoint& pixel, const ImageValues& image);

} // namespace hitmap
