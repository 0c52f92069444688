#pragma once

#include "widgets/framebuffer/pixel_viewport.h"

#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <optional>

namespace hitmap {

/// An image of pixels that one can enlarge, move and point at; what is transparent is hatched as elements
/// without an access are. Wheel: zoom to the pointer; drag: move; F or Home: all of it; click: choose a
/// pixel; arrows: choose its neighbour, with Shift ten pixels away.
class PixelCanvas : public QWidget {
    Q_OBJECT
public:
    explicit PixelCanvas(QWidget* parent = nullptr);

    /// A null image: what `absence` says is written in its place.
    void show_image(const QImage& image, const QString& absence = {});
    void mark(const std::optional<QPoint>& pixel);
    void set_viewport(const PixelViewport& viewport);

    [[nodiscard]] const QImage& image() const { return image_; }
    [[nodiscard]] const PixelViewport& viewport() const { return viewport_; }
    [[nodiscard]] const std::optional<QPoint>& marked() const { return marked_; }
    /// Where the image lies in the widget.
    [[nodiscard]] QRectF target() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(const QPoint& pixel);
    /// Also while nothing is under the pointer: then the pixel is (-1, -1).
    void pointed_at(const QPoint& pixel, const QPoint& global_position);
    void viewport_changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void draw_mark(class QPainter& painter, const QRectF& target) const;
    /// The image as small as it is shown.
    [[nodiscard]] const QImage& reduced(const QSize& device_size);
    void nudge(const QPoint& by);
    [[nodiscard]] bool zoom_by_key(int key);

    QImage image_;
    QImage reduced_; ///< of image_; null: not made yet
    QString absence_;
    PixelViewport viewport_;
    std::optional<QPoint> marked_;
    QPointF pressed_;      ///< where a button went down
    QPointF last_;         ///< of the drag
    bool dragged_ = false; ///< farther than a click
};

} // namespace hitmap
