#pragma once

#include "widgets/session/pane.h"

#include <QtWidgets/QSpinBox>

namespace hitmap {

/// Which of the three numbers of a FrameRange.
enum class FramePart : std::uint8_t {
    total, ///< the number of frames
    first, ///< the first frame that is shown
    count, ///< how many frames are shown as one
};

/// One number of a pane's frames: edits it and follows it.
class FrameBox : public QSpinBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    FrameBox(Pane& pane, FramePart part, QWidget* parent = nullptr);

Q_SIGNALS:
    void entered(); ///< Enter: what was typed holds

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void set(int value);
    void show_frames();

    Pane& pane_;
    FramePart part_;
};

} // namespace hitmap
