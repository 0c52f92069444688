#include "core/profile/elements/requests_by_sm.h"

#include "core/trace/io/bytes.h"
#include "core/trace/model/element_access.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace hitmap {

using namespace hmt;

namespace {

const BytesPlace& place_in_memory() {
    static const BytesPlace place{"copy of the requests", "a piece"};
    return place;
}

Bytes unpacked(const PackedChunk& chunk) {
    return chunk.header.deflated() ? inflate(chunk.payload, chunk.header.plain_bytes, place_in_memory())
                                   : chunk.payload;
}

} // namespace

/// Divides a block into the pieces of its SMs.
class RequestsBySm::Packer {
public:
    Packer(const HmtFile& file, const ElementAccessFinder& finder) : file_(file), finder_(finder) {}

    /// Adds the warps of the block to `warps`.
    std::vector<StoredPiece> pack(std::size_t block, const JobContext& job, std::vector<SmOfWarp>& warps) {
        position_ = file_.blocks()[block].first_position.value;
        file_.read_pieces(
            block,
            [&](const RequestView& requests) {
                job.check();
                divide(requests);
                return true;
            },
            job.stop);
        std::vector<StoredPiece> stored;
        for (auto& [sm, piece] : pieces_) {
            job.check();
            add_warps(piece.requests, warps);
            stored.push_back(store(sm, piece, job));
        }
        pieces_.clear();
        return stored;
    }

private:
    struct Growing {
        RequestBlock requests;
        ByteWriter numbers;
        ByteWriter positions;
        std::uint64_t number = 0; ///< of the last request
        std::uint64_t position = 0;
    };

    void divide(const RequestView& requests) {
        for (std::size_t i = 0; i < requests.entries.size(); ++i) {
            RequestBlock::Entry entry = requests.entries[i];
            const auto addresses = requests.addresses_of(entry);
            Growing& piece = pieces_[entry.sm];
            const std::uint64_t number = requests.first_request.value + i;
            piece.numbers.varint(number - std::exchange(piece.number, number));
            piece.positions.varint(position_ - std::exchange(piece.position, position_));
            position_ += finder_.count(entry.instruction, entry.mask, addresses.data());
            entry.first_address = static_cast<std::uint32_t>(piece.requests.addresses.size());
            piece.requests.entries.push_back(entry);
            piece.requests.addresses.insert(piece.requests.addresses.end(), addresses.begin(),
                                            addresses.end());
        }
    }

    static void add_warps(const RequestBlock& requests, std::vector<SmOfWarp>& warps) {
        const std::size_t before = warps.size();
        for (const RequestBlock::Entry& entry : requests.entries)
            warps.push_back({entry.launch, entry.warp, entry.sm});
        const auto begin = warps.begin() + static_cast<std::ptrdiff_t>(before);
        std::sort(begin, warps.end());
        warps.erase(std::unique(begin, warps.end()), warps.end());
    }

    StoredPiece store(std::uint32_t sm, Growing& piece, const JobContext& job) const {
        StoredPiece stored;
        stored.sm = sm;
        stored.head.requests = static_cast<std::uint32_t>(piece.requests.entries.size());
        stored.head.lane_accesses = piece.requests.addresses.size();
        constexpr bool quick = true;
        constexpr int level = 1;
        stored.requests =
            pack_chunk(request_chunk, 0, {},
                       encode_block(piece.requests, file_.info().instructions, quick, job.stop), level);
        ByteWriter places;
        places.raw(piece.numbers.bytes());
        places.raw(piece.positions.bytes());
        stored.places = pack_chunk(request_chunk, 0, {}, places.bytes(), level);
        for (PackedChunk* chunk : {&stored.requests, &stored.places})
            chunk->payload.shrink_to_fit();
        return stored;
    }

    const HmtFile& file_;
    const ElementAccessFinder& finder_;
    std::uint64_t position_ = 0; ///< of the next element access
    std::map<std::uint32_t, Growing> pieces_;
};

RequestsBySm::RequestsBySm(const HmtFile& file, ThreadPool& pool, const JobContext& job)
    : limits_{static_cast<std::uint32_t>(file.info().launches.size()),
              static_cast<std::uint32_t>(file.info().instructions.size()), file.info().device.sm_count,
              file.info().device.warp_slots_per_sm},
      blocks_(file.blocks().size()) {
    const ElementAccessFinder finder(file.info());
    std::vector<std::vector<SmOfWarp>> warps(blocks_.size());
    job.begin("copying the requests of each SM", blocks_.size(), "blocks");
    parallel_for(pool, blocks_.size(), 1, [&](std::size_t begin, std::size_t end) {
        Packer packer(file, finder);
        for (std::size_t i = begin; i < end; ++i) {
            blocks_[i] = packer.pack(i, job, warps[i]);
            job.add(1);
        }
    });
    for (std::vector<SmOfWarp>& of_block : warps) {
        const auto before = static_cast<std::ptrdiff_t>(sms_.size());
        std::ranges::sort(of_block);
        sms_.insert(sms_.end(), of_block.begin(), of_block.end());
        std::inplace_merge(sms_.begin(), sms_.begin() + before, sms_.end());
        sms_.erase(std::unique(sms_.begin(), sms_.end()), sms_.end());
    }
    sms_.shrink_to_fit();
}

void RequestsBySm::read(std::size_t block, std::uint32_t sm, Piece& out, const JobContext& job) const {
    out.requests.clear();
    out.numbers.clear();
    out.positions.clear();
    const auto found = std::ranges::find(blocks_[block], sm, &StoredPiece::sm);
    if (found == blocks_[block].end()) return;
    decode_block(unpacked(found->requests), found->head, limits_, place_in_memory(), out.requests, job.stop);
    const Bytes places = unpacked(found->places);
    ByteReader in(places, place_in_memory());
    const auto read_rising = [&](std::vector<std::uint64_t>& values) {
        std::uint64_t value = 0;
        for (std::uint32_t i = 0; i < found->head.requests; ++i)
            values.push_back(value += in.varint("a difference"));
    };
    read_rising(out.numbers);
    read_rising(out.positions);
}

std::vector<std::uint32_t> RequestsBySm::sms_of(std::uint32_t launch, std::uint32_t warp) const {
    std::vector<std::uint32_t> sms;
    for (auto at = std::ranges::lower_bound(sms_, SmOfWarp{launch, warp, 0});
         at != sms_.end() && at->launch == launch && at->warp == warp; ++at)
        sms.push_back(at->sm);
    return sms;
}

std::uint64_t RequestsBySm::memory_bytes() const {
    std::uint64_t bytes = sms_.capacity() * sizeof(SmOfWarp);
    for (const std::vector<StoredPiece>& block : blocks_)
        for (const StoredPiece& piece : block)
            bytes +=
                sizeof(StoredPiece) + piece.requests.payload.capacity() + piece.places.payload.capacity();
    return bytes;
}

std::shared_ptr<const RequestsBySm> RequestsBySmOnce::get(const HmtFile& file, ThreadPool& pool,
                                                          const JobContext& job) {
    return requests_.get([&] { return std::make_shared<const RequestsBySm>(file, pool, job); }, job);
}

} // namespace hitmap
