#pragma once

#include <QtCore/QPoint>
#include <QtCore/QSize>
#include <QtWidgets/QDialog>

class QSpinBox;

namespace hitmap {

/// Asks for the coordinates of a pixel.
class PixelDialog : public QDialog {
    Q_OBJECT
public:
    /// @param framebuffer  not empty
    PixelDialog(const QSize& framebuffer, const QPoint& pixel, QWidget* parent = nullptr);

    [[nodiscard]] QPoint pixel() const;

private:
    QSpinBox* x_;
    QSpinBox* y_;
};

} // namespace hitmap
