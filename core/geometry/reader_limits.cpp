#include "core/geometry/reader_limits.h"

#include "core/jobs/memory.h"

#include <algorithm>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HITMAP_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HITMAP_UNDER_SANITIZER 1
#endif
#endif

namespace hitmap {

namespace {

#ifdef HITMAP_UNDER_SANITIZER
constexpr bool under_sanitizer = true;
#else
constexpr bool under_sanitizer = false;
#endif

// Measured: readers take 0.02 to 0.4 s per megabyte of input (COLLADA is the slowest), and 5 to 25 bytes of
// memory per byte. The limits are a few times the largest of these.
constexpr std::uint64_t least_seconds = 5;
constexpr std::uint64_t bytes_a_second = 500'000;
constexpr std::uint64_t least_bytes = std::uint64_t{1} << 30U; // a small file may have many instances
constexpr std::uint64_t bytes_a_byte = 64;

} // namespace

bool address_space_can_be_limited() {
    return !under_sanitizer;
}

ReaderLimits reader_limits(std::uint64_t input_bytes) {
    constexpr std::uint64_t most_input = std::uint64_t{1} << 44U; // prevents overflow below
    const std::uint64_t input = std::min(input_bytes, most_input);
    ReaderLimits limits{least_seconds + input / bytes_a_second, least_bytes + bytes_a_byte * input};
    const std::uint64_t computer = physical_memory_bytes();
    if (computer != 0) limits.memory_bytes = std::min(limits.memory_bytes, computer - computer / 8);
    if (under_sanitizer) {
        limits.processor_seconds *= 20;
        limits.memory_bytes *= 3;
    }
    return limits;
}

} // namespace hitmap
