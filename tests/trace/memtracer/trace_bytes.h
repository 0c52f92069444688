#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

/// A trace of MemTracer to be written as a file.
struct MemtracerTrace {
    struct Access {
        std::uint64_t program_counter = 0;
        std::uint64_t launch = 0;
        std::array<std::int32_t, 3> block{};    ///< x, y, z
        std::int32_t warp = 0;                  ///< in the block
        std::vector<std::uint64_t> addresses{}; ///< [at most 32] 0: the lane is inactive
    };
    struct Launch {
        std::uint64_t id = 0;
        std::array<std::int32_t, 3> grid{1, 1, 1};
        std::array<std::int32_t, 3> block{32, 1, 1};
    };
    struct Region {
        std::uint64_t launch = 0;
        std::uint64_t id = 0;
        std::uint64_t address = 0;
        std::uint64_t bytes = 0;
        std::optional<std::string> contents{}; ///< `bytes` long
    };
    std::vector<Access> accesses;
    std::vector<Launch> launches;
    std::vector<Region> regions;
    std::vector<std::pair<std::uint64_t, std::string>> opcodes; ///< by program counter

    /// The bytes of a file with a valid hash.
    [[nodiscard]] std::string bytes(std::uint32_t version = 5) const;
};

/// A trace of an image of 8x8 pixels with two launches: three nodes, two boxes, two leaves with two slots
/// each for faces, and all contents stored.
[[nodiscard]] MemtracerTrace small_scene_trace();

} // namespace hitmap
