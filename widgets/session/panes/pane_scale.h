#pragma once

#include "render/picture/colour_bar.h"

#include <QtCore/QString>

#include <memory>
#include <vector>

namespace hitmap {

class Pane;

using SharedValues = std::shared_ptr<const std::vector<float>>;

/// What the colour bar of a pane explains: the elements of its mesh, or the pixels of its image.
struct PaneScale {
    ColourBarText text;
    std::vector<SharedValues> values; ///< all of the coloured values; empty if there are none yet
    QString counted;                  ///< the plurals of the kinds, such as "faces and boxes"; "pixels"
};
[[nodiscard]] PaneScale scale_of(const Pane& pane);

/// Returns whether both panes have values, and the values are of one metric or quantity, or are the same
/// difference of it, of faces or of the same kind of regions: they can share a colour range.
[[nodiscard]] bool show_the_same(const Pane& a, const Pane& b);

/// Returns why the pane shows nothing that has a colour, as a sentence: the recording has no mesh, or no
/// image in pixels. Empty if it has, or if nothing is open.
[[nodiscard]] QString why_nothing_is_coloured(const Pane& pane);

} // namespace hitmap
