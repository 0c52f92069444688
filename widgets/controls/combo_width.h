#pragma once

class QComboBox;

namespace hitmap {

/// As wide as there is place for it, within bounds, whatever its longest entry: a long name of a file does
/// not widen what the box is in, and a wide window does not draw the box out. Boxes that can be typed in
/// stay.
/// @param least, most  average characters
void bound_width(QComboBox& box, int least = 10, int most = 60);

} // namespace hitmap
