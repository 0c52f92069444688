#include "core/base/error.h"
#include "core/trace/hmt/file/hmt_file_impl.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hitmap {

using namespace hmt;

/// Launches must be in the order of their first requests. In a truncated recording, the last launches may
/// begin after the end of the remaining requests; none of these belong to them.
void HmtFile::Impl::check_launches() {
    if (info.launches.size() > RecordingLimits::launches)
        fail("launches",
             fmt::format("expected at most {}, found {}", RecordingLimits::launches, info.launches.size()));
    std::uint64_t first = 0;
    for (std::size_t i = 0; i < info.launches.size(); ++i) {
        const std::uint64_t found = info.launches[i].first_request.value;
        if (found < first || (found > info.requests && !index->incomplete))
            fail(fmt::format("launch {}", i), fmt::format("expected a first request from {} to {}, found {}",
                                                          first, info.requests, found));
        first = found;
    }
    while (!info.launches.empty() && info.launches.back().first_request.value > info.requests)
        info.launches.pop_back();
}

void HmtFile::Impl::check_accesses(std::uint64_t end, std::uint64_t accesses) const {
    if (blocks.empty() || end == 0) return;
    const auto after = std::upper_bound(
        blocks.begin(), blocks.end(), end - 1,
        [](std::uint64_t request, const HmtBlock& block) { return request < block.first_request.value; });
    const auto i = static_cast<std::size_t>(after - blocks.begin()) - 1;
    const std::uint64_t most = accesses_up_to[i];
    const std::uint64_t least = end == heads[i].first_request + heads[i].requests ? most
                                : i == 0                                          ? 0
                                                                                  : accesses_up_to[i - 1];
    if (accesses < least || accesses > most)
        fail(requests[i]->place(source->name()).place,
             fmt::format("expected {} element accesses up to its end, found {} before request {}", most,
                         accesses, end));
}

void HmtFile::Impl::check_complete() const {
    if (info.incomplete)
        fail(fmt::format("byte {}", source->size()),
             fmt::format("expected a table of contents, found the end of the file after {} whole blocks with "
                         "{} requests",
                         blocks.size(), info.requests));
}

void HmtFile::Impl::check_tags(const std::vector<LaneTagRun>& tags) const {
    for (const LaneTagRun& run : tags) {
        if (run.lane >= info.device.warp_size)
            fail("lane tags",
                 fmt::format("expected a lane below {}, found {}", info.device.warp_size, run.lane));
        if (run.launch >= info.launches.size() || run.first_request.value > info.requests)
            fail("lane tags",
                 fmt::format("expected a launch below {} and a request up to {}, found {} and {}",
                             info.launches.size(), info.requests, run.launch, run.first_request.value));
    }
}

template <class Chunks>
void HmtFile::Impl::check_events(const EventIndex<Chunks>& of, std::string_view what,
                                 const JobContext& job) const {
    typename Chunks::Events events;
    typename Chunks::Counts found{};
    for (std::size_t i = 0; i < of.size(); ++i) {
        job.check();
        read_events(of, i, events);
        for (const auto& event : Chunks::events_of(events)) {
            Chunks::count(event, found);
            const std::uint64_t first = info.launches[event.launch].first_request.value;
            if (event.request.value < first)
                fail(what,
                     fmt::format("expected an event of launch {} at or after its first request, {}, found {}",
                                 event.launch, first, event.request.value));
        }
    }
    if (found != of.counts()) fail(what, "expected as many as the heads of the chunks say, found others");
}

void HmtFile::Impl::check_all_events(const JobContext& job) const {
    check_events(executions, "execution events", job);
    check_events(rays, "ray events", job);
}

void HmtFile::Impl::check_contents(std::size_t allocation, std::size_t found) const {
    const Allocation& expected = info.allocations[allocation];
    if (found != 0 && found != expected.bytes)
        fail("contents", fmt::format("expected {} bytes of allocation '{}', found {}", expected.bytes,
                                     expected.name, found));
}

void HmtFile::Impl::check_requests(std::size_t i, const RequestView& piece, const ElementAccessFinder& finder,
                                   PerKind<std::uint64_t>& found) const {
    const std::string place = requests[i]->place(source->name()).place;
    // The accesses of one request: those of all could take more memory than the requests.
    std::vector<ElementAccess> accesses;
    for (std::size_t r = 0; r < piece.entries.size(); ++r) {
        const auto& entry = piece.entries[r];
        const Launch& launch = info.launches[entry.launch];
        if (piece.first_request.value + r < launch.first_request.value)
            fail(place, fmt::format("expected request {} at or after its launch's first, {}",
                                    piece.first_request.value + r, launch.first_request.value));
        accesses.clear();
        try {
            finder.find(entry.instruction, entry.mask, piece.addresses.data() + entry.first_address, 0,
                        accesses);
        } catch (const Error& error) {
            fail(place, error.what());
        }
        for (const ElementAccess& access : accesses)
            ++found[access.kind];
    }
}

void HmtFile::Impl::check_counts(std::size_t i, const PerKind<std::uint64_t>& found) const {
    for (std::size_t kind = 0; kind < found.size(); ++kind)
        if (found[kind] != heads[i].element_accesses[kind])
            fail(requests[i]->place(source->name()).place,
                 fmt::format("expected {} accesses to {}, found {}", heads[i].element_accesses[kind],
                             element_kinds()[kind].plural, found[kind]));
}

} // namespace hitmap
