#include "core/profile/index/stored_index.h"

#include "core/profile/index/index_archive.h"
#include "core/profile/index/indexed_profile.h"
#include "core/profile/pixels/pixel_log.h"
#include "core/profile/sums/sm_table.h"
#include "core/profile/sums/time_table.h"
#include "core/trace/model/element_access.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace hitmap {

/// Describes each structure once for IndexWriter and IndexReader. They get the parts of a structure in the
/// order in which they are stored.
struct IndexTransfer {
    static void step(auto& archive, auto& step) {
        archive.value(step.accesses);
        archive.value(step.requests);
        archive.values(step.sums);
    }

    static void history(auto& archive, auto& history) {
        step(archive, history.total_);
        step(archive, history.pending_);
        archive.value(history.checkpoints_);
        archive.each(history.anchors_, [&](auto& anchor) {
            step(archive, anchor.since_begin);
            archive.value(anchor.next_byte);
        });
        archive.values(history.bytes_);
    }

    /// The bytes of a warp in the log of pixels, one segment after the other.
    static void bytes(IndexWriter& archive, const PixelLog::Segments& segments,
                      const ScratchStore& /*store*/) {
        std::uint64_t size = 0;
        for (const auto& segment : segments)
            size += segment.size();
        archive.value(size);
        for (const auto& segment : segments)
            archive.raw(segment);
    }

    static void bytes(IndexReader& archive, PixelLog::Segments& segments, ScratchStore& store) {
        const std::size_t size = archive.count(1);
        if (size == 0) return;
        segments.emplace_back(store.add(size, 0), size);
        archive.raw(segments.back());
    }

    static void pixels(auto& archive, auto& log) {
        archive.values(log.sums_);
        archive.value(log.sums_fit_);
        archive.each(log.warps_, [&](auto& warp) { bytes(archive, warp, log.bytes_); });
        archive.each(log.warps_of_pixels_, [&](auto& pair) {
            archive.value(pair.first);
            archive.value(pair.second);
        });
    }

    static void sms(auto& archive, auto& table) {
        archive.value(table.positions_);
        archive.value(table.intervals_);
        archive.each(table.cells_, [&](auto& cells) { archive.values(cells); });
    }

    static void times(auto& archive, auto& table) {
        archive.value(table.kinds_);
        archive.value(table.positions_);
        archive.values(table.rows_);
        archive.values(table.now_);
    }

    /// Chunks are stored by their offsets in their store.
    using Offsets = std::map<const std::byte*, std::uint64_t>; ///< first byte of a slab: its offset
    static std::uint64_t offset_of(const Offsets& slabs, const std::byte* place) {
        const auto slab = std::prev(slabs.upper_bound(place));
        return slab->second + static_cast<std::uint64_t>(place - slab->first);
    }

    static Offsets store(IndexWriter& archive, const ScratchStore& store) {
        Offsets offsets;
        std::uint64_t size = 0;
        for (const ScratchStore::Slab& slab : store.slabs())
            size += slab.used;
        archive.value(size);
        size = 0;
        for (const ScratchStore::Slab& slab : store.slabs()) {
            archive.raw({slab.memory.data(), slab.used});
            offsets.emplace(slab.memory.data(), size);
            size += slab.used;
        }
        return offsets;
    }

    static void store(IndexReader& archive, ScratchStore& store) {
        const std::size_t size = archive.count(1);
        store = ScratchStore();
        if (size != 0) archive.raw({store.add(size, chunk_padding), size});
    }

    static void chunks(IndexWriter& archive, const TileLog& log, const Offsets& offsets) {
        archive.value(std::uint64_t{log.chunks_.size()});
        for (const TileLog::ChunkPlace& chunk : log.chunks_) {
            archive.value(offset_of(offsets, chunk.bytes));
            archive.value(chunk.first);
        }
    }

    static void chunks(IndexReader& archive, TileLog& log, const ScratchStore& store) {
        const std::size_t used = store.slabs().empty() ? 0 : store.slabs().front().used;
        log.chunks_.resize(archive.count(sizeof(std::uint64_t) + sizeof(std::uint32_t)));
        for (TileLog::ChunkPlace& chunk : log.chunks_) {
            std::uint64_t offset = 0;
            archive.value(offset);
            archive.value(chunk.first);
            if (offset >= used) archive.fail("expected the place of a chunk, found one behind the last");
            chunk.bytes = store.slabs().front().memory.data() + offset;
        }
    }

    static void log(auto& archive, auto& log) {
        archive.values(log.slots_);
        archive.values(log.usual_lookups_);
        archive.value(log.end_);
        archive.value(log.regular_);
    }

    static void snapshot(IndexWriter& archive, const TileSnapshot& snapshot) {
        archive.value(snapshot.width_);
        archive.raw({snapshot.bytes_, snapshot.memory_bytes()});
    }

    static void snapshot(IndexReader& archive, TileSnapshot& snapshot, std::size_t elements,
                         ScratchStore& store) {
        snapshot.elements_ = static_cast<std::uint32_t>(elements);
        archive.value(snapshot.width_);
        const bool is_known = std::ranges::all_of(
            snapshot.width_, [](std::uint8_t width) { return width <= sizeof(std::uint64_t); });
        if (!is_known || snapshot.memory_bytes() > archive.left())
            archive.fail("expected a snapshot, found one with columns that are too large");
        snapshot.bytes_ = store.add(snapshot.memory_bytes(), 0);
        archive.raw({snapshot.bytes_, snapshot.memory_bytes()});
    }

    /// Everything but tiles.
    static void tables(auto& archive, auto& index) {
        archive.value(index.facts.positions);
        archive.values(index.facts.element_counts);
        archive.value(index.accesses);
        archive.values(index.allocations);
        history(archive, index.history);
        archive.values(index.first_tile);
        archive.values(index.stops);
        archive.value(index.snapshot_cost);
        times(archive, index.table);
    }

    static void check_tiles(IndexReader& archive, const TimeIndex& index, const RecordingInfo& info) {
        const ElementAccessFinder finder(info);
        bool is_right = index.facts.positions == info.positions() &&
                        index.facts.element_counts.size() == element_kinds().size() &&
                        index.first_tile.size() == element_kinds().size() + 1 && !index.stops.empty() &&
                        std::ranges::is_sorted(index.first_tile) &&
                        index.first_tile.back() == index.tiles.size();
        for (std::size_t kind = 0; is_right && kind < element_kinds().size(); ++kind)
            is_right =
                index.facts.element_counts[kind] == finder.element_count(static_cast<ElementKindId>(kind));
        if (!is_right) archive.fail("expected the profile of the recording, found that of another");
    }
};

namespace {

bool is_sdcm(const TimeIndex& index) {
    return index.traffic.empty() && index.matrix.empty() && index.facts.reuse == nullptr &&
           index.facts.matrix == nullptr && index.facts.stack_traffic == nullptr &&
           index.facts.capabilities.has_reuse_distance;
}

void write_tiles(IndexWriter& archive, const TimeIndex& index) {
    std::array<IndexTransfer::Offsets, std::tuple_size_v<decltype(index.chunks)>> offsets;
    for (std::size_t i = 0; i < offsets.size(); ++i)
        offsets[i] = IndexTransfer::store(archive, index.chunks[i]);
    constexpr std::size_t tiles_in_memory = 256;
    std::size_t number = 0;
    archive.each(index.tiles, [&](const Tile& tile) {
        if (number % tiles_in_memory == 0) index.drop_pages();
        archive.value(tile.kind);
        archive.value(tile.first_slot);
        archive.value(tile.slot_count);
        IndexTransfer::log(archive, tile.log);
        IndexTransfer::chunks(archive, tile.log, offsets[number % offsets.size()]);
        archive.each(tile.snapshots,
                     [&](const TileSnapshot& snapshot) { IndexTransfer::snapshot(archive, snapshot); });
        ++number;
    });
}

void read_tiles(IndexReader& archive, TimeIndex& index) {
    for (ScratchStore& store : index.chunks)
        IndexTransfer::store(archive, store);
    ScratchStore& snapshots = index.snapshots.emplace_back();
    std::size_t number = 0;
    archive.each(index.tiles, [&](Tile& tile) {
        archive.value(tile.kind);
        archive.value(tile.first_slot);
        archive.value(tile.slot_count);
        IndexTransfer::log(archive, tile.log);
        IndexTransfer::chunks(archive, tile.log, index.chunks[number % index.chunks.size()]);
        archive.each(tile.snapshots, [&](TileSnapshot& snapshot) {
            IndexTransfer::snapshot(archive, snapshot, tile.log.elements(), snapshots);
        });
        if (tile.snapshots.size() + 1 != index.stops.size())
            archive.fail("expected a snapshot for each stop, found another number");
        ++number;
    });
}

std::shared_ptr<const PixelLog> read_pixels(IndexReader& archive) {
    bool exists = false;
    archive.value(exists);
    if (!exists) return nullptr;
    auto pixels = std::make_shared<PixelLog>();
    IndexTransfer::pixels(archive, *pixels);
    return pixels;
}

} // namespace

bool can_be_stored(const Profile& profile) {
    const auto* indexed = dynamic_cast<const IndexedProfile*>(&profile);
    return indexed != nullptr && is_sdcm(indexed->index()) && indexed->sm_table() != nullptr;
}

void write_profile(const Profile& profile, ByteSink& out, const JobContext& job) {
    if (!can_be_stored(profile))
        throw Error("expected a profile of the stack distance cache model, found another");
    const TimeIndex& index = dynamic_cast<const IndexedProfile&>(profile).index();
    IndexWriter archive(out, job);
    IndexTransfer::tables(archive, index);
    write_tiles(archive, index);
    archive.value(index.pixels != nullptr);
    if (index.pixels != nullptr) IndexTransfer::pixels(archive, *index.pixels);
    IndexTransfer::sms(archive, *profile.sm_table());
    archive.flush();
    index.drop_pages();
}

std::shared_ptr<const Profile> read_profile(const ByteSource& source, const RecordingInfo& info,
                                            ThreadPool& pool, const JobContext& job,
                                            std::shared_ptr<const ElementTerms> terms) {
    IndexReader archive(source, job);
    TimeIndex index;
    IndexTransfer::tables(archive, index);
    read_tiles(archive, index);
    IndexTransfer::check_tiles(archive, index, info);
    index.pixels = read_pixels(archive);
    if (index.pixels != nullptr) index.facts.pixel_sums = {index.pixels, index.pixels->sums()};
    auto sms = std::make_shared<SmTable>();
    IndexTransfer::sms(archive, *sms);
    index.facts.sm_table = std::move(sms);
    if (archive.left() != 0)
        archive.fail(fmt::format("expected the end, found {} more bytes", archive.left()));
    index.whole_traffic.window = {0, index.facts.positions};
    index.facts.set_terms(std::move(terms));
    return std::make_shared<IndexedProfile>(std::move(index), pool);
}

} // namespace hitmap
