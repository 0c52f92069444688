#pragma once

#include "core/profile/filter/ray_selection.h"

#include <QtCore/QString>
#include <QtWidgets/QComboBox>

#include <optional>
#include <vector>

namespace hitmap {

class Pane;

/// "All rays", "Primary rays", "Paths, bounce 2".
[[nodiscard]] QString ray_text(const std::optional<RaySelection>& rays);

/// Of which rays a pane shows the accesses; choosing simulates again. A recording whose lane tags tell no
/// rays apart leaves no choice.
class RayChoice : public QComboBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit RayChoice(Pane& pane, QWidget* parent = nullptr);

private:
    void list_rays();
    void show_rays();
    void choose(int row);

    Pane& pane_;
    std::vector<std::optional<RaySelection>> listed_;
};

} // namespace hitmap
