#pragma once

#include "widgets/framebuffer/pixel_viewport.h"

#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <optional>

namespace hitmap {

/// An image of pixels that can be zoomed, moved and selected; transparent pixels are hatched like elements
/// without an access. Wheel: zoom at the pointer; drag: move; F or Home: show everything; click: select a
/// pixel; arrows: select its neighbour, with Shift ten pixels away.
class PixelCanvas : public QWidget {
    Q_OBJECT
public:
    explicit PixelCanvas(QWidget* parent = nullptr);

    /// For a null image, the text `absence` is shown instead.
    void show_image(const QImage& image, const QString& absence = {});
    void mark(const std::optional<QPoint>& pixel);
    void set_viewport(const PixelViewport& viewport);

    [[nodiscard]] const QImage& image() const { return image_; }
    [[nodiscard]] const PixelViewport& viewport() const { return viewport_; }
    [[nodiscard]] const std::optional<QPoint>& marked() const { return marked_; }
    /// The area of the image in the widget.
    [[nodiscard]] QRectF target() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(const QPoint& pixel);
    /// Also emitted when the pointer leaves the image: the pixel is then (-1, -1).
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
    /// Returns the image scaled down to its displayed size.
    [[nodiscard]] const QImage& reduced(const QSize& device_size);
    void nudge(const QPoint& by);
    [[nodiscard]] bool zoom_by_key(int key);

    QImage image_;
    QImage reduced_; ///< scaled image_; null: not computed yet
    QString absence_;
    PixelViewport viewport_;
    std::optional<QPoint> marked_;
    QPointF pressed_;      ///< position of the button press
    QPointF last_;         ///< previous position of the drag
    bool dragged_ = false; ///< whether the pointer moved farther than for a click
};

} // namespace hitmap
