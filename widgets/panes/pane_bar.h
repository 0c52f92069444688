#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

class QToolButton;

namespace hitmap {

class FrameBox;
class MetricBox;
class ModelBox;
class RangeBox;

/// What a pane shows, on one line: mesh or image, model or GPU, metric, frames, colour range. The controls
/// and those of the panels edit the same pane; choosing a model starts a simulation.
class PaneBar : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the bar
    explicit PaneBar(Pane& pane, QWidget* parent = nullptr);

    /// Gives the focus to a control and opens its list if it has one.
    void choose_model();
    void choose_metric();
    void choose_frame_count();
    void choose_frame();
    void choose_range();

Q_SIGNALS:
    void caches_requested(); ///< Requests the form of the caches.
    void number_entered();   ///< Emitted on Enter in one of the numbers of frames.

private:
    void lay_out();
    void connect_model();
    void show_config();
    void show_shown();
    [[nodiscard]] QToolButton* shown_button(const char* name, const QString& text, const QString& tip,
                                            Shown shown);
    void simulate();

    Pane& pane_;
    QToolButton* mesh_;
    QToolButton* image_;
    ModelBox* model_;
    QToolButton* caches_;
    MetricBox* metric_;
    FrameBox* count_;
    FrameBox* first_;
    RangeBox* range_;
};

} // namespace hitmap
