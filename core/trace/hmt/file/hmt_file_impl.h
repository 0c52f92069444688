#pragma once

#include "core/trace/hmt/blocks/block_codec.h"
#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/hmt/chunks/hmt_index.h"
#include "core/trace/hmt/file/event_index.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/request_selection.h"
#include "core/trace/hmt/file/sums_index.h"
#include "core/trace/model/element_access.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace hitmap {

/// What HmtFile reads when it is opened: hmt_reader.cpp. Its scene: hmt_scene.cpp. A part of a recording:
/// hmt_part.cpp. Which requests a launch has: launch_scan.cpp.
class HmtFile::Impl {
public:
    Impl(std::unique_ptr<ByteSource> bytes, const JobContext& job, CrcCheck check);
    /// The part of a recording.
    Impl(const Impl& whole, const RecordingPart& part, const JobContext& job);

    void read_tables(const JobContext& job);
    void read_primitive_heads();
    void read_block_heads(const JobContext& job);
    void read_sums_heads(const JobContext& job);
    void read_event_heads(const JobContext& job);
    void read_launch_requests();
    /// Adds a block and its counts. `head` is that of the chunk or, for a part, of what is left of it.
    void add_block(const hmt::BlockHead& head, const hmt::ChunkEntry& entry);
    /// Sets the positions at which blocks begin, when all blocks were added.
    void count_positions();
    [[nodiscard]] hmt::BlockHead head_in_file(std::size_t i) const;
    void decode(std::size_t i, RequestBlock& out, const std::stop_token& stop) const;
    void decode_pieces(std::size_t i, const hmt::PieceVisitor& visit, const std::stop_token& stop) const;
    [[nodiscard]] hmt::RequestLimits limits_of(const hmt::BlockHead& in_file) const;
    /// The scene, decoded on two threads.
    [[nodiscard]] std::shared_ptr<RecordedScene> decode_scene(bool with_normals, const JobContext& job) const;

    /// HmtFile::launch_requests()
    [[nodiscard]] const std::vector<LaunchRequests>& launch_requests(const JobContext& job) const;
    [[nodiscard]] std::vector<LaunchRequests> count_launches(const JobContext& job) const;
    [[nodiscard]] std::vector<LaunchRequests> cut_launches(const std::vector<LaunchRequests>& of_file) const;
    /// Replaces `out` by the launch of each request that the chunk of block i has in the file.
    void launches_in_chunk(std::size_t i, std::vector<std::uint32_t>& out, const std::stop_token& stop) const;

    void check_launches();
    void check_accesses(std::uint64_t end, std::uint64_t accesses) const;

    // Checks that only validate() makes.
    void check_complete() const;
    void check_tags(const std::vector<LaneTagRun>& tags) const;
    void check_contents(std::size_t allocation, std::size_t found) const;
    /// Checks some requests of block i, and adds their element accesses to `found`, by kind.
    void check_requests(std::size_t i, const RequestView& requests, const ElementAccessFinder& finder,
                        PerKind<std::uint64_t>& found) const;
    void check_counts(std::size_t i, const PerKind<std::uint64_t>& found) const;
    /// Checks the events of all chunks. @param what  "execution events"
    template <class Chunks>
    void check_events(const hmt::EventIndex<Chunks>& of, std::string_view what, const JobContext& job) const;
    void check_all_events(const JobContext& job) const;
    void check_launch_counts(const JobContext& job) const;
    [[noreturn]] void fail(std::string_view place, std::string_view message) const;

    // Requests and launches of the recording that are in a part: [first, last).
    struct Borders {
        std::uint64_t first_request = 0;
        std::uint64_t last_request = 0;
        std::size_t first_launch = 0;
        std::size_t last_launch = 0;
        bool has_others = false;     ///< requests of other launches may be between these
        bool is_of_launches = false; ///< the part was given by launches, of which some run at the same time
    };
    [[nodiscard]] Borders borders_of(const RecordingPart& part, const JobContext& job) const;
    [[nodiscard]] std::uint64_t first_request_at(std::uint64_t position, const JobContext& job) const;
    [[nodiscard]] std::shared_ptr<const hmt::RequestSelection> select_requests(const Borders& borders,
                                                                               const JobContext& job) const;
    /// Whether a request of the file is in the part.
    [[nodiscard]] bool contains(std::uint64_t request) const;
    /// The number of requests of the part before a request of the file: its number if the part has it.
    [[nodiscard]] std::uint64_t number_in_part(std::uint64_t request) const;
    /// The request of the file that is request `number` of the part. The number behind the last one gives a
    /// request behind it.
    [[nodiscard]] std::uint64_t number_in_file(std::uint64_t number) const;
    void take_tables(const Impl& whole, const Borders& borders);
    /// The frames of a part of a recording that has sums in the place of requests.
    void take_sums(const Impl& whole, const RecordingPart& part);
    /// Says in the options which part this is.
    void set_part_option(const Impl& whole, std::string_view range, const PartRange& launches);
    void take_events(const Impl& whole, const Borders& borders, const JobContext& job);
    /// Replaces `out` by the events of chunk i that are in the part, numbered as there.
    template <class Chunks>
    void read_events(const hmt::EventIndex<Chunks>& of, std::size_t i, typename Chunks::Events& out) const;
    void take_blocks(const Impl& whole, const JobContext& job);
    /// Reduces a decoded block to what is in the part.
    void reduce_to_part(std::size_t i, const hmt::BlockHead& in_file, RequestBlock& block) const;
    /// Returns the requests of a piece of a block that are in the part, numbered as there. `kept` has them if
    /// they are not next to one another.
    [[nodiscard]] RequestView reduced_to_part(std::size_t i, const RequestView& piece,
                                              RequestBlock& kept) const;
    void check_launches_of_part(std::size_t i, std::span<const RequestBlock::Entry> entries) const;
    /// Drops runs from index `begin` on that begin after the part.
    void drop_tags_outside(std::vector<LaneTagRun>& runs, std::size_t begin) const;
    /// Reduces sorted runs to the part. A tag that a lane has when the part begins is its tag from there on.
    void reduce_to_part(std::vector<LaneTagRun>& runs) const;

    std::shared_ptr<const ByteSource> source;
    std::shared_ptr<const hmt::FileIndex> index;
    RecordingInfo info;
    std::vector<HmtBlock> blocks;
    std::vector<hmt::BlockHead> heads;            ///< [blocks]
    std::vector<std::uint64_t> accesses_up_to;    ///< [blocks] element accesses up to the end of the block
    std::vector<const hmt::ChunkEntry*> requests; ///< [blocks]
    hmt::SumsIndex sums;
    hmt::ExecutionIndex executions;
    hmt::RayIndex rays;
    hmt::EventPart events_of_part; ///< if this is a part

    /// The requests of launches, which are counted when they are needed if the file does not say them.
    struct LaunchTable {
        std::mutex mutex;
        std::optional<std::vector<LaunchRequests>> known;
        bool is_stored = false; ///< `known` is what the file says
    };
    std::unique_ptr<LaunchTable> launch_table = std::make_unique<LaunchTable>();

    bool is_part = false;
    // Requests of the file: all of the part are in [first_request, end_request).
    std::uint64_t first_request = 0;
    std::uint64_t end_request = 0;
    std::shared_ptr<const hmt::RequestSelection> selection;              ///< null: the part has all of these
    std::shared_ptr<const std::vector<LaunchRequests>> launches_of_file; ///< if this is a part with requests
    std::vector<std::uint64_t> part_key;                                 ///< differs between parts
    mutable std::atomic<bool> blocks_are_sound = false;                  ///< HmtFile::check_blocks() found it
};

template <class Chunks>
void HmtFile::Impl::read_events(const hmt::EventIndex<Chunks>& of, std::size_t i,
                                typename Chunks::Events& out) const {
    of.read(*source, i, info, out);
    if (!is_part) return;
    auto& events = Chunks::events_of(out);
    std::erase_if(events,
                  [&](const auto& event) { return !events_of_part.contains(event.launch, event.request); });
    for (auto& event : events)
        event.request = RequestIndex(number_in_part(event.request.value));
}

} // namespace hitmap
