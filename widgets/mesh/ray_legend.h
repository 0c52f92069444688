#pragma once

#include "widgets/session/selection/drawn_rays.h"

#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Says what the lines of rays in a mesh view are: a sample of the line of each kind, its name, and how many
/// rays there are. The tool tip says how their ends were derived.
class RayLegend : public QWidget {
    Q_OBJECT
public:
    explicit RayLegend(QWidget* parent = nullptr);

    /// Null hides the legend.
    void show_rays(const std::shared_ptr<const DrawnRays>& rays);
    /// The text of all lines.
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Line {
        int kind = -1; ///< of the sample; -1: none
        QString text;
    };
    std::vector<Line> lines_;
};

} // namespace hitmap
