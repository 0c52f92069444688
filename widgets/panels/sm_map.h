#pragma once

#include "core/profile/sums/sm_table.h"
#include "render/image/colour_map.h"

#include <QtCore/QString>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// How the values of a quantity are written.
enum class SmNumber : std::uint8_t { count, share, ratio };

/// A value of an SM in an interval of time.
struct SmQuantity {
    QString title;
    SmNumber number = SmNumber::count;
    /// Returns NaN if the value is undefined.
    /// @param mean_requests  the requests of all SMs in the interval, divided by the number of SMs
    double (*value)(const SmSums& sums, double mean_requests);
};
/// Returns requests and their imbalance, and rate, traffic and misses of both levels.
[[nodiscard]] const std::vector<SmQuantity>& sm_quantities();
/// [intervals] Returns the mean number of requests of the SMs.
[[nodiscard]] std::vector<double> mean_requests(const SmTable& table);
/// "87.3 %", "1,234", "1.25", or a dash.
[[nodiscard]] QString value_text(const SmQuantity& quantity, const SmSums& sums, double mean_requests);

/// Draws an SmTable: one row for each SM, time from left to right, a colour for each value. Pointing or the
/// arrow keys read a cell; a click or Enter chooses it.
class SmMap : public QWidget {
    Q_OBJECT
public:
    explicit SmMap(QWidget* parent = nullptr);

    /// @param table  null: nothing is drawn
    /// @param map    must outlive the widget
    void show(std::shared_ptr<const SmTable> table, const SmQuantity& quantity, const ColourMap& map);
    /// The positions that are marked.
    void mark(TimeWindow window);

    struct Cell {
        std::size_t sm = 0;
        std::uint64_t interval = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    /// Marks the row of an SM; no value: none.
    void mark_sm(std::optional<std::size_t> sm);
    /// The cell that is read; no value: none.
    [[nodiscard]] const std::optional<Cell>& cell() const { return cell_; }
    /// The place of a cell in the widget.
    [[nodiscard]] QPoint place_of(const Cell& cell) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cell_changed();
    void chosen(); ///< cell() was clicked, or Enter was pressed
    /// The context menu was asked for at cell(), or by key.
    void menu_wanted(const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const; ///< area of the cells
    [[nodiscard]] std::optional<Cell> cell_at(const QPointF& place) const;
    [[nodiscard]] QRectF rectangle_of(const Cell& cell) const;
    void set_cell(const std::optional<Cell>& cell);
    void find_range();
    void make_image();
    void draw_axes(QPainter& painter) const;
    void draw_scale(QPainter& painter) const;
    void draw_mark(QPainter& painter) const;
    void draw_marked_sm(QPainter& painter) const;
    [[nodiscard]] double value_of(std::size_t sm, std::uint64_t interval) const;

    std::shared_ptr<const SmTable> table_;
    std::vector<double> means_; ///< [intervals] see mean_requests()
    std::optional<std::size_t> marked_sm_;
    SmQuantity quantity_;
    const ColourMap* map_ = nullptr;
    QImage image_; ///< one pixel for each cell; transparent where the value is undefined
    /// The ends of the colours: the 1st and 99th percentile of the cells, since a few extreme cells would
    /// leave all others one colour.
    double low_ = 0.0;
    double high_ = 0.0;
    bool is_low_cut_ = false; ///< whether cells have values beyond the end
    bool is_high_cut_ = false;
    TimeWindow marked_;
    std::optional<Cell> cell_;
};

} // namespace hitmap
