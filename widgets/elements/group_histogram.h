#pragma once

#include "core/analysis/groups/element_histogram.h"
#include "core/cache/results/level.h"

#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace hitmap {

/// Draws the look-ups of each bin of a histogram, misses below hits, and the hit rate as a line. Pointing or
/// the arrow keys read a bin; dragging, or the arrow keys with Shift, choose a range of bins.
class GroupHistogram : public QWidget {
    Q_OBJECT
public:
    using Bins = std::pair<std::size_t, std::size_t>; ///< first and last

    explicit GroupHistogram(QWidget* parent = nullptr);

    /// @param histogram  null: nothing is drawn
    /// @param axis       the quantity with its unit
    void show(std::shared_ptr<const ElementHistogram> histogram, Level level, const QString& axis);
    /// Marks the bins that have values of this range; no value: none.
    void mark(const std::optional<std::pair<float, float>>& range);
    /// The bin that is read; no value: none.
    [[nodiscard]] std::optional<std::size_t> cursor() const { return cursor_; }
    /// The bins that are marked, or would be if the drag ended now; no value: none.
    [[nodiscard]] std::optional<Bins> marked_bins() const;
    /// Those over which the pointer is being dragged; no value: it is not.
    [[nodiscard]] std::optional<Bins> dragged() const;
    /// The area of a bin in the widget.
    [[nodiscard]] QRectF area_of(std::size_t bin) const;

    [[nodiscard]] QSize sizeHint() const override { return {320, 220}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    void cursor_changed();
    void range_chosen(std::size_t first, std::size_t last); ///< bins, both included
    void range_cleared();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] std::size_t bin_count() const { return histogram_ ? histogram_->bins.size() : 0; }
    [[nodiscard]] std::size_t bin_at(double x) const; ///< there must be bins
    void set_cursor(std::size_t bin);
    void draw_bars(QPainter& painter) const;
    void draw_rates(QPainter& painter) const;
    void draw_key(QPainter& painter, double most) const;
    void draw_axis(QPainter& painter) const;

    std::shared_ptr<const ElementHistogram> histogram_;
    Level level_ = Level::l1;
    QString axis_;
    std::optional<std::pair<float, float>> marked_;
    std::optional<std::size_t> cursor_;
    std::optional<std::size_t> anchor_; ///< where a range began
    bool dragging_ = false;
};

} // namespace hitmap
