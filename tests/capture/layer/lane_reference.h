#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hitmap::test {

/// What one lane does with memory: an access by a line of the shader.
struct LaneAccess {
    unsigned line = 0;
    std::string operation; ///< load, store or atomic
    unsigned bytes = 0;
    std::string buffer;
    std::uint64_t offset = 0; ///< bytes from the buffer's start
};

/// A dispatch as lavapipe runs it.
struct ReferenceLaunch {
    std::uint32_t number = 0;
    std::array<std::uint32_t, 3> groups{1, 1, 1};
    std::array<std::uint32_t, 3> size{1, 1, 1}; ///< invocations of a work group
    /// The accesses of an invocation in their order. @param group  work group @param local  invocation in it
    std::function<std::vector<LaneAccess>(const std::array<std::uint32_t, 3>& group,
                                          const std::array<std::uint32_t, 3>& local)>
        accesses;
};

/// Which invocations of a work group are a subgroup of eight lanes: up to eight of a row (Mesa 22.3), or
/// eight in the order of their indices (later versions).
enum class Subgroups { of_rows, filled };

/// The requests of a launch as sorted lines of text. Lanes access memory together if they come to the same
/// line for the same time.
[[nodiscard]] std::vector<std::string> reference_requests(const ReferenceLaunch& launch, Subgroups subgroups);

} // namespace hitmap::test
