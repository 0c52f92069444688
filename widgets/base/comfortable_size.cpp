#include "widgets/base/comfortable_size.h"

#include <QtGui/QScreen>
#include <QtWidgets/QWidget>

namespace hitmap {

void resize_within_screen(QWidget& window, QSize comfortable) {
    constexpr QSize frame{16, 48};
    window.resize(comfortable.boundedTo(window.screen()->availableSize() - frame));
}

} // namespace hitmap
