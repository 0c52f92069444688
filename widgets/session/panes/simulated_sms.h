#pragma once

#include "widgets/session/recording/open_recording.h"

#include <cstdint>
#include <optional>

namespace hitmap {

class Pane;

/// The SMs of the numbers that a pane shows, beside those of the GPU whose caches are simulated.
struct SimulatedSms {
    std::uint32_t recorded = 0;         ///< that the recording was made for; 0: not known
    std::uint32_t simulated = 0;        ///< on which its thread blocks are
    std::optional<std::uint32_t> gpu{}; ///< no value: not known, or no GPU is simulated

    /// Whether the load on L2 and DRAM is not that of the GPU.
    [[nodiscard]] bool differ() const { return gpu && *gpu != simulated; }
    /// Whether thread blocks are not where they were recorded.
    [[nodiscard]] bool are_dealt() const { return simulated != recorded; }
};

/// No value if nothing is open, if the recording has no requests, or if its SMs are not known. Reads the
/// preset.
[[nodiscard]] std::optional<SimulatedSms> simulated_sms(const Pane& pane);

/// The recording with its thread blocks dealt to that number of SMs, of which 0 means where they were
/// recorded.
[[nodiscard]] RecordingSpec dealt_to(const OpenRecording& recording, std::uint32_t sms);
/// The same trace with that number of SMs. No value if the recording is not one of the built-in tracer, is a
/// part of one, or does not know its scene.
[[nodiscard]] std::optional<RecordingSpec> traced_on(const OpenRecording& recording, std::uint32_t sms);

/// Opens in a pane another recording of the same work: all its choices stay.
void open_instead(Pane& pane, const RecordingSpec& spec);

} // namespace hitmap
