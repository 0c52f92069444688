#pragma once

#include "render/view/view_state.h"

#include <QtCore/QRectF>

#include <cstdint>
#include <optional>

class QPainter;
class QWidget;

namespace hitmap {

/// Marks the borders of frames, the frames that are shown, and the frame at the pointer.
/// @param widget  supplies the colours
/// @param plot    the rectangle whose width is the whole time
void paint_frame_marks(QPainter& painter, const QWidget& widget, const QRectF& plot, const FrameRange& frames,
                       std::optional<std::uint64_t> hovered);

} // namespace hitmap
