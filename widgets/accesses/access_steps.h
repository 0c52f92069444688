#pragma once

#include "core/profile/elements/lane_access.h"

#include <QtCore/QString>

#include <functional>
#include <optional>
#include <vector>

namespace hitmap {

/// To which row a step leads.
enum class StepTo : std::uint8_t {
    access,  ///< the next row
    element, ///< the next row of another element
    ray,     ///< the first row of the next ray
    end,     ///< the first or the last row
};

/// A step that the user can make; a row of the list of all of them.
struct AccessStep {
    StepTo to = StepTo::access;
    int direction = 1; ///< 1: forwards, -1: backwards
    QString text;      ///< of a menu, with its mnemonic
    QString label;     ///< of its button
    QString name;      ///< object name of its button
    QString key;       ///< as QKeySequence reads it
};
[[nodiscard]] const std::vector<AccessStep>& access_steps();

/// The rows of a table in the order in which they are shown.
struct ShownAccesses {
    int rows = 0;
    std::function<const LaneAccess&(int row)> access;
};

/// Whether a lane made both accesses for the same ray.
[[nodiscard]] bool same_ray(const LaneAccess& a, const LaneAccess& b);

/// Returns the row to which a step leads from `row`, or from outside the table if that has no value; no value
/// if there is none.
[[nodiscard]] std::optional<int> row_after(const ShownAccesses& shown, std::optional<int> row, StepTo to,
                                           int direction);

} // namespace hitmap
