#include "core/relayout/dealing/block_queues.h"

#include "core/trace/stream/packed_request.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

namespace hitmap {

namespace {

// An item is a packed request. In the place of the line of a text file, it has the kind of item and the index
// of the warp in its block. A lane tag has two words in the place of addresses, an execution event has one. A
// ray event has its kind and mask, and then the words of its rays and hits.
enum ItemKind : std::uint32_t { request_item = 0, tag_item = 1, execution_item = 2, ray_item = 3 };
constexpr unsigned kind_shift = 30;
constexpr std::uint32_t warp_mask = (1U << kind_shift) - 1;
constexpr std::uint32_t tag_words = 0x3;
constexpr std::uint32_t execution_words = 0x1;
constexpr std::size_t hit_words = 3;
using RayWords = std::array<std::uint64_t, sizeof(Ray) / sizeof(std::uint64_t)>;

std::uint64_t key_of(std::uint32_t launch, std::uint32_t block) {
    return std::uint64_t{launch} << 32U | block;
}

LaneTagRun tag_of(std::span<const std::uint64_t> words) {
    LaneTagRun run;
    run.lane = static_cast<std::uint8_t>(packed_instruction(words));
    const std::uint64_t numbers = words[packed_head];
    const std::uint64_t others = words[packed_head + 1];
    run.tag = {static_cast<std::uint32_t>(numbers >> 32U), static_cast<std::uint32_t>(numbers),
               static_cast<std::uint8_t>(others), static_cast<std::uint8_t>(others >> 8U),
               static_cast<std::uint16_t>(others >> 16U)};
    return run;
}

BlockExecution execution_of(std::span<const std::uint64_t> words) {
    BlockExecution event;
    event.block = packed_instruction(words);
    event.mask = static_cast<std::uint32_t>(words[packed_head]);
    return event;
}

std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
    return std::uint64_t{high} << 32U | low;
}

RayHit hit_of(std::span<const std::uint64_t> words) {
    const auto half = [&](std::size_t word, unsigned shift) {
        return static_cast<std::uint32_t>(words[word] >> shift);
    };
    return {static_cast<HitShape>(half(0, 0)), half(0, 32U), half(1, 0), half(1, 32U),
            std::bit_cast<float>(half(2, 0))};
}

WarpRays rays_of(std::span<const std::uint64_t> words) {
    WarpRays event;
    event.place = packed_instruction(words);
    event.mask = static_cast<std::uint32_t>(words[packed_head]);
    event.kind = static_cast<RayEventKind>(words[packed_head] >> 32U);
    std::size_t at = packed_head + 1;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        if (has_rays(event.kind)) {
            RayWords bits{};
            std::ranges::copy(words.subspan(at, bits.size()), bits.begin());
            event.rays.push_back(std::bit_cast<Ray>(bits));
            at += bits.size();
        } else if (has_hits(event.kind)) {
            event.hits.push_back(hit_of(words.subspan(at, hit_words)));
            at += hit_words;
        }
    }
    return event;
}

WarpItem item_of(std::span<const std::uint64_t> words, const RecordedBlock& block,
                 std::uint32_t warps_per_block) {
    const std::uint32_t line = packed_line(words);
    const auto placed = [&](auto item) -> WarpItem {
        item.launch = block.launch;
        item.warp = block.number * warps_per_block + (line & warp_mask);
        return item;
    };
    if (line >> kind_shift == tag_item) return placed(tag_of(words));
    if (line >> kind_shift == execution_item) return placed(execution_of(words));
    if (line >> kind_shift == ray_item) return placed(rays_of(words));
    Request request;
    unpack(words, request);
    return placed(request);
}

} // namespace

BlockQueues::BlockQueues(const HmtFile& file, std::span<const std::uint32_t> warps_per_block,
                         std::span<const RecordedBlock> blocks, ThreadPool& pool, const JobContext& job)
    : warps_per_block_(warps_per_block), recorded_(blocks), pieces_(file, pool, job), blocks_(blocks.size()) {
    numbers_.reserve(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i)
        numbers_.emplace(key_of(blocks[i].launch, blocks[i].number), i);
}

bool BlockQueues::find_head(Queue& queue) {
    while (queue.head.empty()) {
        const auto words = queue.items ? spool_.next(*queue.items) : std::span<const std::uint64_t>();
        if (!words.empty()) {
            queue.head.assign(words.begin(), words.end());
        } else {
            if (all_read_) return false;
            all_read_ = !pieces_.pass_next(*this);
        }
    }
    return true;
}

const WarpItem* BlockQueues::next(std::size_t block) {
    if (!find_head(blocks_[block])) return nullptr;
    const RecordedBlock& of = recorded_[block];
    item_ = item_of(blocks_[block].head, of, warps_per_block_[of.launch]);
    return &item_;
}

void BlockQueues::close(std::size_t block) {
    Queue& queue = blocks_[block];
    if (queue.items) spool_.close(*queue.items);
    queue = {};
}

/// Appends words_ to the queue of a block.
void BlockQueues::append(std::uint32_t launch, std::uint32_t warp, std::uint32_t kind) {
    const std::uint32_t warps = warps_per_block_[launch];
    Queue& queue = blocks_[numbers_.at(key_of(launch, warp / warps))];
    if (!queue.items) queue.items = spool_.open();
    words_[1] |= std::uint64_t{kind << kind_shift | warp % warps} << 32U;
    spool_.append(*queue.items, words_);
}

void BlockQueues::add(const Request& request) {
    words_.clear();
    pack(request, words_);
    append(request.launch, request.warp, request_item);
}

void BlockQueues::tag(const LaneTagRun& run) {
    words_.clear();
    pack_head(run.lane, tag_words, 0, AddressList::each, words_);
    words_.push_back(std::uint64_t{run.tag.work_item} << 32U | run.tag.sample);
    words_.push_back(std::uint64_t{run.tag.instance} << 16U | std::uint64_t{run.tag.bounce} << 8U |
                     run.tag.ray_kind);
    append(run.launch, run.warp, tag_item);
}

void BlockQueues::execute(const BlockExecution& event) {
    words_.clear();
    pack_head(event.block, execution_words, 0, AddressList::each, words_);
    words_.push_back(event.mask);
    append(event.launch, event.warp, execution_item);
}

void BlockQueues::trace_rays(const RayEvent& event, const RayLanes& lanes) {
    words_.clear();
    const std::size_t count =
        1 + lanes.rays.size() * std::tuple_size_v<RayWords> + lanes.hits.size() * hit_words;
    pack_head(event.place, static_cast<std::uint32_t>(count), 0, AddressList::other_words, words_);
    words_.push_back(joined(event.mask, static_cast<std::uint32_t>(event.kind)));
    for (const Ray& ray : lanes.rays)
        for (const std::uint64_t word : std::bit_cast<RayWords>(ray))
            words_.push_back(word);
    for (const RayHit& hit : lanes.hits) {
        words_.push_back(joined(static_cast<std::uint32_t>(hit.shape), hit.instance));
        words_.push_back(joined(hit.geometry, hit.primitive));
        words_.push_back(std::bit_cast<std::uint32_t>(hit.t));
    }
    append(event.launch, event.warp, ray_item);
}

} // namespace hitmap
