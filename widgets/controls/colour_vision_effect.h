#pragma once

#include "render/image/colour_vision.h"

#include <QtWidgets/QGraphicsEffect>

namespace hitmap {

/// Shows a widget and its children as they are seen with some colour vision. Not for widgets with OpenGL,
/// which Qt draws without effects.
class ColourVisionEffect : public QGraphicsEffect {
    Q_OBJECT
public:
    explicit ColourVisionEffect(ColourVision vision, QObject* parent = nullptr)
        : QGraphicsEffect(parent), vision_(vision) {}

protected:
    void draw(QPainter* painter) override;

private:
    ColourVision vision_;
};

/// Gives a widget the effect, or takes it away for normal colour vision.
void show_as_seen(QWidget& widget, ColourVision vision);

} // namespace hitmap
