#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QSpinBox>

#include <cstdint>

namespace hitmap {

/// One of the three numbers of a FrameRange.
enum class FramePart : std::uint8_t {
    total, ///< number of frames
    first, ///< first displayed frame
    count, ///< number of displayed frames
};

/// Edits one number of a pane's frames and follows its changes. The number of frames of a recording of sums
/// divides the recorded ones: the arrows step over its divisors, and a note tells where another number was
/// typed.
class FrameBox : public QSpinBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    FrameBox(Pane& pane, FramePart part, QWidget* parent = nullptr);

Q_SIGNALS:
    void entered(); ///< emitted on Enter

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void stepBy(int steps) override;

private:
    void set(int value);
    void show_frames();
    /// The number of frames that the recording has sums for; 0: any number is possible.
    [[nodiscard]] std::uint64_t recorded_frames() const;
    [[nodiscard]] std::uint64_t possible_total(std::uint64_t wanted) const;
    /// If the frames start at the first one, shows the first ones in which something drawn is accessed, since
    /// the mesh would be grey.
    void show_first_accesses();
    /// Tells at the box that the number cannot be had.
    void tell_replaced(std::uint64_t wanted, std::uint64_t taken);
    [[nodiscard]] QString total_help() const;

    Pane& pane_;
    FramePart part_;
};

} // namespace hitmap
