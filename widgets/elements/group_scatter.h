#pragma once

#include "core/analysis/groups/element_scatter.h"

#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace hitmap {

/// Draws how many elements have which values of two quantities: a cell is the stronger, the more elements it
/// has. Pointing or the arrow keys read a cell; dragging, or the arrow keys with Shift, choose a rectangle.
class GroupScatter : public QWidget {
    Q_OBJECT
public:
    struct Cell {
        std::size_t column = 0;
        std::size_t row = 0; ///< 0: lowest
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    /// A rectangle of cells, all included.
    struct Cells {
        Cell first; ///< lower left
        Cell last;  ///< upper right
    };
    using Range = std::optional<std::pair<float, float>>;

    explicit GroupScatter(QWidget* parent = nullptr);

    /// @param scatter         null: nothing is drawn
    /// @param x_axis, y_axis  the quantities with their units
    void show(std::shared_ptr<const ElementScatter> scatter, const QString& x_axis, const QString& y_axis);
    /// Marks the cells that have values of these ranges; no value: all along that axis. Two of them mark
    /// nothing.
    void mark(const Range& x, const Range& y);
    /// The cell that is read; no value: none.
    [[nodiscard]] std::optional<Cell> cursor() const { return cursor_; }
    /// The cells that are marked, or would be if the drag ended now; no value: none.
    [[nodiscard]] std::optional<Cells> marked_cells() const;
    /// Those over which the pointer is being dragged; no value: it is not.
    [[nodiscard]] std::optional<Cells> dragged() const;
    /// The area of a cell in the widget.
    [[nodiscard]] QRectF area_of(Cell cell) const;

    [[nodiscard]] QSize sizeHint() const override { return {320, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 140}; }

Q_SIGNALS:
    void cursor_changed();
    void cells_chosen(const hitmap::GroupScatter::Cells& cells);
    void cells_cleared();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] bool is_empty() const;
    [[nodiscard]] Cell cell_at_point(const QPointF& point) const; ///< there must be cells
    void set_cursor(Cell cell);
    void draw_cells(QPainter& painter) const;
    void draw_axes(QPainter& painter) const;

    std::shared_ptr<const ElementScatter> scatter_;
    QString x_axis_;
    QString y_axis_;
    Range marked_x_;
    Range marked_y_;
    std::optional<Cell> cursor_;
    std::optional<Cell> anchor_; ///< where a rectangle began
    bool dragging_ = false;
};

} // namespace hitmap
