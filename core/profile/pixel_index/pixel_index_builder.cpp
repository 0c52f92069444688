#include "core/profile/pixel_index/pixel_index_builder.h"

#include "core/profile/pixel_index/segment_writer.h"
#include "core/profile/pixels/lane_counts.h"
#include "core/trace/formats/all/recording_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

PixelColumnSet stored_columns(const CountedFramebuffer& pixels, bool traffic) {
    using enum PixelColumn;
    PixelColumnSet set =
        all_pixel_accesses | PixelColumnSet(requests, active_lanes, l1_hits, l1_lookups, l2_hits, l2_lookups);
    if (pixels.knows(PixelPart::nodes)) set = set | PixelColumnSet(nodes);
    if (pixels.knows(PixelPart::stack)) set = set | PixelColumnSet(stack);
    if (traffic) set = set | PixelColumnSet(sectors, fetched);
    if (pixels.knows(PixelPart::causes))
        set = set | PixelColumnSet(l1_cold, l1_capacity, l1_conflict, l2_cold, l2_capacity, l2_conflict);
    return set;
}

} // namespace

PixelIndexSizes pixel_index_sizes(const RecordingInfo& info) {
    constexpr std::uint64_t bytes_a_position = 8;
    constexpr std::uint64_t fixed_bytes = std::uint64_t{1} << 20;
    constexpr std::uint64_t segments = 512;
    constexpr std::uint64_t least_requests = std::uint64_t{1} << 16;
    return {info.positions() * bytes_a_position + fixed_bytes,
            std::max(info.requests / segments + 1, least_requests)};
}

std::uint64_t estimate_pixel_index_bytes(const RecordingInfo& info) {
    constexpr std::uint64_t bytes_of_tags = 96; // one lane tag for each pixel while it is read and sorted
    return pixel_index_sizes(info).limit +
           std::uint64_t{info.scene.width} * info.scene.height * bytes_of_tags;
}

class PixelIndexBuilder::Impl {
public:
    /// What a block has besides its requests; `outcomes` or `traffic` is empty.
    struct Results {
        std::span<const ElementAccess> accesses;
        AccessOutcomes outcomes;
        std::span<const RequestTraffic> traffic;
        std::uint64_t first_position = 0;
    };

    Impl(const RecordingInfo& info, const CountedForPixels& counted, std::span<const LaneTagRun> tags,
         const Options& options, ThreadPool& pool, const JobContext& job)
        : info_(info),
          options_(options),
          pool_(pool),
          job_(job),
          lanes_(info, counted, tags),
          lane_counts_(info),
          reading_{!options.traffic, options.traffic, options.misses, info.axis_is_requests(),
                   info.positions()},
          writer_(reading_) {
        CountedFramebuffer framebuffer = counted_framebuffer(info, options.misses);
        framebuffer.set_known(PixelPart::sectors, false);
        index_ = std::shared_ptr<PixelIndex>(
            new PixelIndex(framebuffer, reading_, stored_columns(framebuffer, options.traffic)));
        wanted_ = index_->stored_;
    }

    void add_block(const RequestView& block, const Results& results);
    void know_sectors() { index_->framebuffer_.set_known(PixelPart::sectors, true); }
    std::uint64_t next_position = 0; ///< of the stack distance cache model
    std::shared_ptr<const PixelIndex> finish();

private:
    void add_request(const RequestView& block, std::size_t request, const Results& results, std::size_t first,
                     std::size_t last);
    void end_segment();
    void keep_within_limit();
    void join(std::size_t intervals_a_new_one);
    [[nodiscard]] std::uint64_t bytes() const { return log_bytes_ + index_->tiles_.memory_bytes(); }

    const RecordingInfo& info_;
    Options options_;
    ThreadPool& pool_;
    JobContext job_;
    PixelLanes lanes_;
    LaneCounts lane_counts_;
    LogReading reading_;
    SegmentWriter writer_;
    LoggedRequest request_;
    bool has_wide_requests_ = false; ///< whether a request has several active lanes
    std::uint64_t requests_ = 0;     ///< of the recording so far
    std::uint64_t log_bytes_ = 0;
    WantedColumns wanted_;
    std::deque<LogSegment> segments_; ///< their addresses stay valid while tasks read them
    std::mutex mutex_;                ///< of the tiles of the index
    std::shared_ptr<PixelIndex> index_;
    TaskGroup tasks_{pool_}; ///< the last member: its tasks end before anything is destroyed
};

void PixelIndexBuilder::Impl::add_block(const RequestView& block, const Results& results) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < block.entries.size(); ++i) {
        has_wide_requests_ = has_wide_requests_ || !std::has_single_bit(block.entries[i].mask);
        std::size_t last = first;
        while (last < results.accesses.size() && results.accesses[last].entry == i)
            ++last;
        add_request(block, i, results, first, last);
        first = last;
    }
    requests_ += block.entries.size();
}

void PixelIndexBuilder::Impl::add_request(const RequestView& block, std::size_t request,
                                          const Results& results, std::size_t first, std::size_t last) {
    const PixelLanes::Lanes lanes = lanes_.of(block, request, results.accesses.subspan(first, last - first));
    if (lanes.mask == 0) return;
    const RequestBlock::Entry& entry = block.entries[request];
    request_.position =
        reading_.counts_requests ? block.first_request.value + request : results.first_position + first;
    request_.mask = lanes.mask;
    request_.active_mask = entry.mask;
    request_.pixels = *lanes.pixels;
    request_.has_nodes = lane_counts_.may_have_nodes(entry);
    if (request_.has_nodes) lane_counts_.count_nodes(block, entry, lanes.mask, request_.nodes);
    request_.stack_words = 0;
    if (lane_counts_.is_of_stack(entry)) {
        constexpr std::uint32_t word_bytes = 4;
        constexpr std::uint32_t most_words = 255;
        const std::uint32_t bytes = info_.instructions[entry.instruction].bytes_per_lane;
        request_.stack_words =
            static_cast<std::uint8_t>(std::clamp(bytes / word_bytes, std::uint32_t{1}, most_words));
        lane_counts_.count_stack(block, entry, lanes.mask, request_.stack);
    }
    request_.accesses.clear();
    for (std::size_t i = first; i < last; ++i) {
        LoggedAccess& access = request_.accesses.emplace_back();
        access.lane = results.accesses[i].lane;
        if (!lanes_.counts(results.accesses[i])) {
            access.kind = no_logged_kind;
            continue;
        }
        access.kind = results.accesses[i].kind;
        if (results.outcomes.size() == 0) continue;
        if (const AccessOutcome* const outcome = results.outcomes[i])
            access.outcome = {outcome->l1_hits, outcome->l2_hits, outcome->l1_lookups, outcome->l2_lookups};
    }
    if (!results.traffic.empty()) request_.traffic = results.traffic[request];
    writer_.add(request_, entry.launch, entry.warp);
    // The sums of a segment are held for each of its warps while they are added up.
    constexpr std::size_t most_warps = 4096;
    if (writer_.requests() == options_.sizes.segment_requests || writer_.warps() == most_warps) end_segment();
}

void PixelIndexBuilder::Impl::end_segment() {
    const std::size_t number = segments_.size();
    segments_.push_back(writer_.take());
    log_bytes_ += segments_.back().memory_bytes();
    tasks_.run([this, number, segment = &segments_.back()] {
        const std::size_t tiles = index_->tiles_.count();
        const RowsByTile rows(
            sums_of(*segment, reading_, wanted_, {0, std::max<std::uint64_t>(reading_.positions, 1)}, job_),
            wanted_.size(), tiles);
        TileNumbers numbers(wanted_.size());
        for (const std::size_t tile : rows.tiles()) {
            job_.check();
            numbers.clear();
            rows.add_to(numbers, tile, false);
            PixelSlice slice(numbers);
            const std::scoped_lock lock(mutex_);
            index_->tiles_.add(number / index_->segments_an_interval_, tile, std::move(slice));
        }
    });
    keep_within_limit();
}

/// Fewer and longer intervals take less memory. Whether they are needed shows after a part of the recording.
void PixelIndexBuilder::Impl::keep_within_limit() {
    constexpr std::size_t segments_between_checks = 32;
    if (segments_.size() % segments_between_checks != 0) return;
    tasks_.wait();
    const double share =
        info_.requests == 0
            ? 1.0
            : std::min(static_cast<double>(requests_ + 1) / static_cast<double>(info_.requests), 1.0);
    const auto projected = [&] { return static_cast<double>(bytes()) / share; };
    const auto limit = static_cast<double>(options_.sizes.limit);
    if (static_cast<double>(log_bytes_) > limit)
        throw PixelIndexTooLarge(
            fmt::format("the index of pixels takes more than {} bytes", options_.sizes.limit));
    while (projected() > limit && segments_.size() > 2 * index_->segments_an_interval_)
        join(2);
}

void PixelIndexBuilder::Impl::join(std::size_t intervals_a_new_one) {
    index_->tiles_.join(intervals_a_new_one, pool_, job_);
    index_->segments_an_interval_ *= intervals_a_new_one;
}

std::shared_ptr<const PixelIndex> PixelIndexBuilder::Impl::finish() {
    if (writer_.requests() != 0) end_segment();
    tasks_.wait();
    // A file that claims to be of a CPU may have wider requests nevertheless.
    index_->framebuffer_.warp_lanes = is_of_cpu(info_) && !has_wide_requests_ ? 1 : info_.device.warp_size;
    index_->segments_.assign(std::make_move_iterator(segments_.begin()),
                             std::make_move_iterator(segments_.end()));
    join(1);
    index_->tiles_.add_up(pool_, job_);
    while (index_->memory_bytes() > options_.sizes.limit && index_->intervals() > 1)
        join(2);
    if (index_->memory_bytes() > options_.sizes.limit)
        throw PixelIndexTooLarge(
            fmt::format("the index of pixels takes more than {} bytes", options_.sizes.limit));
    return std::move(index_);
}

PixelIndexBuilder::PixelIndexBuilder(const RecordingInfo& info, const CountedForPixels& counted,
                                     std::span<const LaneTagRun> tags, const Options& options,
                                     ThreadPool& pool, const JobContext& job)
    : impl_(std::make_unique<Impl>(info, counted, tags, options, pool, job)) {}

PixelIndexBuilder::~PixelIndexBuilder() = default;

void PixelIndexBuilder::add(const RequestView& block, std::span<const ElementAccess> accesses,
                            const AccessOutcomes& outcomes) {
    impl_->add_block(block, {accesses, outcomes, {}, impl_->next_position});
    impl_->next_position += accesses.size();
}

void PixelIndexBuilder::add(const RequestView& block, std::span<const RequestTraffic> traffic,
                            std::span<const ElementAccess> accesses, std::uint64_t first_position) {
    impl_->know_sectors();
    impl_->add_block(block, {accesses, {}, traffic, first_position});
}

std::shared_ptr<const PixelIndex> PixelIndexBuilder::finish() {
    return impl_->finish();
}

} // namespace hitmap
