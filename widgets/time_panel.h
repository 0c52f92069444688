#pragma once

#include "widgets/pane.h"

#include <QtCore/QTimer>
#include <QtWidgets/QSlider>
#include <QtWidgets/QWidget>

class QLabel;
class QSpinBox;
class QToolButton;

namespace hitmap {

/// A slider over frames with the keys of a timeline: Left and Right step, with Shift ten frames; Home and End
/// go to the ends.
class FrameSlider : public QSlider {
    Q_OBJECT
public:
    explicit FrameSlider(QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

/// Number of frames q, frame f, play, and what the frame holds. Edits the pane's frame and follows it.
class TimePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit TimePanel(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] FrameSlider& slider() { return *slider_; }
    [[nodiscard]] bool playing() const { return play_timer_.isActive(); }
    void set_playing(bool playing);
    void toggle_play() { set_playing(!playing()); }
    /// Moves by so many frames, stopping at the ends.
    void step(int frames);

Q_SIGNALS:
    void playing_changed(bool playing);

private:
    void create_controls();
    void lay_out();
    void connect_model();
    void show_frame();
    void show_values();
    void play_next();

    Pane& pane_;
    QSpinBox* count_ = nullptr;
    QSpinBox* frame_ = nullptr;
    FrameSlider* slider_ = nullptr;
    QToolButton* play_ = nullptr;
    QLabel* of_frames_ = nullptr;
    QLabel* window_ = nullptr; ///< positions
    QLabel* rates_ = nullptr;
    QTimer play_timer_;
};

} // namespace hitmap
