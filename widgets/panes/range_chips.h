#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

class QLabel;
class QVBoxLayout;

namespace hitmap {

/// A button for each range of a quantity that restricts what the mesh and the image show; pressing it removes
/// the range. A line below says if nothing fulfils them, and what pixels of the image count. Hidden if there
/// is no range.
class RangeChips : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the chips
    explicit RangeChips(Pane& pane, QWidget* parent = nullptr);

private:
    void show_ranges();
    void show_note();
    [[nodiscard]] QString note_text() const;

    Pane& pane_;
    std::vector<ElementRange> shown_;
    QVBoxLayout* rows_;
    QLabel* note_;
};

/// A line of a panel whose list has all elements, whatever ranges are chosen, which says so while there is a
/// range.
class RangeNote : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the line
    explicit RangeNote(Pane& pane, QWidget* parent = nullptr);
};

/// Shows only elements within the ranges, in addition to those of other quantities (choose_range()).
void draw_ranges(Pane& pane, const std::vector<ElementRange>& ranges);
/// Shows elements whatever the value of this quantity.
void remove_range(Pane& pane, const ElementQuantity& quantity);

} // namespace hitmap
