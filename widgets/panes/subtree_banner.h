#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QFrame>

class QLabel;

namespace hitmap {

/// Says that the mesh view draws only a part of the scene, with a button that draws all of it again. Hidden
/// if all is drawn or the image is shown.
class SubtreeBanner : public QFrame {
    Q_OBJECT
public:
    /// @param pane  must outlive the banner
    explicit SubtreeBanner(Pane& pane, QWidget* parent = nullptr);

private:
    void show_state();

    Pane& pane_;
    QLabel* text_;
};

/// Draws only a subtree of a pane, or hides it. The choice is part of the view.
void draw_subtree(Pane& pane, const std::optional<SubtreeChoice>& subtree);
/// Draws all of the scene: no subtree and no range is chosen, and nothing cuts it.
void draw_everything(Pane& pane);

} // namespace hitmap
