#pragma once

#include "render/picture/colour_bar.h"
#include "widgets/framebuffer/framebuffer_images.h"
#include "widgets/framebuffer/pixel_viewport.h"

#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

/// An image of pixels that can be zoomed, moved and selected; transparent pixels are hatched like elements
/// without an access. Pixels larger than those of the screen have sharp edges; of smaller ones, the mean of
/// the colours is shown. Wheel, + and -: zoom at the pointer or in the middle; drag, Ctrl with an arrow:
/// move; 0, F or Home: show everything; click: select a pixel; arrows: select its neighbour, with Shift ten
/// pixels away.
class PixelCanvas : public QWidget {
    Q_OBJECT
public:
    explicit PixelCanvas(QWidget* parent = nullptr);

    /// For a null image, the text `absence` is shown instead.
    void show_image(const QImage& image, const QString& absence = {});
    /// Shows cells with the patterns of a difference.
    void show_cells(const CellImage& cells);
    void mark(const std::optional<QPoint>& pixel);
    void set_viewport(const PixelViewport& viewport);

    [[nodiscard]] const QImage& image() const { return image_; }
    [[nodiscard]] const PixelViewport& viewport() const { return viewport_; }
    [[nodiscard]] const std::optional<QPoint>& marked() const { return marked_; }
    /// The area of the image in the widget.
    [[nodiscard]] QRectF target() const;
    /// Returns the cells scaled down to their size on the screen: as they are drawn where an image of that
    /// size is smaller than the pixels of the screen; null where it is not.
    /// @param shown  size of the image on the screen (shown_size())
    [[nodiscard]] static QImage reduced(const QImage& cells, const QSize& shown);
    /// Returns the size that an image will have in pixels of the screen.
    [[nodiscard]] QSize shown_size(const QSize& image) const;
    /// Returns how many pixels of the screen a pixel of the image is wide.
    [[nodiscard]] double scale() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(const QPoint& pixel);
    /// Also emitted when the pointer leaves the image: the pixel is then (-1, -1).
    void pointed_at(const QPoint& pixel, const QPoint& global_position);
    void viewport_changed();
    void image_changed(); ///< image()

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
    /// An image and the same image scaled down to its displayed size, which is null until it is needed.
    struct Layer {
        QImage image;
        QImage reduced;
    };
    /// Returns the image as it is drawn in an area of the screen.
    [[nodiscard]] const QImage& drawn(Layer& layer, const QRectF& target) const;
    void draw_pattern(class QPainter& painter, Pattern pattern, Layer& mask, const QRectF& target) const;
    void nudge(const QPoint& by);
    void move_to(const QPoint& pixel);
    [[nodiscard]] bool zoom_by_key(int key);
    [[nodiscard]] bool pan_by_key(int key);

    QImage image_;
    Layer layer_;                                     ///< of image_
    std::vector<std::pair<Pattern, Layer>> patterns_; ///< drawn over it through masks
    QString absence_;
    PixelViewport viewport_;
    std::optional<QPoint> marked_;
    QPointF pressed_;      ///< position of the button press
    QPointF last_;         ///< previous position of the drag
    bool dragged_ = false; ///< whether the pointer moved farther than for a click
};

} // namespace hitmap
