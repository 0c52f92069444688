#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QString>

#include <cstdint>

namespace hitmap {

/// What a search for findings takes on this computer.
struct FindingsCost {
    double seconds = 0.0;    ///< roughly, if nothing else runs
    std::uint64_t bytes = 0; ///< of memory, together with the open recording
};

/// @param threads  of the search
[[nodiscard]] FindingsCost cost_of_findings(const OpenRecording& recording, const HierarchyConfig& caches,
                                            unsigned threads);
/// Returns "about 25 min and 6.4 GiB of memory".
[[nodiscard]] QString cost_text(const FindingsCost& cost);

/// What a search may take that the user did not ask for. It runs behind all other work, so that the time is
/// what a user would wait for it at most, not what it takes from others: a search of three million requests
/// takes less than a minute of two cores, and one of 48 million ten.
struct FindingsBudget {
    double seconds = 600.0;
    std::uint64_t bytes = any_memory; ///< or what this computer has available, if that is less

    [[nodiscard]] bool allows(const FindingsCost& cost) const;
};

} // namespace hitmap
