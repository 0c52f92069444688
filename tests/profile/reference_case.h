#pragma once

#include "core/profile/index/profile_builder.h"
#include "tests/profile/synthetic_stream.h"

#include <cstddef>
#include <memory>
#include <string>

namespace hitmap::test {

/// Returns the profile of a stream as the program builds it.
inline std::shared_ptr<const Profile> indexed(const SyntheticStream& stream, ThreadPool& pool) {
    const RecordingInfo info = info_of(stream);
    ProfileBuilder builder(info, pool);
    generate(stream, builder);
    if (stream.explains) builder.with_miss_classes();
    return builder.finish(info, {});
}

/// A stream for which the profile is compared with a scan of the outcomes.
struct ReferenceCase {
    std::string name;
    SyntheticStream stream;
    std::size_t windows = 24;
};

inline const ReferenceCase one_element{"OneElement",
                                       {.accesses = 3000, .faces = 1, .lanes_on_one_element = 32}};

/// Neighbouring lanes and requests access the same elements, like rays of neighbouring pixels.
constexpr SyntheticStream coherent(std::uint64_t accesses, std::uint32_t faces, std::uint64_t seed = 1) {
    return {.accesses = accesses,
            .boxes = 9000,
            .faces = faces,
            .pixels = 500,
            .lanes_on_one_element = 16,
            .locality = 0.9,
            .seed = seed};
}

/// Accesses of an element have different numbers of look-ups; `extreme`: values at the limits of their
/// ranges.
constexpr SyntheticStream irregular(std::uint64_t accesses, bool extreme, std::uint64_t seed) {
    return {.accesses = accesses,
            .boxes = 3000,
            .faces = 4000,
            .pixels = 64,
            .lanes_on_one_element = 8,
            .irregular_lookups = true,
            .extreme = extreme,
            .seed = seed};
}

/// A model that explains misses.
constexpr SyntheticStream explained(std::uint64_t accesses, std::uint64_t seed) {
    SyntheticStream stream = coherent(accesses, 5000, seed);
    stream.explains = true;
    return stream;
}

} // namespace hitmap::test
