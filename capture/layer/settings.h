#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::capture {

/// What instrumented shaders do.
enum class Instrumentation : std::uint8_t {
    none,  ///< the layer is loaded and changes nothing
    count, ///< records are counted and not kept
    full,
};

/// What the user asks the layer for. Each field is an environment variable, which docs/capture.md lists.
struct Settings {
    std::string output = "hitmap-%p.hmt"; ///< HITMAP_CAPTURE_OUTPUT; %p is the number of the process
    std::vector<std::string> kernels;     ///< HITMAP_CAPTURE_KERNELS: names or numbers; empty: all
    std::uint32_t first_dispatch = 0;     ///< HITMAP_CAPTURE_DISPATCHES, A:B, B not included
    std::uint32_t last_dispatch = ~0U;
    std::uint32_t every = 1;       ///< HITMAP_CAPTURE_EVERY: of those, one in this many
    std::uint32_t first_group = 0; ///< HITMAP_CAPTURE_GROUPS, A:B, B not included
    std::uint32_t last_group = ~0U;
    std::uint64_t log_bytes = std::uint64_t{256} << 20;      ///< HITMAP_CAPTURE_LOG, in bytes
    Instrumentation instrumentation = Instrumentation::full; ///< HITMAP_CAPTURE_INSTRUMENTATION
    bool blocks = false;                                     ///< HITMAP_CAPTURE_BLOCKS=1
    /// HITMAP_CAPTURE_RAYS=0 switches it off: rays, hits and the geometry of acceleration structures.
    bool rays = true;
    bool contents = false;    ///< HITMAP_CAPTURE_CONTENTS=1
    bool lossless = false;    ///< HITMAP_CAPTURE_LOSSLESS=1
    bool time_stamps = false; ///< HITMAP_CAPTURE_TIME_STAMPS=1
    std::uint32_t sms = 0;    ///< HITMAP_CAPTURE_SMS; 0: those of the device
    bool keeps_spool = false; ///< HITMAP_CAPTURE_KEEP_SPOOL=1: `hitmap record` makes the recording
    std::uint32_t wait_milliseconds = 10'000; ///< HITMAP_CAPTURE_WAIT: how long a submission may take
};

/// Reads the variables. A value that is not valid is reported by one line and has no effect.
[[nodiscard]] Settings settings_of_environment();

/// The text with the number of this process in the place of each %p.
[[nodiscard]] std::string with_process(const std::string& text);

/// The name of a file with %p before its suffix.
[[nodiscard]] std::string with_number_of_process(const std::string& output);

/// Writes one line to standard error, with the name of the layer. Control characters become spaces.
void say(const std::string& line);

} // namespace hitmap::capture
