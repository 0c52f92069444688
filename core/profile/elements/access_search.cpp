#include "core/profile/elements/access_search.h"

#include "core/profile/elements/access_matcher.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// The accesses of one block that match.
class BlockSearch {
public:
    /// @param stops_at_limit  whether the search ends when the list is full
    BlockSearch(const AccessMatcher& matcher, std::uint64_t limit, bool stops_at_limit)
        : matcher_(matcher), limit_(limit), stops_at_limit_(stops_at_limit) {}

    [[nodiscard]] AccessList run(const HmtFile& file, std::size_t block, const JobContext& job) {
        position_ = file.blocks()[block].first_position.value;
        if (!is_done())
            file.read_pieces(
                block,
                [&](const RequestView& piece) {
                    job.check();
                    search(piece);
                    const std::uint64_t next = piece.first_request.value + piece.entries.size();
                    return !is_done() && matcher_.may_match_from(next, position_);
                },
                job.stop);
        return std::move(list_);
    }

    /// Finds the accesses of a pixel in a copy of the requests.
    [[nodiscard]] AccessList run(const RequestsBySm& requests, std::size_t block, const JobContext& job) {
        RequestsBySm::Piece piece;
        const std::vector<std::uint32_t> sms = matcher_.sms_of_pixel(requests);
        AccessList all;
        for (const std::uint32_t sm : sms) {
            job.check();
            requests.read(block, sm, piece, job);
            search(piece); // at most limit_ accesses of each SM, since the first ones may be of any of them
            all.found += list_.found;
            all.accesses.insert(all.accesses.end(), list_.accesses.begin(), list_.accesses.end());
            list_ = {};
        }
        // Requests of several SMs alternate. Those of one are in order, and so are the accesses of a request.
        if (sms.size() > 1) std::ranges::stable_sort(all.accesses, {}, &LaneAccess::request);
        if (all.accesses.size() > limit_) all.accesses.resize(limit_);
        return all;
    }

private:
    void search(const RequestView& piece);
    void search(const RequestsBySm::Piece& piece);
    void add_request(const RequestBlock::Entry& entry, std::uint64_t number, const std::uint64_t* addresses,
                     std::uint32_t lanes);
    void add_lane(LaneAccess& access, std::span<const ElementAccess> elements, std::uint64_t position);
    void add(const LaneAccess& access);
    [[nodiscard]] bool is_done() const { return stops_at_limit_ && list_.accesses.size() >= limit_; }

    const AccessMatcher& matcher_;
    std::uint64_t limit_;
    bool stops_at_limit_;
    std::uint64_t position_ = 0;          ///< of the next element access
    std::vector<ElementAccess> elements_; ///< of the present request
    AccessList list_;
};

void BlockSearch::search(const RequestView& piece) {
    for (std::size_t i = 0; i < piece.entries.size() && !is_done(); ++i) {
        const RequestBlock::Entry& entry = piece.entries[i];
        const std::uint64_t* const addresses = piece.addresses.data() + entry.first_address;
        const std::uint64_t number = piece.first_request.value + i;
        if (const std::uint32_t lanes = matcher_.lanes_of(number, entry); lanes != 0) {
            add_request(entry, number, addresses, lanes);
            position_ += elements_.size();
        } else {
            position_ += matcher_.finder().count(entry.instruction, entry.mask, addresses);
        }
    }
}

void BlockSearch::search(const RequestsBySm::Piece& piece) {
    for (std::size_t i = 0; i < piece.requests.entries.size() && !is_done(); ++i) {
        const RequestBlock::Entry& entry = piece.requests.entries[i];
        const std::uint32_t lanes = matcher_.lanes_of(piece.numbers[i], entry);
        if (lanes == 0) continue;
        position_ = piece.positions[i];
        add_request(entry, piece.numbers[i], piece.requests.addresses.data() + entry.first_address, lanes);
    }
}

/// Adds the accesses of a request whose first element access is at `position_`, and keeps its element
/// accesses.
void BlockSearch::add_request(const RequestBlock::Entry& entry, std::uint64_t number,
                              const std::uint64_t* addresses, std::uint32_t lanes) {
    elements_.clear();
    matcher_.finder().find(entry.instruction, entry.mask, addresses, 0, elements_);
    std::size_t next = 0;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++addresses) {
        const auto lane = static_cast<std::uint8_t>(std::countr_zero(rest));
        const std::size_t begin = next;
        while (next < elements_.size() && elements_[next].lane == lane)
            ++next;
        if ((lanes >> lane & 1U) == 0 || !matcher_.selects_bytes(entry.instruction, *addresses)) continue;
        LaneAccess access;
        access.request = number;
        access.address = *addresses;
        access.launch = entry.launch;
        access.sm = entry.sm;
        access.warp = entry.warp;
        access.instruction = entry.instruction;
        access.mask = entry.mask;
        access.lane = lane;
        access.allocation = matcher_.allocation_at(entry.instruction, *addresses, number);
        if (matcher_.selects(access))
            add_lane(access, std::span(elements_).subspan(begin, next - begin), position_ + begin);
    }
}

/// `elements`: those that the lane accesses, the first of which is at `position`.
void BlockSearch::add_lane(LaneAccess& access, std::span<const ElementAccess> elements,
                           std::uint64_t position) {
    const auto& wanted = matcher_.selection().element;
    const std::uint64_t of_request = matcher_.counts_requests() ? access.request : position_;
    if (elements.empty() && !wanted && matcher_.selects_position(of_request)) add(access);
    for (const ElementAccess& element : elements) {
        const std::uint64_t at = position++;
        if (wanted && (wanted->kind != element.kind || wanted->element != element.element)) continue;
        if (!matcher_.selects_position(at)) continue;
        access.element = {element.kind, element.element, at};
        add(access);
    }
}

void BlockSearch::add(const LaneAccess& access) {
    ++list_.found;
    if (list_.accesses.size() >= limit_) return;
    list_.accesses.emplace_back(access).tag = matcher_.tag_of(access);
}

/// Appends what was found in the next block.
void append(AccessList& list, AccessList&& next, std::uint64_t limit) {
    list.found += next.found;
    const std::size_t count = std::min<std::uint64_t>(next.accesses.size(), limit - list.accesses.size());
    list.accesses.insert(list.accesses.end(), next.accesses.begin(),
                         next.accesses.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace

AccessList find_accesses(const HmtFile& file, const LaneRuns* runs, const AccessSelection& selection,
                         std::uint64_t limit, const JobContext& job, SearchEnd end, ThreadPool* pool,
                         const RequestsBySm* by_sm) {
    const AccessMatcher matcher(file, runs, selection);
    std::vector<std::size_t> blocks;
    for (std::size_t i = 0; i < file.blocks().size(); ++i)
        if (matcher.may_match_block(i)) blocks.push_back(i);
    job.begin("finding accesses", blocks.size(), "blocks");
    const bool everywhere = end == SearchEnd::everywhere;
    const std::size_t at_once = pool != nullptr && everywhere ? pool->size() : 1;
    AccessList list;
    for (std::size_t next = 0; next < blocks.size();) {
        const bool found_enough = end == SearchEnd::any && !list.accesses.empty();
        if (!everywhere && (found_enough || list.accesses.size() >= limit)) {
            list.complete = false;
            break;
        }
        std::vector<AccessList> found(std::min(at_once, blocks.size() - next));
        const auto search = [&](std::size_t begin, std::size_t last) {
            for (std::size_t i = begin; i < last; ++i) {
                BlockSearch of_block(matcher, limit - list.accesses.size(), !everywhere);
                found[i] = selection.pixel && by_sm != nullptr ? of_block.run(*by_sm, blocks[next + i], job)
                                                               : of_block.run(file, blocks[next + i], job);
                job.add(1);
            }
        };
        if (found.size() == 1)
            search(0, 1);
        else
            parallel_for(*pool, found.size(), 1, search);
        for (AccessList& each : found)
            append(list, std::move(each), limit);
        next += found.size();
    }
    if (!everywhere && list.accesses.size() >= limit) list.complete = false;
    return list;
}

} // namespace hitmap
