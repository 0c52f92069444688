#include "bench/traced_stream.h"

#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/model/element_access.h"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>

namespace hitmap {

namespace {

constexpr std::uint32_t side = 374; ///< quads along each circle of the torus

Scene make_torus() {
    Scene scene;
    scene.name = "torus";
    const auto angle = [](std::uint32_t i) {
        return 2 * std::numbers::pi_v<float> * static_cast<float>(i) / side;
    };
    for (std::uint32_t i = 0; i < side; ++i)
        for (std::uint32_t j = 0; j < side; ++j) {
            const float u = angle(i);
            const float v = angle(j);
            const float tube = 0.45F + 0.01F * std::sin(9 * u) * std::sin(7 * v);
            const float radius = 1 + tube * std::cos(v);
            scene.mesh.positions.emplace_back(radius * std::cos(u), radius * std::sin(u), tube * std::sin(v));
            const std::uint32_t i1 = (i + 1) % side;
            const std::uint32_t j1 = (j + 1) % side;
            scene.mesh.faces.emplace_back(i * side + j, i1 * side + j, i1 * side + j1);
            scene.mesh.faces.emplace_back(i * side + j, i1 * side + j1, i * side + j1);
        }
    add_vertex_normals(scene.mesh);
    scene.camera = normalised({{0.0F, -1.75F, 1.35F}, {0.0F, 0.61F, -0.79F}, {0.0F, 0.79F, 0.61F}, 48.0F});
    return scene;
}

/// Stores the accesses of requests, but no addresses.
class AccessSink final : public RecordingSink {
public:
    AccessSink(TracedStream& stream, std::uint64_t block_accesses)
        : stream_(stream), block_accesses_(block_accesses) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        stream_.info = info;
        stream_.scene = std::make_shared<RecordedScene>(*scene);
        finder_.emplace(info);
    }
    void begin_launch(const Launch& launch) override { stream_.info.launches.push_back(launch); }
    void add(const Request& request) override {
        if (stream_.blocks.empty() || stream_.blocks.back().accesses.size() >= block_accesses_)
            stream_.blocks.emplace_back();
        AccessBlock& block = stream_.blocks.back();
        std::array<std::uint64_t, warp_size> addresses{};
        std::size_t lanes = 0;
        for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1)
            addresses[lanes++] = request.address[static_cast<std::size_t>(std::countr_zero(rest))];
        const std::size_t before = block.accesses.size();
        finder_->find(request.instruction, request.mask, addresses.data(),
                      static_cast<std::uint32_t>(block.requests.entries.size()), block.accesses);
        stream_.accesses += block.accesses.size() - before;
        block.writable_requests().entries.push_back(
            {request.launch, request.sm, request.warp, request.slot, request.instruction, request.mask, 0});
        block.see_all();
    }
    void tag(const LaneTagRun& /*run*/) override {}
    void finish() override {}

private:
    TracedStream& stream_;
    std::uint64_t block_accesses_;
    std::optional<ElementAccessFinder> finder_;
};

} // namespace

TracedStream trace_torus(std::uint64_t block_accesses) {
    TracedStream stream;
    AccessSink sink(stream, block_accesses);
    ThreadPool pool(1);
    trace_scene(make_torus(), {}, sink, pool);
    return stream;
}

} // namespace hitmap
