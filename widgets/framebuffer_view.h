#pragma once

#include "widgets/pane.h"

#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <optional>

namespace hitmap {

/// The framebuffer, one cell a pixel, coloured by access order in the frame; pixels that are not written in
/// it are grey (paper 1, section 5.6 and figure 7).
class FramebufferView : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit FramebufferView(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] const QImage& cells() const { return cells_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void update_cells();
    [[nodiscard]] QRectF target() const; ///< where cells_ is drawn; proportions kept
    [[nodiscard]] std::optional<QPoint> cell_at(const QPointF& position) const;

    const Pane& pane_;
    QImage cells_;
};

} // namespace hitmap
