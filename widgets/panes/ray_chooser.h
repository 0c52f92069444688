#pragma once

#include "core/profile/sums/ray_selection.h"

#include <QtCore/QString>
#include <QtWidgets/QComboBox>

#include <optional>
#include <vector>

namespace hitmap {

class Pane;

/// Returns "All rays", "Primary rays" or "Diffuse paths, bounce 2".
[[nodiscard]] QString ray_text(const std::optional<RaySelection>& rays);

/// Selects the rays whose accesses a pane shows; a change starts a simulation. It is disabled if the lane
/// tags of the recording do not distinguish rays.
class RayChooser : public QComboBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit RayChooser(Pane& pane, QWidget* parent = nullptr);

private:
    void list_rays();
    void show_rays();
    void choose(int row);

    Pane& pane_;
    std::vector<std::optional<RaySelection>> listed_;
};

} // namespace hitmap
