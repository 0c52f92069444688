#pragma once

#include "render/colour_map.h"

#include <QtWidgets/QWidget>

namespace hitmap {

/// One line that says what the colours of the framebuffer are: first to last, and not written.
class OrderLegend : public QWidget {
    Q_OBJECT
public:
    explicit OrderLegend(QWidget* parent = nullptr);

    void show_map(const ColourMap& map);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ColourMap* map_; ///< one of colour_maps()
};

} // namespace hitmap
