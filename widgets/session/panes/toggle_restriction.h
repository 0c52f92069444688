#pragma once

#include "core/profile/sums/restriction.h"
#include "widgets/session/panes/pane.h"

namespace hitmap {

/// Whether the recording of the pane has elements whose numbers can be those of a part alone.
[[nodiscard]] bool can_restrict(const Pane& pane);

/// Requests that the elements of the pane show only this allocation, source line or instruction; if they do
/// so already, or if `only` has none of these, that they show all. The rays of `only` are ignored, and those
/// of the pane stay.
void toggle_restriction(Pane& pane, Restriction only);

/// The same for rays of a recording that distinguishes several; nothing happens if it does not know these.
/// The other parts of the pane's restriction stay.
void toggle_rays(Pane& pane, const RaySelection& rays);

} // namespace hitmap
