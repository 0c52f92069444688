#pragma once

#include "render/image/colour_map.h"
#include "render/picture/colour_bar.h"
#include "render/plot/histogram.h"
#include "render/view/colour_range.h"
#include "widgets/base/job.h"
#include "widgets/controls/range_edit.h"
#include "widgets/session/panes/pane.h"
#include "widgets/session/panes/pane_scale.h"

#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// Explains the colours of a pane: title, unit, the ends and what they are, ticks at round numbers, arrow
/// heads where values are clamped, samples of patterns, and a histogram of the values of elements or pixels.
/// It uses the colour table and the range of the shader. Dragging an end or turning the wheel sets the range
/// manually, dragging the middle moves it, and a double click fits it to the data.
class ColourBar : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the bar
    explicit ColourBar(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// The area of the colours.
    [[nodiscard]] QRect bar() const { return layout_now().bar; }
    /// Sets the values of further panes for which the bar stands; they are counted as well.
    void set_further(std::vector<SharedValues> values);
    /// The histogram of the displayed values, including those of further panes; null until it was computed.
    [[nodiscard]] const std::shared_ptr<const Histogram>& histogram() const { return histogram_; }
    /// The text beside the sample of a pattern.
    [[nodiscard]] QString legend_of(Pattern pattern) const;
    /// Covers the bar.
    [[nodiscard]] QString title_text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Swatch {
        Pattern pattern;
        QString label;
        QRect place;
        QRect label_place;
    };
    struct Layout {
        QRect title;
        QRect ends; ///< area of ends_text()
        QRect histogram;
        QRect bar;
        std::vector<Swatch> swatches;
    };
    enum class Grip { none, low, middle, high };
    struct Drag {
        Grip grip = Grip::none;
        ColourRange range; ///< the range when the drag started
        double from = 0.0; ///< y of the start
    };

    void show_scale();
    void count_values();
    [[nodiscard]] Layout layout_now() const;
    /// What the ends are and, for a difference, what values above 0 mean; or why nothing is shown.
    [[nodiscard]] QString ends_text() const;
    [[nodiscard]] QString description() const;
    [[nodiscard]] const ColourMap& map() const;
    void draw_histogram(class QPainter& painter, const QRect& where) const;
    void draw_bar(class QPainter& painter, const QRect& bar) const;
    /// Whether the bar also has the colours that shading makes of its own.
    [[nodiscard]] bool shows_shades() const;
    void draw_ticks(class QPainter& painter, const QRect& bar) const;
    void draw_swatches(class QPainter& painter, const std::vector<Swatch>& swatches) const;

    [[nodiscard]] Grip grip_at(const QPoint& position) const;
    [[nodiscard]] float value_at(double y, const ColourRange& range) const;
    void set_ends(const RangeEnds& ends);
    void set_mode(RangeMode mode);
    void copy_range() const;
    void show_tip(const QPoint& position, const QPoint& where);

    Pane& pane_;
    ColourBarText text_;
    ColourRange range_;
    std::shared_ptr<const Histogram> histogram_;
    std::vector<SharedValues> further_;
    /// The values for which histogram_ is or will be computed.
    std::vector<SharedValues> counted_;
    ColourRange counted_range_;
    std::size_t counted_bins_ = 0;
    Drag drag_;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
