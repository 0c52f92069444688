#pragma once

#include <QtWidgets/QToolButton>

namespace hitmap {

/// A checkable button with a triangle (play), or two bars (pause) while checked, in the colour of the
/// palette's text: the style's own pictures vanish on dark windows.
class PlayButton : public QToolButton {
    Q_OBJECT
public:
    explicit PlayButton(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace hitmap
