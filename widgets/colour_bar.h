#pragma once

#include "render/colour_bar.h"
#include "render/colour_map.h"
#include "render/colour_range.h"

#include <QtWidgets/QWidget>

namespace hitmap {

/// Says what the colours beside it mean: title, unit, ends, ticks at round numbers, arrow heads where values
/// are clamped, and a swatch for elements without an access. Takes the table and the range that the shader
/// uses.
class ColourBar : public QWidget {
    Q_OBJECT
public:
    explicit ColourBar(QWidget* parent = nullptr);

    void show_scale(const ColourBarText& text, const ColourMap& map, const ColourRange& range);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Layout {
        QRect title;
        QRect bar;
        QRect swatch;
        QRect swatch_label;
    };
    [[nodiscard]] Layout layout_now() const;
    [[nodiscard]] QString title_text() const;
    void draw_bar(class QPainter& painter, const QRect& bar) const;
    void draw_ticks(class QPainter& painter, const QRect& bar) const;
    void draw_swatch(class QPainter& painter, const QRect& swatch) const;

    ColourBarText text_;
    const ColourMap* map_; ///< one of colour_maps()
    ColourRange range_;
};

} // namespace hitmap
