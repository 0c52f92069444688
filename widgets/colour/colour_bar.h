#pragma once

#include "render/image/colour_map.h"
#include "render/picture/colour_bar.h"
#include "render/plot/histogram.h"
#include "render/view/colour_range.h"
#include "widgets/base/job.h"
#include "widgets/controls/range_edit.h"
#include "widgets/session/pane.h"

#include <QtWidgets/QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// Says what the colours of a pane mean: title, unit, ends and what they are, ticks at round numbers, arrow
/// heads where values are clamped, swatches for what has no colour, and how many elements have which value.
/// Takes the table and the range that the shader uses. Dragging an end or turning the wheel sets the range by
/// hand, dragging the middle moves it, a double click fits it to the data.
class ColourBar : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the bar
    explicit ColourBar(Pane& pane, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Where the colours are.
    [[nodiscard]] QRect bar() const { return layout_now().bar; }
    /// The bar stands for further panes that show these: they are counted, too.
    void set_further(std::vector<std::shared_ptr<const FrameValues>> values);
    /// Of what is shown, further panes included; null until it was counted.
    [[nodiscard]] const std::shared_ptr<const Histogram>& histogram() const { return histogram_; }
    /// What is written beside the sample of a pattern.
    [[nodiscard]] QString legend_of(Pattern pattern) const;
    /// Over the bar.
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
        QRect ends; ///< of ends_text()
        QRect histogram;
        QRect bar;
        std::vector<Swatch> swatches;
    };
    enum class Grip { none, low, middle, high };
    struct Drag {
        Grip grip = Grip::none;
        ColourRange range; ///< when it began
        double from = 0.0; ///< y
    };

    void show_scale();
    void count_values();
    [[nodiscard]] Layout layout_now() const;
    /// What the ends are, and what a difference above 0 says; or why there is nothing to show.
    [[nodiscard]] QString ends_text() const;
    [[nodiscard]] QString description() const;
    [[nodiscard]] const ColourMap& map() const;
    void draw_histogram(class QPainter& painter, const QRect& where) const;
    void draw_bar(class QPainter& painter, const QRect& bar) const;
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
    std::vector<std::shared_ptr<const FrameValues>> further_;
    std::vector<std::shared_ptr<const FrameValues>> counted_; ///< that histogram_ is of or will be
    ColourRange counted_range_;
    std::vector<ElementKindId> counted_kinds_;
    std::size_t counted_bins_ = 0;
    Drag drag_;
    JobRunner job_{Supersede::finish};
};

} // namespace hitmap
