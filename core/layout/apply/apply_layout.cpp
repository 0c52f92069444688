#include "core/layout/apply/apply_layout.h"

#include "core/base/error.h"
#include "core/layout/apply/moved_layout.h"
#include "core/layout/apply/pixel_runs.h"
#include "core/layout/model/image_size.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"
#include "core/trace/model/mesh_offset.h"

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
    }
    // Positions are what models look up of a vertex, so elements begin with them.
    if (buffer.offset != 0) {
        a.address += buffer.offset;
        a.element_bytes -= buffer.offset;
    }
    return a;
}

/// Gives allocations the stored contents of those that they were, each contents once.
void add_contents(const HmtFile& file, const RecordingLayout& layout, std::vector<Allocation>& allocations) {
    std::vector<bool> taken(file.info().allocations.size());
    for (std::size_t i = 0; i < allocations.size(); ++i) {
        const Allocation* same = same_allocation(file.info(), layout.buffers[i]);
        if (same == nullptr || layout.buffers[i].offset != 0) continue;
        const auto index = static_cast<std::uint32_t>(same - file.info().allocations.data());
        if (!taken[index]) allocations[i].contents = file.read_contents(AllocationIndex(index));
        taken[index] = true;
    }
}

void set_origin(RecordingInfo& info, std::string_view field, Origin origin) {
    const auto found = std::ranges::find(info.origins, field, &FieldOrigin::field);
    if (found != info.origins.end())
        found->origin = origin;
    else
        info.origins.push_back({std::string(field), origin});
}

Origin origin_of_camera(const RecordingInfo& info, const RecordingLayout& layout) {
    if (!layout.camera) return Origin::assumed;
    const auto& recorded = info.scene.cameras;
    return std::ranges::find(recorded, *layout.camera) != recorded.end() ? origin_of(info, "camera")
                                                                         : Origin::given;
}

/// The origins of fields that come from the layout. What comes from the recording keeps its origin.
void set_origins(const LayoutScene& made, const RecordingInfo& recorded, RecordingInfo& info) {
    const RecordingLayout& layout = made.layout;
    Origin allocations = Origin::recorded;
    for (const BufferLayout& buffer : layout.buffers)
        allocations = weaker(allocations, buffer.origin);
    set_origin(info, "allocations", allocations);
    const bool same_image = layout.width == recorded.scene.width && layout.height == recorded.scene.height;
    if (layout.width != 0 && !(same_image && layout.image_origin == Origin::recorded))
        set_origin(info, image_field, layout.image_origin);
    if (layout.pixels != PixelOrder::recorded) set_origin(info, "lane tags", Origin::derived);
    std::erase_if(info.origins, [](const FieldOrigin& o) {
        return o.field == box_extents_field || o.field == vertex_positions_field;
    });
    if (made.scene == nullptr) return;
    if (!made.knows_vertex_positions) set_origin(info, vertex_positions_field, Origin::assumed);
    if (!made.knows_box_extents) set_origin(info, box_extents_field, Origin::assumed);
    if (!made.of_recording) set_origin(info, "scene", Origin::derived);
    if (layout.camera || !made.of_recording) set_origin(info, "camera", origin_of_camera(recorded, layout));
    if (made.up) {
        const bool is_known = made.up->basis == UpBasis::given || made.up->basis == UpBasis::standard;
        const Origin known = made.up->basis == UpBasis::given ? Origin::given : Origin::derived;
        set_origin(info, "up axis", is_known ? known : Origin::assumed);
    }
}

constexpr std::string_view contradiction_warning = "the layout and the requests contradict each other: ";

void set_notes(const LayoutScene& made, bool is_used, RecordingInfo& info) {
    std::erase_if(info.options, [](const auto& option) {
        return option.first == layout_note_option ||
               (option.first == import_warning_option && is_layout_warning(option.second));
    });
    if (made.offset || !made.of_recording) // the recorded one is of the recorded scene
        std::erase_if(info.options, [](const auto& option) { return option.first == mesh_offset_option; });
    if (made.offset && *made.offset != glm::dvec3(0.0))
        info.options.emplace_back(mesh_offset_option, mesh_offset_text(*made.offset));
    for (const std::string& note : made.notes)
        info.options.emplace_back(layout_note_option, note);
    if (!is_used) info.options.emplace_back(import_warning_option, unused_layout_warning);
    if (!made.contradiction.empty())
        info.options.emplace_back(import_warning_option,
                                  std::string(contradiction_warning) + made.contradiction);
}

/// Passes a recording on with other tables and another scene and, if there are any, with other lane tags.
class LaidOutSink : public RecordingSink {
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
    void execute(const BlockExecution& event) override { out_.execute(event); }
    void trace_rays(const RayEvent& event, const RayLanes& lanes) override { out_.trace_rays(event, lanes); }
    void finish() override { out_.finish(); }

protected:
    RecordingSink& out_;

private:
    RecordingInfo info_;
    std::shared_ptr<const RecordedScene> scene_;
    std::optional<std::vector<LaneTagRun>> tags_;
    std::size_t next_tag_ = 0;
    std::uint64_t added_ = 0;
};

/// Passes a recording on with a warning about its layout.
class WarnedSink final : public LaidOutSink {
public:
    WarnedSink(RecordingSink& out, std::string warning)
        : LaidOutSink(out, {}, nullptr, {}), warning_(std::move(warning)) {}

    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        RecordingInfo warned = info;
        warned.options.emplace_back(import_warning_option, warning_);
        out_.begin(warned, scene);
    }

private:
    std::string warning_;
};

} // namespace

bool accesses_roles(const HmtFile& file, const RecordingLayout& layout, const JobContext& job) {
    std::vector<const BufferLayout*> buffers;
    for (const BufferLayout& buffer : layout.buffers)
        if (buffer.role != Role::other) buffers.push_back(&buffer);
    if (buffers.empty()) return true; // there is nothing to use
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        job.check();
        file.read_block(i, block, job.stop);
        for (const RequestBlock::Entry& entry : block.entries) {
            const Space space = file.info().instructions[entry.instruction].space;
            for (const std::uint64_t address : block.addresses_of(entry))
                for (const BufferLayout* b : buffers)
                    if (b->space == space && address >= b->address && address - b->address < b->bytes)
                        return true;
        }
    }
    return file.blocks().empty();
}

bool is_layout_warning(std::string_view value) {
    return value == unused_layout_warning || value.starts_with(contradiction_warning) ||
           value.starts_with(layout_not_applied);
}

LaidOut make_laid_out(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                      const JobContext& job) {
    check_layout(layout);
    if (file.info().has_sums())
        throw Error("expected requests, found recorded sums, whose layout cannot be changed");
    RecordingLayout complete = layout;
    if (complete.width == 0) set_usual_image_size(complete);
    LaidOut laid_out{scene_of_layout(file, complete, pool, job), file.info()};
    const LayoutScene& made = laid_out.made;
    RecordingInfo& info = laid_out.info;
    info.allocations.clear();
    const bool has_faces = made.scene != nullptr && !made.scene->face_slots.empty();
    for (const BufferLayout& buffer : made.layout.buffers) {
        info.allocations.push_back(allocation_of(file, buffer));
        if (!has_faces && buffer.role == Role::faces) info.allocations.back().role = Role::other;
    }
    set_origins(made, file.info(), info);
    set_notes(made, accesses_roles(file, made.layout, job), info);
    info.scene = made.scene != nullptr ? made.scene->summary() : SceneSummary{};
    check_tables(info);
    return laid_out;
}

void apply_layout(const HmtFile& file, const RecordingLayout& layout, std::unique_ptr<ByteSink> out,
                  ThreadPool& pool, const JobContext& job, const std::vector<std::string>& notes) {
    LaidOut laid_out = make_laid_out(file, layout, pool, job);
    for (const std::string& note : notes)
        laid_out.info.options.emplace_back(layout_note_option, note);
    const LayoutScene& made = laid_out.made;
    std::optional<std::vector<LaneTagRun>> tags;
    if (made.layout.pixels != PixelOrder::recorded) tags = pixel_runs(file, made.layout, pool, job);
    add_contents(file, made.layout, laid_out.info.allocations);
    const auto sink = write_hmt(std::move(out), {}, &pool, job);
    LaidOutSink changed(*sink, std::move(laid_out.info), made.scene, std::move(tags));
    copy_recording(file, changed, pool, job);
}

void write_without_layout(const HmtFile& file, const std::string& warning, std::unique_ptr<ByteSink> out,
                          ThreadPool& pool, const JobContext& job) {
    const auto sink = write_hmt(std::move(out), {}, &pool, job);
    WarnedSink warned(*sink, warning);
    copy_recording(file, warned, pool, job);
}

} // namespace hitmap
