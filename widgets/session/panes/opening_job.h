#pragma once

#include "widgets/session/panes/pane_opening.h"
#include "widgets/session/recording/early_picture.h"
#include "widgets/session/recording/open_recording.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <variant>

namespace hitmap {

class Library;

/// What a worker opens.
struct OpeningJob {
    Library* library = nullptr;
    WantedRecording wanted;
    PaneChoices first; ///< of the values that are shown first
    bool may_be_early = false;
    std::uint64_t memory_limit = any_memory;
};

/// What a worker simulates.
struct SimulationJob {
    Library* library = nullptr;
    std::shared_ptr<const OpenRecording> recording;
    ModelChoice config;
    ModelChoice before; ///< what is shown, which was accepted already
    PaneChoices first;
    bool writes = true; ///< as for Library::simulation()
    std::uint64_t memory_limit = any_memory;
};

/// Values, or why they were not made.
using Opened = std::variant<std::shared_ptr<const FrameValues>, MemoryNeeded>;

/// Returns the input of the values that are shown first.
[[nodiscard]] WantedValues first_values(std::shared_ptr<const Simulation> simulation,
                                        const PaneChoices& choices);

/// Opens a recording, simulates it and computes the values that are shown first. Throws what the library
/// throws.
/// @param show  is called with what can be drawn before
[[nodiscard]] Opened run(const OpeningJob& opening, const std::function<void(const EarlyPicture&)>& show,
                         const JobContext& job);
[[nodiscard]] Opened run(const SimulationJob& simulation, const JobContext& job);

} // namespace hitmap
