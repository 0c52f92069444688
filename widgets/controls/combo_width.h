#pragma once

class QComboBox;

namespace hitmap {

/// Makes the width of a box independent of its longest entry: it uses the available width within bounds. A
/// long file name thus does not widen the surrounding widget, and a wide window does not stretch the box.
/// Editable boxes are not changed.
/// @param least, most  widths in average characters
void bound_width(QComboBox& box, int least = 10, int most = 60);

} // namespace hitmap
