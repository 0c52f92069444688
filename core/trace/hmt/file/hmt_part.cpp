#include "core/base/error.h"
#include "core/trace/hmt/file/hmt_file_impl.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>

namespace hitmap {

using namespace hmt;

namespace {

/// The range of requests that has all of some launches; everything if these are all of the recording.
PartRange range_of(const std::vector<LaunchRequests>& launches, const PartRange& chosen,
                   std::uint64_t requests) {
    if (chosen.is_whole()) return {0, requests};
    PartRange range{requests, 0};
    for (std::size_t i = chosen.first; i < std::min<std::uint64_t>(chosen.last, launches.size()); ++i)
        range = {std::min(range.first, launches[i].first), std::max(range.last, launches[i].end)};
    return range;
}

/// Throws FileError if the range of the part names something that the recording does not have.
/// @param name   "launches", "requests", "positions"
/// @param count  how many of these the recording has
void check_range(const std::string& file, std::string_view name, const PartRange& range,
                 std::uint64_t count) {
    if (range.is_whole()) return;
    const std::uint64_t last = range.last == PartRange::to_end ? range.first : range.last;
    if (range.first >= count || last > count)
        throw FileError(
            file, "part",
            fmt::format("expected {} {}, numbered from 0, found {}", count, name, to_string(range)));
}

PerKind<std::uint64_t> count_accesses(const ElementAccessFinder& finder, const RequestBlock& block) {
    PerKind<std::uint64_t> counts;
    std::vector<ElementAccess> accesses; // of one request
    for (const auto& entry : block.entries) {
        accesses.clear();
        finder.find(entry.instruction, entry.mask, block.addresses.data() + entry.first_address, 0, accesses);
        for (const ElementAccess& access : accesses)
            ++counts.at(access.kind);
    }
    return counts;
}

/// Adds a request of `from` behind those of `out`.
void append(const RequestView& from, std::size_t request, RequestBlock& out) {
    RequestBlock::Entry entry = from.entries[request];
    const auto addresses = from.addresses_of(entry);
    entry.first_address = static_cast<std::uint32_t>(out.addresses.size());
    out.entries.push_back(entry);
    out.addresses.insert(out.addresses.end(), addresses.begin(), addresses.end());
}

bool same_lane(const LaneTagRun& a, const LaneTagRun& b) {
    return a.launch == b.launch && a.warp == b.warp && a.lane == b.lane;
}

} // namespace

HmtFile::Impl::Impl(const Impl& whole, const RecordingPart& part, const JobContext& job)
    : source(whole.source), index(whole.index), info(whole.info), is_part(true) {
    if (info.has_sums()) {
        take_sums(whole, part);
        return;
    }
    const Borders borders = whole.borders_of(part, job);
    launches_of_file = whole.is_part
                           ? whole.launches_of_file
                           : std::make_shared<const std::vector<LaunchRequests>>(whole.launch_requests(job));
    first_request = whole.number_in_file(borders.first_request);
    end_request = whole.number_in_file(borders.last_request);
    if (borders.has_others || whole.selection) selection = whole.select_requests(borders, job);
    part_key = whole.part_key;
    part_key.insert(part_key.end(), {borders.first_request, borders.last_request, borders.first_launch,
                                     borders.last_launch, selection ? selection->size() : 0});
    take_tables(whole, borders);
    take_blocks(whole, job);
    count_positions();
    take_events(whole, borders, job);
}

bool HmtFile::Impl::contains(std::uint64_t request) const {
    if (selection) return selection->contains(request);
    return !is_part || (request >= first_request && request < end_request);
}

std::uint64_t HmtFile::Impl::number_in_part(std::uint64_t request) const {
    if (selection) return selection->before(request);
    return is_part ? std::clamp(request, first_request, end_request) - first_request : request;
}

std::uint64_t HmtFile::Impl::number_in_file(std::uint64_t number) const {
    if (selection) return number < selection->size() ? selection->behind(number + 1) - 1 : end_request;
    return first_request + number;
}

/// Returns the first request before which there are at least `position` element accesses.
std::uint64_t HmtFile::Impl::first_request_at(std::uint64_t position, const JobContext& job) const {
    if (info.axis_is_requests()) return position;
    const auto end =
        std::lower_bound(blocks.begin(), blocks.end(), position, [](const HmtBlock& block, std::uint64_t p) {
            return block.first_position.value < p;
        });
    if (end == blocks.begin()) return 0;
    const auto i = static_cast<std::size_t>(end - blocks.begin()) - 1;
    job.check();
    RequestBlock block;
    decode(i, block, job.stop);
    const ElementAccessFinder finder(info);
    std::vector<ElementAccess> accesses;
    std::uint64_t before = blocks[i].first_position.value;
    std::uint64_t request = blocks[i].first_request.value;
    for (const auto& entry : block.entries) {
        if (before >= position) break;
        accesses.clear();
        finder.find(entry.instruction, entry.mask, block.addresses.data() + entry.first_address, 0, accesses);
        before += accesses.size();
        ++request;
    }
    return request;
}

HmtFile::Impl::Borders HmtFile::Impl::borders_of(const RecordingPart& part, const JobContext& job) const {
    const std::string& name = source->name();
    if (info.requests == 0) fail("part", "expected a recording with requests, found none in it");
    check_range(name, "launches", part.launches, info.launches.size());
    check_range(name, "requests", part.requests, info.requests);
    check_range(name, "positions", part.positions, info.positions());

    Borders borders;
    borders.first_launch = part.launches.first;
    borders.last_launch = std::min<std::uint64_t>(part.launches.last, info.launches.size());
    const std::vector<LaunchRequests>& launches = launch_requests(job);
    const PartRange of_launches = range_of(launches, part.launches, info.requests);
    const std::uint64_t first_of_positions = first_request_at(part.positions.first, job);
    // Requests after the last access are at the last position, too.
    const std::uint64_t last_of_positions =
        part.positions.last >= info.positions() ? info.requests : first_request_at(part.positions.last, job);
    borders.first_request = std::max({of_launches.first, part.requests.first, first_of_positions});
    borders.last_request = std::min({of_launches.last, part.requests.last, last_of_positions, info.requests});
    if (borders.first_request >= borders.last_request)
        fail("part", fmt::format("expected at least one request, found none: launches {} are requests {}:{}, "
                                 "requests {}, positions {} are requests {}:{}",
                                 to_string(part.launches), of_launches.first, of_launches.last,
                                 to_string(part.requests), to_string(part.positions), first_of_positions,
                                 last_of_positions));
    // Launches without requests are in the part if it was given by launches.
    while (borders.first_request > of_launches.first && borders.first_launch + 1 < borders.last_launch &&
           launches[borders.first_launch].end <= borders.first_request)
        ++borders.first_launch;
    while (borders.last_request < of_launches.last && borders.last_launch > borders.first_launch + 1 &&
           info.launches[borders.last_launch - 1].first_request.value >= borders.last_request)
        --borders.last_launch;
    if (part.launches.is_whole()) return borders;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        // Events of such a launch can be before its first request.
        if (launches[i].count != launches[i].end - launches[i].first ||
            launches[i].first != info.launches[i].first_request.value)
            borders.is_of_launches = true;
        if ((i < borders.first_launch || i >= borders.last_launch) && launches[i].count != 0 &&
            launches[i].first < borders.last_request && launches[i].end > borders.first_request)
            borders.has_others = true;
    }
    return borders;
}

void HmtFile::Impl::take_tables(const Impl& whole, const Borders& borders) {
    const auto shifted = [&](RequestIndex request) {
        const std::uint64_t in_whole = std::min(request.value, whole.info.requests);
        return RequestIndex(number_in_part(whole.number_in_file(in_whole)));
    };
    info.launches.resize(borders.last_launch);
    for (Launch& launch : info.launches)
        launch.first_request = shifted(launch.first_request);
    for (Allocation& allocation : info.allocations) {
        allocation.first_request = shifted(allocation.first_request);
        if (allocation.last_request.value != PartRange::to_end)
            allocation.last_request = shifted(allocation.last_request);
    }
    info.requests = info.lane_accesses = info.executions = 0;
    info.rays = {};
    info.element_accesses = {};
    info.incomplete = whole.info.incomplete && borders.last_request == whole.info.requests;

    const std::string range =
        fmt::format("requests {}:{} of {}", borders.first_request, borders.last_request, whole.info.requests);
    set_part_option(whole, borders.has_others ? fmt::format("{} of {}", selection->size(), range) : range,
                    {borders.first_launch, borders.last_launch});
}

void HmtFile::Impl::take_sums(const Impl& whole, const RecordingPart& part) {
    const std::string& name = source->name();
    if (!part.requests.is_whole())
        fail("part",
             fmt::format("expected a part of launches or positions of a recording that has sums in the "
                         "place of requests, found requests {}",
                         to_string(part.requests)));
    check_range(name, "launches", part.launches, info.launches.size());
    check_range(name, "positions", part.positions, info.positions());
    const std::vector<RecordedFrame>& frames = whole.sums.frames();
    const auto first_of_launch = [&](std::uint64_t launch) {
        return static_cast<std::uint64_t>(
            std::ranges::lower_bound(frames, launch, {}, &RecordedFrame::launch) - frames.begin());
    };
    const std::uint64_t first = std::max(first_of_launch(part.launches.first), part.positions.first);
    const std::uint64_t last = std::min(first_of_launch(part.launches.last), part.positions.last);
    if (first >= last)
        fail("part", fmt::format("expected at least one frame, found none in launches {}, positions {}",
                                 to_string(part.launches), to_string(part.positions)));
    sums = whole.sums.part(first, last);
    info.sums = sums.summary();
    info.executions = 0; // events are before requests, of which there are none
    info.rays = {};
    const PartRange launches{frames[first].launch, frames[last - 1].launch + std::uint64_t{1}};
    info.launches.resize(launches.last);
    info.incomplete = whole.info.incomplete && last == frames.size();
    set_part_option(whole, fmt::format("frames {}:{} of {}", first, last, frames.size()), launches);
}

void HmtFile::Impl::set_part_option(const Impl& whole, std::string_view range, const PartRange& launches) {
    std::string text(range);
    if (whole.info.launches.size() > 1)
        text +=
            fmt::format(", launches {}:{} of {}", launches.first, launches.last, whole.info.launches.size());
    text += fmt::format(", in {}{}", std::filesystem::path(source->name()).filename().string(),
                        whole.info.incomplete ? " (incomplete)" : "");
    const auto earlier = std::ranges::find(info.options, part_option,
                                           [](const auto& option) { return std::string_view(option.first); });
    if (earlier == info.options.end())
        info.options.emplace_back(part_option, std::move(text));
    else
        earlier->second = fmt::format("{}: {}", text, earlier->second);
}

void HmtFile::Impl::take_blocks(const Impl& whole, const JobContext& job) {
    const ElementAccessFinder finder(info);
    for (std::size_t i = 0; i < whole.blocks.size(); ++i) {
        const BlockHead in_file = whole.head_in_file(i);
        BlockHead head = whole.heads[i];
        head.first_request = number_in_part(in_file.first_request);
        const std::uint64_t end = number_in_part(in_file.first_request + in_file.requests);
        if (head.first_request == end) continue;
        job.check();
        head.requests = static_cast<std::uint32_t>(end - head.first_request);
        head.launches = std::min(head.launches, static_cast<std::uint32_t>(info.launches.size()));
        const bool is_cut = head.requests != whole.heads[i].requests;
        add_block(head, *whole.requests[i]);
        if (!is_cut) continue;
        RequestBlock block;
        decode(blocks.size() - 1, block, job.stop);
        const BlockHead before = heads.back();
        heads.back().lane_accesses = blocks.back().lane_accesses = block.addresses.size();
        try {
            heads.back().element_accesses = count_accesses(finder, block);
        } catch (const Error& error) {
            fail(whole.requests[i]->place(source->name()).place, error.what());
        }
        info.lane_accesses -= before.lane_accesses - heads.back().lane_accesses;
        for (std::size_t kind = 0; kind < info.element_accesses.size(); ++kind)
            info.element_accesses[kind] +=
                heads.back().element_accesses[kind] - before.element_accesses[kind];
    }
}

void HmtFile::Impl::take_events(const Impl& whole, const Borders& borders, const JobContext& job) {
    if (whole.executions.size() == 0 && whole.rays.size() == 0) return;
    events_of_part = {first_request,
                      end_request,
                      borders.first_launch,
                      borders.last_launch,
                      borders.is_of_launches || whole.events_of_part.is_of_launches,
                      *launches_of_file};
    executions = whole.executions.part(*source, whole.info, events_of_part, job);
    rays = whole.rays.part(*source, whole.info, events_of_part, job);
    info.executions = executions.counts();
    info.rays = rays.counts();
}

void HmtFile::Impl::reduce_to_part(std::size_t i, const BlockHead& in_file, RequestBlock& block) const {
    const BlockHead& head = heads[i];
    if (head.requests != in_file.requests) {
        RequestBlock whole;
        std::swap(whole, block);
        RequestBlock kept;
        block.append(reduced_to_part(i, whole, kept));
    }
    block.first_request.value = head.first_request;
    check_launches_of_part(i, block.entries);
}

RequestView HmtFile::Impl::reduced_to_part(std::size_t i, const RequestView& piece,
                                           RequestBlock& kept) const {
    const std::uint64_t begin = piece.first_request.value;
    RequestView reduced;
    reduced.first_request.value = number_in_part(begin);
    reduced.addresses = piece.addresses;
    if (selection) {
        kept.clear();
        for (std::size_t r = 0; r < piece.entries.size(); ++r)
            if (selection->contains(begin + r)) append(piece, r, kept);
        reduced.entries = kept.entries;
        reduced.addresses = kept.addresses;
    } else {
        const std::uint64_t from = std::clamp(begin, first_request, end_request);
        const std::uint64_t to = std::clamp(begin + piece.entries.size(), first_request, end_request);
        if (from < to) reduced.entries = piece.entries.subspan(from - begin, to - from);
    }
    check_launches_of_part(i, reduced.entries);
    return reduced;
}

void HmtFile::Impl::check_launches_of_part(std::size_t i,
                                           std::span<const RequestBlock::Entry> entries) const {
    for (const RequestBlock::Entry& entry : entries)
        if (entry.launch >= info.launches.size())
            fail(
                requests[i]->place(source->name()).place,
                fmt::format("expected requests of launches that have begun, below {}, found one of launch {}",
                            info.launches.size(), entry.launch));
}

void HmtFile::Impl::drop_tags_outside(std::vector<LaneTagRun>& runs, std::size_t begin) const {
    runs.erase(std::remove_if(runs.begin() + static_cast<std::ptrdiff_t>(begin), runs.end(),
                              [&](const LaneTagRun& run) {
                                  return run.launch >= info.launches.size() ||
                                         run.first_request.value >= end_request;
                              }),
               runs.end());
}

void HmtFile::Impl::reduce_to_part(std::vector<LaneTagRun>& runs) const {
    for (LaneTagRun& run : runs)
        run.first_request = RequestIndex(number_in_part(run.first_request.value));
    std::size_t kept = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool is_replaced = i + 1 < runs.size() && same_lane(runs[i], runs[i + 1]) &&
                                 runs[i + 1].first_request == runs[i].first_request;
        if (!is_replaced) runs[kept++] = runs[i];
    }
    runs.resize(kept);
}

} // namespace hitmap
