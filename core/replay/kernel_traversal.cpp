#include "core/replay/kernel_traversal.h"

#include "core/raytracer/kernel_source.h"
#include "core/raytracer/request_recorder.h"
#include "core/raytracer/scene_arrays.h"
#include "core/replay/own_rays.h"
#include "core/simt/device.h"
#include "core/simt/resident_warp.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

bool is_accessed(const Allocation& allocation) {
    return allocation.bytes != 0 && (allocation.role == Role::nodes || allocation.role == Role::boxes ||
                                     allocation.role == Role::faces || allocation.role == Role::vertices ||
                                     allocation.role == Role::stack);
}

/// Passes the requests of a kernel on.
class Fetches final : public simt::DeviceObserver {
public:
    explicit Fetches(FetchSink& out) : out_(out) {}
    void request(const simt::WarpRequest& request) override {
        out_.fetch(request.instruction, request.active, request.address);
    }
    void tag(const simt::WarpPlace& /*warp*/, unsigned /*lane*/, const simt::WorkTag& /*tag*/) override {}

private:
    FetchSink& out_;
};

} // namespace

KernelTraversal::KernelTraversal(const ReplayedFaces& faces, const std::string& name,
                                 const TraceOptions& options, ThreadPool& pool, const JobContext& job)
    : faces_(faces) {
    scene_.name = name;
    scene_.mesh = faces.mesh();
    add_vertex_normals(scene_.mesh, job);
    if (!faces.recorded().cameras.empty()) scene_.camera = faces.recorded().cameras.front();
    PlacedTree tree = place_tree(scene_.mesh, options, pool, job);
    TraceOptions one_pixel = options; // the device has a frame buffer, which the replay does not use
    one_pixel.width = one_pixel.height = 1;
    upload_ = std::make_unique<SceneUpload>(scene_, std::move(tree.layout), one_pixel, job);
    sources_ = faces.sources_of(upload_->recorded().face_source);
    traits_ = faces.traits_of(sources_);
    for (const Allocation& allocation : upload_->allocations())
        if (is_accessed(allocation)) {
            allocations_.push_back(allocation);
            allocations_.back().name = "tree " + allocation.name; // the program can have faces, too
        }
    kernel_scene_ = std::make_unique<ReplayScene>(ReplayScene{upload_->gpu(), traits_, sources_});
    ReplayedWarp nothing;
    table_ = std::make_unique<simt::InstructionTable>(simt::list_instructions(
        [&](simt::Warp& warp) { return replay_rays(warp, *kernel_scene_, nothing); }));
    instructions_ = recorded_instructions(*table_);
    local_memory_.resize(std::size_t{upload_->local_bytes()} * simt::warp_size);
}

std::vector<SourceText> KernelTraversal::source_texts() const {
    std::vector<SourceText> texts;
    for (const KernelSource& source : kernel_sources())
        if (std::ranges::any_of(instructions_,
                                [&](const Instruction& i) { return i.location.file == source.file; }))
            texts.push_back({std::string(source.file), std::string(source.text)});
    return texts;
}

RecordedScene KernelTraversal::recorded() const {
    RecordedScene scene = upload_->recorded();
    faces_.complete(scene, sources_);
    return scene;
}

void KernelTraversal::trace(const simt::WarpPlace& place, const LoggedWarp& warp, ReplayEnds& ends,
                            FetchSink& out) {
    ReplayedWarp traced = replayed_warp(warp, faces_);
    if (traced.lanes.any()) run(place, traced, out);
    set_ends(warp, traced, sources_, faces_, ends);
}

void KernelTraversal::run(const simt::WarpPlace& place, ReplayedWarp& warp, FetchSink& out) {
    warp_ = &warp;
    const simt::Kernel kernel = [this](simt::Warp& device_warp) {
        return replay_rays(device_warp, *kernel_scene_, *warp_);
    };
    Fetches fetches(out);
    simt::ResidentWarp resident(place, 0, simt::warp_size, kernel, *table_, frames_, local_memory_, false);
    simt::WarpRequest room;
    while (resident.has_request())
        resident.execute(fetches, nullptr, room);
}

} // namespace hitmap
