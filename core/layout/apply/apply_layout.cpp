#include "core/layout/apply/apply_layout.h"

#include "core/layout/apply/layout_scene.h"
#include "core/layout/apply/pixel_runs.h"
#include "core/layout/model/image_size.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace hitmap {

namespace {

/// The allocation of the recording that has the same first byte; null if there is none.
const Allocation* same_allocation(const RecordingInfo& info, const BufferLayout& buffer) {
    const auto found = std::ranges::find_if(info.allocations, [&](const Allocation& a) {
        return a.space == buffer.space && a.address == buffer.address && a.bytes == buffer.bytes;
    });
    return found == info.allocations.end() ? nullptr : &*found;
}

Allocation allocation_of(const HmtFile& file, const BufferLayout& buffer) {
    Allocation a;
    a.name = buffer.name;
    a.role = buffer.role;
    a.space = buffer.space;
    a.address = buffer.address;
    a.bytes = buffer.bytes;
    a.stride = buffer.stride;
    a.element_bytes = buffer.element_bytes;
    a.layout = buffer.layout;
    if (const Allocation* same = same_allocation(file.info(), buffer)) {
        a.first_request = same->first_request;
        a.last_request = same->last_request;
        a.contents = file.read_contents(
            AllocationIndex(static_cast<std::uint32_t>(same - file.info().allocations.data())));
    }
    // Positions are what models look up of a vertex, so elements begin with them.
    if (buffer.offset != 0) {
        a.address += buffer.offset;
        a.element_bytes -= buffer.offset;
        a.contents.clear();
    }
    return a;
}

void set_origin(RecordingInfo& info, std::string_view field, Origin origin) {
    const auto found = std::ranges::find(info.origins, field, &FieldOrigin::field);
    if (found != info.origins.end())
        found->origin = origin;
    else
        info.origins.push_back({std::string(field), origin});
}

RecordingInfo info_under(const HmtFile& file, const LayoutScene& made) {
    RecordingInfo info = file.info();
    const RecordingLayout& layout = made.layout;
    info.allocations.clear();
    Origin origin = Origin::recorded;
    for (const BufferLayout& buffer : layout.buffers) {
        info.allocations.push_back(allocation_of(file, buffer));
        if (made.scene == nullptr && buffer.role == Role::faces) info.allocations.back().role = Role::other;
        if (buffer.origin != Origin::recorded) origin = buffer.origin;
    }
    set_origin(info, "allocations", origin);
    if (made.scene != nullptr) set_origin(info, "scene", Origin::derived);
    if (layout.pixels != PixelOrder::recorded) set_origin(info, "lane tags", Origin::derived);
    if (layout.camera)
        set_origin(info, "camera", Origin::recorded);
    else if (made.scene != nullptr)
        set_origin(info, "camera", Origin::assumed);
    for (const std::string& note : made.notes)
        info.options.emplace_back(layout_note_option, note);
    return info;
}

/// Passes launches, tags and requests on in their order.
class Rewriter {
public:
    Rewriter(const HmtFile& file, std::vector<LaneTagRun> runs, RecordingSink& sink)
        : launches_(file.info().launches), runs_(std::move(runs)), sink_(sink) {}

    void add(const RequestBlock& block, const JobContext& job) {
        constexpr std::size_t requests_per_check = 4096;
        for (std::size_t i = 0; i < block.entries.size(); ++i) {
            if (i % requests_per_check == 0) job.check();
            before(block.first_request.value + i);
            add(block.entries[i], block.addresses_of(block.entries[i]));
        }
    }
    /// Launches and tags behind the last request.
    void end() { before(~std::uint64_t{0}); }

private:
    void before(std::uint64_t request) {
        while (launch_ < launches_.size() && launches_[launch_].first_request.value <= request) {
            tags_before(launches_[launch_].first_request.value);
            sink_.begin_launch(launches_[launch_++]);
        }
        if (request != ~std::uint64_t{0})
            tags_before(request + 1);
        else
            tags_before(request);
    }
    /// Tags that begin before a request.
    void tags_before(std::uint64_t request) {
        while (tag_ < runs_.size() && runs_[tag_].first_request.value < request)
            sink_.tag(runs_[tag_++]);
    }
    void add(const RequestBlock::Entry& entry, std::span<const std::uint64_t> addresses) {
        request_.launch = entry.launch;
        request_.sm = entry.sm;
        request_.warp = entry.warp;
        request_.slot = entry.slot;
        request_.instruction = entry.instruction;
        request_.mask = entry.mask;
        std::uint32_t mask = entry.mask;
        for (const std::uint64_t address : addresses) {
            request_.address[static_cast<std::size_t>(std::countr_zero(mask))] = address;
            mask &= mask - 1;
        }
        sink_.add(request_);
    }

    const std::vector<Launch>& launches_;
    std::vector<LaneTagRun> runs_;
    RecordingSink& sink_;
    std::size_t launch_ = 0;
    std::size_t tag_ = 0;
    Request request_;
};

} // namespace

void apply_layout(const HmtFile& file, const RecordingLayout& layout, std::unique_ptr<ByteSink> out,
                  ThreadPool& pool, const JobContext& job) {
    check_layout(layout);
    RecordingLayout complete = layout;
    if (complete.width == 0) set_usual_image_size(complete);
    const LayoutScene made = scene_of_layout(file, complete, pool, job);
    std::vector<LaneTagRun> runs = pixel_runs(file, made.layout, pool, job);
    const auto sink = write_hmt(std::move(out), {}, &pool, job);
    sink->begin(info_under(file, made), made.scene.get());
    Rewriter rewriter(file, std::move(runs), *sink);
    job.begin("applying the layout", file.info().requests, "requests");
    const auto source = request_source(file, pool);
    for (RequestBlock block; source->next(block, job.stop);) {
        rewriter.add(block, job);
        job.add(block.entries.size());
    }
    rewriter.end();
    sink->finish();
}

} // namespace hitmap
