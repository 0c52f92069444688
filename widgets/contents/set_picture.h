#pragma once

#include "render/image/colour_map.h"
#include "render/plot/plot_axis.h"
#include "widgets/contents/allocation_looks.h"
#include "widgets/contents/set_cells.h"

#include <QtCore/QRectF>
#include <QtCore/QString>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

/// Draws the cells of sets over time, with a legend. Pointer: pointing reads a cell, a click chooses it, a
/// double click asks for its moment. Keys: the arrows choose another cell (with Shift, ten cells away), Enter
/// asks for its moment.
class SetPicture : public QWidget {
    Q_OBJECT
public:
    struct Cell {
        std::size_t moment = 0;
        std::size_t row = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    /// The names that the picture writes, and the colours of what they name.
    struct Words {
        std::vector<QString> allocations; ///< [allocations]
        QString positions;                ///< what positions count
        AllocationLooks looks;
    };

    explicit SetPicture(QWidget* parent = nullptr);

    /// @param cells  null: nothing is drawn
    /// @param map    the colours of levels and ages
    void show(std::shared_ptr<const SetCells> cells, Words words, const ColourMap& map);

    [[nodiscard]] const std::shared_ptr<const SetCells>& cells() const { return cells_; }
    /// The chosen cell; no value: there are no cells.
    [[nodiscard]] const std::optional<Cell>& cell() const { return cell_; }
    [[nodiscard]] QPoint place_of(const Cell& cell) const;
    /// The colour of a cell.
    [[nodiscard]] QColor colour_of(const Cell& cell) const {
        return colour_of_line(cell.moment, line_of(cell));
    }
    /// The ticks of the axis of time; a place is the index of a moment. None without cells.
    [[nodiscard]] std::vector<AxisTick> time_ticks() const;
    /// A sentence about the line of a cell and its set.
    [[nodiscard]] QString reading_of(const Cell& cell) const;

    [[nodiscard]] QSize sizeHint() const override { return {520, 380}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cell_changed();
    void moment_chosen(std::size_t moment);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    using Legend = std::vector<std::pair<QColor, QString>>;
    [[nodiscard]] QRectF area() const; ///< of the cells
    [[nodiscard]] bool empty() const { return cells_ == nullptr || cells_->moments() == 0; }
    [[nodiscard]] const HeldLine* line_of(const Cell& cell) const {
        return cells_->line(cell.moment, cell.row);
    }
    [[nodiscard]] QColor colour_of_line(std::size_t moment, const HeldLine* line) const;
    [[nodiscard]] QColor colour_of_allocation(std::uint16_t allocation) const;
    [[nodiscard]] QColor mapped(double share) const;
    [[nodiscard]] QString name_of(std::uint16_t allocation) const;
    [[nodiscard]] std::optional<Cell> cell_at(const QPointF& place) const;
    void set_cell(const Cell& cell);
    void draw_image();
    void draw_axes(QPainter& painter) const;
    void draw_time_axis(QPainter& painter) const;
    void draw_cursor(QPainter& painter) const;
    [[nodiscard]] Legend legend() const;
    void draw_legend(QPainter& painter) const;

    std::shared_ptr<const SetCells> cells_;
    Words words_;
    ColourMap map_;
    QImage image_; ///< [rows][moments]; null: to be drawn again
    std::optional<Cell> cell_;
};

} // namespace hitmap
