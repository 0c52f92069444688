#include "widgets/controls/combo_width.h"

#include <QtWidgets/QComboBox>

#include <algorithm>

namespace hitmap {

void bound_width(QComboBox& box, int least, int most) {
    if (box.isEditable()) return;
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(least);
    const int widest = most * box.fontMetrics().averageCharWidth();
    box.setMaximumWidth(std::max(box.minimumSizeHint().width(), widest));
}

} // namespace hitmap
