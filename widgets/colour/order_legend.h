#pragma once

#include "render/image/colour_map.h"

#include <QtWidgets/QWidget>

namespace hitmap {

/// One line that explains the colours of the framebuffer, for example from first to last, and not written.
class OrderLegend : public QWidget {
    Q_OBJECT
public:
    explicit OrderLegend(QWidget* parent = nullptr);

    void show_map(const ColourMap& map);
    /// Sets the names of the ends of the colour scale and of cells without a colour.
    struct Words {
        QString low;
        QString high;
        QString absent;
    };
    void show_words(const Words& words);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ColourMap* map_; ///< one of colour_maps()
    Words words_;
};

} // namespace hitmap
