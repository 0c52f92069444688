#include "tests/widgets/tiny_recording.h"

#include "core/geometry/scene.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <cmath>
#include <functional>
#include <utility>

namespace hitmap {

namespace {

Scene hilly_field() {
    constexpr unsigned cells = 16;
    Scene scene;
    scene.name = "hilly field";
    for (unsigned z = 0; z <= cells; ++z) {
        for (unsigned x = 0; x <= cells; ++x) {
            const auto fx = static_cast<float>(x);
            const auto fz = static_cast<float>(z);
            scene.mesh.positions.emplace_back(fx, std::sin(fx) * std::cos(fz), fz);
        }
    }
    for (unsigned z = 0; z < cells; ++z) {
        for (unsigned x = 0; x < cells; ++x) {
            const unsigned corner = z * (cells + 1) + x;
            scene.mesh.faces.emplace_back(corner, corner + cells + 1, corner + 1);
            scene.mesh.faces.emplace_back(corner + 1, corner + cells + 1, corner + cells + 2);
        }
    }
    add_vertex_normals(scene.mesh);
    scene.camera = framing_camera(bounds(scene.mesh));
    return scene;
}

TraceOptions tiny_options() {
    TraceOptions options;
    options.width = 64;
    options.height = 64;
    options.sm_count = 4;
    options.warps_per_sm = 4;
    return options;
}

/// Leaves lane tags out.
class WithoutTags final : public RecordingSink {
public:
    explicit WithoutTags(RecordingSink& sink) : sink_(sink) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override { sink_.begin(info, scene); }
    void begin_launch(const Launch& launch) override { sink_.begin_launch(launch); }
    void add(const Request& request) override { sink_.add(request); }
    void tag(const LaneTagRun& /*run*/) override {}
    void finish() override { sink_.finish(); }

private:
    RecordingSink& sink_;
};

/// Changes what a recording says about itself.
class ChangedInfo final : public RecordingSink {
public:
    ChangedInfo(RecordingSink& sink, std::function<void(RecordingInfo&)> change)
        : sink_(sink), change_(std::move(change)) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        RecordingInfo changed = info;
        change_(changed);
        sink_.begin(changed, scene);
    }
    void begin_launch(const Launch& launch) override { sink_.begin_launch(launch); }
    void add(const Request& request) override { sink_.add(request); }
    void tag(const LaneTagRun& run) override { sink_.tag(run); }
    void finish() override { sink_.finish(); }

private:
    RecordingSink& sink_;
    std::function<void(RecordingInfo&)> change_;
};

void write_changed(const std::string& path, const std::function<void(RecordingInfo&)>& change) {
    ThreadPool pool(2);
    const auto sink = write_hmt(create_file(path), {});
    ChangedInfo changed(*sink, change);
    trace_scene(hilly_field(), tiny_options(), changed, pool);
}

void write(const std::string& path, const TraceOptions& options, std::uint32_t block_requests) {
    ThreadPool pool(2);
    HmtWriteOptions how;
    how.block_requests = block_requests;
    const auto sink = write_hmt(create_file(path), how);
    trace_scene(hilly_field(), options, *sink, pool);
}

} // namespace

void write_tiny_recording(const std::string& path, std::uint32_t block_requests) {
    write(path, tiny_options(), block_requests);
}

void write_tiny_recording_with_blocks(const std::string& path) {
    TraceOptions options = tiny_options();
    options.width = 32;
    options.height = 24;
    options.sm_count = 2;
    options.kernel = Kernel::pixel;
    options.records_blocks = true;
    trace_option("rays").set(options, "shadow");
    write(path, options, 1U << 20);
}

void write_tiny_recording_of_rays(const std::string& path, const std::string& rays) {
    TraceOptions options = tiny_options();
    trace_option("rays").set(options, rays);
    write(path, options, 1U << 20);
}

void write_tiny_recording_without_tags(const std::string& path) {
    ThreadPool pool(2);
    const auto sink = write_hmt(create_file(path), {});
    WithoutTags untagged(*sink);
    trace_scene(hilly_field(), tiny_options(), untagged, pool);
}

void write_tiny_recording_unheld(const std::string& path, Role role) {
    write_changed(path, [role](RecordingInfo& info) {
        for (Allocation& allocation : info.allocations)
            if (allocation.role == role) allocation.role = Role::other;
    });
}

void write_tiny_recording_of_device(const std::string& path, const std::string& device) {
    write_changed(path, [&device](RecordingInfo& info) { info.device.name = device; });
}

void write_tiny_recording_of_another_tree(const std::string& path) {
    TraceOptions options = tiny_options();
    options.bvh.leaf_size = 1;
    write(path, options, 1U << 20);
}

} // namespace hitmap
