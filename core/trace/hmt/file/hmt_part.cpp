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

/// Returns the request with number `request` of the file, counted from the first of the part.
RequestIndex shifted(RequestIndex request, std::uint64_t first, std::uint64_t last) {
    return RequestIndex(std::clamp(request.value, first, last) - first);
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

std::array<std::uint64_t, 3> count_accesses(const ElementAccessFinder& finder, const RequestBlock& block) {
    std::array<std::uint64_t, 3> counts{};
    std::vector<ElementAccess> accesses; // of one request
    for (const auto& entry : block.entries) {
        accesses.clear();
        finder.find(entry.instruction, entry.mask, block.addresses.data() + entry.first_address, 0, accesses);
        for (const ElementAccess& access : accesses)
            ++counts.at(access.kind);
    }
    return counts;
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
    first_request = whole.first_request + borders.first_request;
    take_tables(whole, borders);
    take_blocks(whole, borders, job);
    count_positions();
    take_executions(whole, borders, job);
}

std::uint64_t HmtFile::Impl::end_of_launch(std::size_t launch) const {
    return launch + 1 < info.launches.size() ? info.launches[launch + 1].first_request.value : info.requests;
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
    const std::uint64_t first_of_launches =
        part.launches.first == 0 ? 0 : info.launches[borders.first_launch].first_request.value;
    const std::uint64_t last_of_launches =
        borders.last_launch == 0 ? info.requests : end_of_launch(borders.last_launch - 1);
    const std::uint64_t first_of_positions = first_request_at(part.positions.first, job);
    // Requests after the last access are at the last position, too.
    const std::uint64_t last_of_positions =
        part.positions.last >= info.positions() ? info.requests : first_request_at(part.positions.last, job);
    borders.first_request = std::max({first_of_launches, part.requests.first, first_of_positions});
    borders.last_request = std::min({last_of_launches, part.requests.last, last_of_positions, info.requests});
    if (borders.first_request >= borders.last_request)
        fail("part", fmt::format("expected at least one request, found none: launches {} are requests {}:{}, "
                                 "requests {}, positions {} are requests {}:{}",
                                 to_string(part.launches), first_of_launches, last_of_launches,
                                 to_string(part.requests), to_string(part.positions), first_of_positions,
                                 last_of_positions));
    // Launches without requests are in the part if it was given by launches.
    while (borders.first_request > first_of_launches &&
           end_of_launch(borders.first_launch) <= borders.first_request)
        ++borders.first_launch;
    while (borders.last_request < last_of_launches && borders.last_launch > borders.first_launch + 1 &&
           info.launches[borders.last_launch - 1].first_request.value >= borders.last_request)
        --borders.last_launch;
    return borders;
}

void HmtFile::Impl::take_tables(const Impl& whole, const Borders& borders) {
    const std::uint64_t first = borders.first_request;
    const std::uint64_t last = borders.last_request;
    info.launches.resize(borders.last_launch);
    for (Launch& launch : info.launches)
        launch.first_request = shifted(launch.first_request, first, last);
    for (Allocation& allocation : info.allocations) {
        allocation.first_request = shifted(allocation.first_request, first, last);
        if (allocation.last_request.value != PartRange::to_end)
            allocation.last_request = shifted(allocation.last_request, first, last);
    }
    info.requests = info.lane_accesses = info.executions = 0;
    info.element_accesses = {};
    info.incomplete = whole.info.incomplete && last == whole.info.requests;

    set_part_option(whole, fmt::format("requests {}:{} of {}", first, last, whole.info.requests),
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

void HmtFile::Impl::take_blocks(const Impl& whole, const Borders& borders, const JobContext& job) {
    const ElementAccessFinder finder(info);
    for (std::size_t i = 0; i < whole.blocks.size(); ++i) {
        BlockHead head = whole.heads[i];
        const std::uint64_t end = head.first_request + head.requests;
        if (end <= borders.first_request || head.first_request >= borders.last_request) continue;
        job.check();
        const std::uint64_t first = std::max(head.first_request, borders.first_request);
        const std::uint64_t last = std::min(end, borders.last_request);
        const bool is_cut = last - first != head.requests;
        head.first_request = first - borders.first_request;
        head.requests = static_cast<std::uint32_t>(last - first);
        head.launches = std::min(head.launches, static_cast<std::uint32_t>(borders.last_launch));
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

void HmtFile::Impl::take_executions(const Impl& whole, const Borders& borders, const JobContext& job) {
    if (whole.executions.size() == 0) return;
    ExecutionIndex::Part& part = executions_of_part;
    part = {first_request,
            first_request + borders.last_request - borders.first_request,
            borders.first_launch,
            borders.last_launch,
            whole.is_part ? whole.executions_of_part.launches : whole.info.launches,
            whole.is_part ? whole.executions_of_part.requests : whole.info.requests};
    executions = whole.executions.part(*source, whole.info, part, job);
    info.executions = executions.executions();
}

void HmtFile::Impl::read_executions(std::size_t i, std::vector<BlockExecution>& out) const {
    executions.read(*source, i, info, out);
    if (!is_part) return;
    std::erase_if(out, [&](const auto& event) { return !executions_of_part.contains(event); });
    for (BlockExecution& event : out)
        event.request = RequestIndex(event.request.value - first_request);
}

void HmtFile::Impl::reduce_to_part(std::size_t i, const BlockHead& in_file, RequestBlock& block) const {
    const BlockHead& head = heads[i];
    if (head.requests != in_file.requests) {
        RequestBlock whole;
        std::swap(whole, block);
        const std::uint64_t first = head.first_request + first_request - in_file.first_request;
        block.assign(whole, first, first + head.requests);
    }
    block.first_request.value = head.first_request;
    check_launches_of_part(i, block.entries);
}

RequestView HmtFile::Impl::reduced_to_part(std::size_t i, const RequestView& piece) const {
    const std::uint64_t begin = piece.first_request.value;
    const std::uint64_t first = first_request + heads[i].first_request;
    const std::uint64_t last = first + heads[i].requests;
    const std::uint64_t from = std::clamp(begin, first, last);
    const std::uint64_t to = std::clamp(begin + piece.entries.size(), first, last);
    RequestView reduced;
    reduced.first_request.value = from - first_request;
    if (from < to) reduced.entries = piece.entries.subspan(from - begin, to - from);
    reduced.addresses = piece.addresses;
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
    const std::uint64_t last = first_request + info.requests;
    runs.erase(std::remove_if(runs.begin() + static_cast<std::ptrdiff_t>(begin), runs.end(),
                              [&](const LaneTagRun& run) {
                                  return run.launch >= info.launches.size() ||
                                         run.first_request.value >= last;
                              }),
               runs.end());
}

void HmtFile::Impl::reduce_to_part(std::vector<LaneTagRun>& runs) const {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool is_replaced = i + 1 < runs.size() && same_lane(runs[i], runs[i + 1]) &&
                                 runs[i + 1].first_request.value <= first_request;
        if (is_replaced) continue;
        LaneTagRun run = runs[i];
        run.first_request = shifted(run.first_request, first_request, PartRange::to_end);
        runs[kept++] = run;
    }
    runs.resize(kept);
}

} // namespace hitmap
