#pragma once

#include "core/trace/formats/text/nvbit_line.h"
#include "core/trace/import/import_warnings.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// The launches of a text of NVBit, and the warps of each. Accesses name their launch by a number, and may
/// come after the line that announces the next launch. Versions of the tool around 1.5 announce a launch by a
/// number that is one above that of its accesses. The numbers are those of a context: a file can have the
/// contexts of one process, which share a counter, and those of several processes, each of which has its own.
class NvbitLaunches {
public:
    /// @param file  its name, for messages
    /// All arguments must outlive the object.
    NvbitLaunches(const std::string& file, RecordingSink& sink, ImportWarnings& warnings)
        : file_(file), sink_(sink), warnings_(warnings) {}

    void announce(const NvbitLaunch& launch);
    /// Returns the index of the launch of an access. Begins it if this is its first access. Throws FileError
    /// if a recording cannot have as many launches.
    [[nodiscard]] std::uint32_t index_of(const NvbitAccess& access);

    struct Warp {
        std::uint32_t index = 0; ///< in the launch
        std::uint64_t block = 0; ///< linear index
    };
    /// Returns the warp of an access; nothing if the block is not in the grid of its launch.
    [[nodiscard]] std::optional<Warp> warp_of(std::uint32_t launch, const NvbitAccess& access);

    /// The launches, also those without accesses, which begin now.
    [[nodiscard]] std::vector<Launch> finish();

private:
    struct KnownLaunch {
        Launch launch;
        bool announced = false;
        std::uint32_t warps_per_block = 0; ///< 0: warps are numbered as they appear
        std::uint32_t warps = 0;           ///< number of warps that appeared
    };
    /// The warps of a block by their slot, in the order in which they appear.
    using WarpKey = std::pair<std::uint64_t, std::uint32_t>; ///< linear block, slot
    struct LaunchWarps {
        std::map<WarpKey, std::uint32_t> index;
        std::unordered_map<std::uint64_t, std::uint32_t>
            in_block; ///< number of warps that appeared in a block
    };

    /// Identifies a launch: its context and its number in the accesses.
    using Id = std::pair<std::uint64_t, std::uint64_t>;
    struct Context {
        std::uint64_t announced = 0; ///< number of lines that announced a launch
        std::uint64_t last_id = 0;   ///< of the launch announced last
        /// Launches that are announced before the first access of the file, by the number in their line.
        std::vector<std::pair<std::uint64_t, Launch>> early;
    };
    Context& context_of(std::uint64_t context);
    void set_offset(const Context& context, std::uint64_t first_access);
    void add_announced(Id id, Launch launch);
    std::uint32_t begin(KnownLaunch launch, Id id);
    [[nodiscard]] LaunchWarps& warps_of(std::uint32_t launch);

    const std::string& file_;
    RecordingSink& sink_;
    ImportWarnings& warnings_;
    std::map<std::uint64_t, Context> contexts_; ///< by their number
    std::optional<std::uint64_t> offset_;       ///< number in the line of a launch minus that in its accesses
    std::uint64_t last_id_ = 0;                 ///< of the launch announced last, in any context
    std::map<Id, KnownLaunch> waiting_;         ///< announced, not begun
    std::map<Id, std::uint32_t> indices_;       ///< of begun launches
    std::vector<KnownLaunch> launches_;         ///< begun
    std::map<std::uint32_t, LaunchWarps> warps_;
    std::size_t warp_count_ = 0; ///< in warps_
    std::uint32_t last_index_ = 0;
};

} // namespace hitmap
