#pragma once

#include "core/relayout/model/element_use.h"
#include "core/trace/stream/request_source.h"

namespace hitmap {

/// count_uses() of the requests of any source, which is rewound first.
[[nodiscard]] RecordingUse count_uses(RequestSource& source, const CountedAllocations& counted,
                                      const JobContext& job);

} // namespace hitmap
