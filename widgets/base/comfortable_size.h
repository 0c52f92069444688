#pragma once

#include <QtCore/QSize>

class QWidget;

namespace hitmap {

/// Gives a window a size, or less if its screen has no room for that and the frame of the window manager.
void resize_within_screen(QWidget& window, QSize comfortable);

} // namespace hitmap
