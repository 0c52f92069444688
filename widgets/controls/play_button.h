#pragma once

#include <QtWidgets/QToolButton>

namespace hitmap {

/// A checkable button with a triangle (play) or, while checked, two bars (pause), in the text colour of the
/// palette, since the icons of styles are invisible on dark windows.
class PlayButton : public QToolButton {
    Q_OBJECT
public:
    explicit PlayButton(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace hitmap
