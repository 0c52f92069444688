#pragma once

#include "widgets/session/pane.h"

#include <QtWidgets/QSpinBox>

namespace hitmap {

/// One of the three numbers of a FrameRange.
enum class FramePart : std::uint8_t {
    total, ///< number of frames
    first, ///< first displayed frame
    count, ///< number of displayed frames
};

/// Edits one number of a pane's frames and follows its changes.
class FrameBox : public QSpinBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    FrameBox(Pane& pane, FramePart part, QWidget* parent = nullptr);

Q_SIGNALS:
    void entered(); ///< emitted on Enter

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void set(int value);
    void show_frames();
    [[nodiscard]] std::uint64_t possible_total(std::uint64_t wanted) const;

    Pane& pane_;
    FramePart part_;
};

} // namespace hitmap
