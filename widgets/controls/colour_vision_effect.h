#pragma once

#include "render/image/colour_difference.h"

#include <QtCore/QString>
#include <QtWidgets/QGraphicsEffect>

#include <span>

namespace hitmap {

/// Shows a widget and its children as they are seen with some colour vision. Not for widgets with OpenGL,
/// which Qt draws without effects.
class ColourVisionEffect : public QGraphicsEffect {
    Q_OBJECT
public:
    /// @param widget  gets the effect, and owns it
    ColourVisionEffect(ColourVision vision, const QWidget& widget) : vision_(vision), widget_(widget) {}

protected:
    void draw(QPainter* painter) override;

private:
    ColourVision vision_;
    const QWidget& widget_;
};

/// Returns alike_warning() as a sentence for users; empty if there is none.
[[nodiscard]] QString alike_sentence(std::span<const ColourMark> marks, ColourVision vision);

/// Gives a widget the effect, or takes it away for normal colour vision.
void show_as_seen(QWidget& widget, ColourVision vision);

} // namespace hitmap
