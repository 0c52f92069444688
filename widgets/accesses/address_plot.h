#pragma once

#include "widgets/accesses/address_text.h"

#include <QtCore/QRectF>
#include <QtGui/QPixmap>
#include <QtWidgets/QWidget>

#include <memory>
#include <optional>

namespace hitmap {

/// Which axes are zoomed.
struct ZoomAxes {
    bool addresses = true;
    bool time = true;
};

/// Draws addresses against time as `hitmap render --panel addresses` does. It asks its owner to zoom; the
/// owner shows other addresses and times then.
/// Pointer: the wheel zooms at the pointer (with Shift, time alone; with Ctrl, addresses alone), dragging
/// with the left button chooses the cells to be shown alone, dragging with the middle button moves; a double
/// click chooses a cell. Keys: the arrows go to another cell (with Shift, ten cells away; with Ctrl, they
/// move what is shown), + and - zoom at the cell, Page Up and Page Down addresses alone, with Shift time
/// alone; 0, F or Home show everything; Enter chooses the cell.
class AddressPlot : public QWidget {
    Q_OBJECT
public:
    explicit AddressPlot(QWidget* parent = nullptr);

    /// @param counts  null: nothing is drawn
    /// @param panel   their picture; ignored if they are null
    void show(std::shared_ptr<const AddressCounts> counts, AddressPanel panel);
    /// Marks positions; everything needs no mark.
    void mark(TimeWindow window);
    /// Marks the row of the selected element; no value: none.
    void mark_row(std::optional<std::size_t> row);

    [[nodiscard]] const std::shared_ptr<const AddressCounts>& counts() const { return counts_; }
    [[nodiscard]] const AddressPanel& panel() const { return panel_; }
    [[nodiscard]] const std::optional<std::size_t>& marked_row() const { return marked_row_; }
    /// The cell that is read; no value: none.
    [[nodiscard]] const std::optional<AddressCell>& cell() const { return cell_; }
    /// The middle of a cell in the widget.
    [[nodiscard]] QPoint place_of(const AddressCell& cell) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cell_changed();
    void chosen(); ///< cell() was double-clicked, or Enter was pressed
    /// @param at      the cell that should keep its place
    /// @param factor  above 1: closer
    void zoom_wanted(const hitmap::AddressCell& at, double factor, const hitmap::ZoomAxes& axes);
    /// The cells from one to another one should be shown alone.
    void part_wanted(const hitmap::AddressCell& from, const hitmap::AddressCell& to);
    /// @param by  in widths and heights of what is shown, towards later times and higher addresses
    void move_wanted(const QPointF& by);
    void everything_wanted();
    /// The context menu was asked for at cell(), or by key.
    void menu_wanted(const QPoint& global);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] QRectF area() const; ///< of the cells
    [[nodiscard]] bool empty() const { return counts_ == nullptr || area().isEmpty(); }
    [[nodiscard]] std::optional<AddressCell> cell_at(const QPointF& place) const;
    [[nodiscard]] AddressCell nearest_cell(const QPointF& place) const;
    [[nodiscard]] QRectF rectangle_of(const AddressCell& cell) const;
    [[nodiscard]] AddressCell middle_cell() const;
    void set_cell(const std::optional<AddressCell>& cell);
    [[nodiscard]] bool zoom_by_key(const QKeyEvent& event);
    [[nodiscard]] bool step_by_key(const QKeyEvent& event);
    void draw_cells();
    void draw_marks(QPainter& painter) const;
    void end_drag();

    std::shared_ptr<const AddressCounts> counts_;
    AddressPanel panel_;
    QPixmap drawn_; ///< everything but marks; null: to be drawn again
    TimeWindow marked_;
    std::optional<std::size_t> marked_row_;
    std::optional<AddressCell> cell_;
    QPointF pressed_;      ///< position of the button press
    QPointF last_;         ///< previous position of the drag
    bool is_drag_ = false; ///< whether the pointer moved farther than for a click
    bool is_held_ = false; ///< whether the left button chooses cells
};

} // namespace hitmap
