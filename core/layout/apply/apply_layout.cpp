#include "core/layout/apply/apply_layout.h"

#include "core/base/error.h"
#include "core/layout/apply/layout_scene.h"
#include "core/layout/apply/pixel_runs.h"
#include "core/layout/model/image_size.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// Passes a recording on with other tables and another scene and, if there are any, with other lane tags.
class LaidOutSink final : public RecordingSink {
public:
    /// @param tags  by rising first request; nothing: the tags of the recording
    LaidOutSink(RecordingSink& out, RecordingInfo info, std::shared_ptr<const RecordedScene> scene,
                std::optional<std::vector<LaneTagRun>> tags)
        : out_(out), info_(std::move(info)), scene_(std::move(scene)), tags_(std::move(tags)) {}

    void begin(const RecordingInfo& /*info*/, const RecordedScene* /*scene*/) override {
        out_.begin(info_, scene_.get());
    }
    void begin_launch(const Launch& launch) override { out_.begin_launch(launch); }
    void add(const Request& request) override {
        while (tags_ && next_tag_ < tags_->size() && (*tags_)[next_tag_].first_request.value <= added_)
            out_.tag((*tags_)[next_tag_++]);
        out_.add(request);
        ++added_;
    }
    void tag(const LaneTagRun& run) override {
        if (!tags_) out_.tag(run);
    }
    void finish() override { out_.finish(); }

private:
    RecordingSink& out_;
    RecordingInfo info_;
    std::shared_ptr<const RecordedScene> scene_;
    std::optional<std::vector<LaneTagRun>> tags_;
    std::size_t next_tag_ = 0;
    std::uint64_t added_ = 0;
};

} // namespace

void apply_layout(const HmtFile& file, const RecordingLayout& layout, std::unique_ptr<ByteSink> out,
                  ThreadPool& pool, const JobContext& job) {
    check_layout(layout);
    if (file.info().has_sums())
        throw FileError(file.name(), "", "expected requests, found sums, whose layout cannot be changed");
    RecordingLayout complete = layout;
    if (complete.width == 0) set_usual_image_size(complete);
    const LayoutScene made = scene_of_layout(file, complete, pool, job);
    std::optional<std::vector<LaneTagRun>> tags;
    if (made.layout.pixels != PixelOrder::recorded) tags = pixel_runs(file, made.layout, pool, job);
    const auto sink = write_hmt(std::move(out), {}, &pool, job);
    LaidOutSink changed(*sink, info_under(file, made), made.scene, std::move(tags));
    copy_recording(file, changed, pool, job);
}

} // namespace hitmap
