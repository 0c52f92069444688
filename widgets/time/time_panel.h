#pragma once

#include "widgets/session/panes/pane.h"
#include "widgets/time/frame_slider.h"
#include "widgets/time/player.h"

#include <QtWidgets/QWidget>

class QComboBox;
class QGridLayout;
class QHBoxLayout;
class QToolButton;

namespace hitmap {

class CurveView;
class ElidedLabel;
class FrameBox;
class PinnedLegend;
class PinnedPlot;

/// The curve over all frames, number of frames q, first frame f, number of displayed frames n, play controls,
/// and the contents of the frame. Edits the pane's frames and follows its changes.
class TimePanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit TimePanel(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] FrameSlider& slider() { return *slider_; }
    [[nodiscard]] CurveView& curve() { return *curve_; }
    [[nodiscard]] Player& player() { return player_; }
    [[nodiscard]] bool playing() const { return player_.playing(); }
    void set_playing(bool playing) { player_.set_playing(playing); }
    /// Gives the focus to the number of displayed frames.
    void choose_shown();
    /// Moves by this number of frames, stopping at the ends.
    void step(int frames);

Q_SIGNALS:
    void playing_changed(bool playing);
    void number_entered(); ///< emitted on Enter in one of the numbers of frames

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void create_numbers();
    void create_play_controls();
    void create_axis_control();
    void create_labels();
    [[nodiscard]] QHBoxLayout* numbers_row();
    void lay_out();
    void connect_model();
    void connect_player();
    void show_frame();
    void show_values();
    void show_rate_axis();
    /// Shows the pinned curves, if there are any.
    void show_pinned();

    Pane& pane_;
    Player player_;
    CurveView* curve_;
    PinnedPlot* pinned_;
    PinnedLegend* legend_;
    FrameBox* count_ = nullptr;
    FrameBox* first_ = nullptr;
    FrameBox* shown_ = nullptr;
    FrameSlider* slider_ = nullptr;
    QToolButton* play_ = nullptr;
    QToolButton* loop_ = nullptr;
    QComboBox* speed_ = nullptr;
    QToolButton* full_rates_ = nullptr; ///< whether the axis of hit rates begins at 0
    ElidedLabel* window_ = nullptr;     ///< text of the displayed positions
    ElidedLabel* rates_ = nullptr;
};

} // namespace hitmap
