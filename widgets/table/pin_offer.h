#pragma once

#include "widgets/session/panes/pane.h"

#include <functional>
#include <optional>

namespace hitmap {

class DataTable;

/// Offers to pin what a row of the table is of as a curve in the Time panel of the pane: in the context menu,
/// and by key.
/// @param pane     must outlive the table
/// @param subject  returns no value for rows without a curve
void offer_pin(DataTable& table, Pane& pane,
               const std::function<std::optional<CurveSubject>(int row)>& subject);

} // namespace hitmap
