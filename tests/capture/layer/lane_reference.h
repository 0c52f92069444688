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

/// The requests of a launch as sorted lines of text. A subgroup has eight lanes of a row of the work group.
/// Lanes access memory together if they come to the same line for the same time.
[[nodiscard]] std::vector<std::string> reference_requests(const ReferenceLaunch& launch);

} // namespace hitmap::test
