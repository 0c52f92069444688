#pragma once

#include "app/figure_editor/figure_document.h"
#include "app/figure_editor/figure_maker.h"

#include <QtWidgets/QWidget>

#include <optional>

namespace hitmap {

/// The page of a figure, as large as the widget allows. A click selects a panel; a drag over the selected
/// mesh marks the region of a new inset; the arrow keys go through the matrix.
class FigurePage : public QWidget {
    Q_OBJECT
public:
    /// @param document, maker  must outlive the widget
    FigurePage(FigureDocument& document, FigureMaker& maker, QWidget* parent = nullptr);

    /// Returns the width of the page in device pixels for which it needs no scaling.
    [[nodiscard]] int page_width() const;
    /// Returns the place of a panel in the widget; empty if there is no picture of it.
    [[nodiscard]] QRectF place_of(std::size_t panel) const;
    [[nodiscard]] QSize sizeHint() const override { return {560, 480}; }

Q_SIGNALS:
    void page_resized();
    void region_drawn(const hitmap::FigureRegion& region); ///< of the selected mesh

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF page() const;
    [[nodiscard]] double points_to_widget() const;
    [[nodiscard]] std::optional<std::size_t> panel_under(const QPointF& position) const;
    [[nodiscard]] QRectF selected() const;

    FigureDocument& document_;
    FigureMaker& maker_;
    std::optional<QRectF> drag_; ///< from where the button went down to the pointer; not normalised
};

} // namespace hitmap
