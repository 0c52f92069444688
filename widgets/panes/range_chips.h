#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

class QVBoxLayout;

namespace hitmap {

/// A button for each range of a quantity that restricts what the mesh view draws; pressing it removes the
/// range. Hidden if there is none or the image is shown.
class RangeChips : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the chips
    explicit RangeChips(Pane& pane, QWidget* parent = nullptr);

private:
    void show_ranges();

    Pane& pane_;
    std::vector<ElementRange> shown_;
    QVBoxLayout* rows_;
};

/// Draws only elements within a range, in addition to those of other quantities. Shows boxes if it is of
/// boxes.
void draw_range(Pane& pane, const ElementRange& range);
/// Draws elements whatever the value of this quantity.
void remove_range(Pane& pane, const ElementQuantity& quantity);

} // namespace hitmap
