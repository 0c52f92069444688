// Pictures per second of the mesh view at 1280x720, off screen. Every picture is completed (glFinish) but not
// read back. Equal in all runs: the size, the values (a fixed wave over space, a third of the faces not
// accessed) and the order of faces (as in the mesh; the tree of the box benchmarks is the default one).
// "orbit" moves the camera before each picture; "recolour" sets new values and keeps the camera.

#include "core/bvh/bvh.h"
#include "core/geometry/scene.h"
#include "render/gl/offscreen.h"
#include "render/scene/scene_renderer.h"

#include <benchmark/benchmark.h>
#include <epoxy/gl.h>
#include <glm/geometric.hpp>

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace hitmap {
namespace {

constexpr FrameSize size{1280, 720};

const std::string small_scene = "builtin:statue?triangles=70000";

std::shared_ptr<const std::vector<float>> wave(const std::vector<glm::vec3>& places, const Aabb& bounds) {
    auto values = std::make_shared<std::vector<float>>();
    for (const glm::vec3& place : places) {
        const glm::vec3 p = (place - bounds.lower) / bounds.extent();
        const float a = std::sin(7.0F * p.x) + std::sin(9.0F * p.y + 1.0F) + std::sin(11.0F * p.z);
        values->push_back(a < -0.5F ? std::numeric_limits<float>::quiet_NaN() : 0.5F + a / 6.0F);
    }
    return values;
}

/// One scene on the GPU with everything that draws it. It is created once per scene, because benchmark
/// functions are called several times.
struct Stage {
    explicit Stage(const std::string& spec) {
        const Scene scene = load_scene(spec);
        auto recorded = std::make_shared<RecordedScene>();
        recorded->vertices = scene.mesh.positions;
        recorded->cameras = {scene.camera};
        if (scene.mesh.faces.size() < 1'000'000) {
            ThreadPool pool(2);
            const Bvh bvh = build_bvh(scene.mesh, {}, pool);
            for (const std::int32_t face : bvh.slot_faces) {
                recorded->face_source.push_back(face);
                recorded->face_slots.push_back(face < 0 ? glm::uvec3(0)
                                                        : scene.mesh.faces[static_cast<std::size_t>(face)]);
            }
            recorded->boxes = bvh.boxes;
            recorded->box_level = box_links(bvh).level;
        } else {
            recorded->face_slots = scene.mesh.faces;
        }
        const auto prepared = prepare_scene(recorded);
        std::vector<glm::vec3> faces;
        for (const glm::uvec3& corner : recorded->face_slots)
            faces.push_back(recorded->vertices[corner.x]);
        std::vector<glm::vec3> boxes;
        for (const Aabb& box : recorded->boxes)
            boxes.push_back(box.center());
        face_values = wave(faces, prepared->bounds);
        box_values = wave(boxes, prepared->bounds);
        geometry = std::make_shared<SceneGeometry>(prepared);
        geometry->upload();
        renderer = std::make_unique<SceneRenderer>(geometry);
        renderer->set_values(face_kind, face_values);
        renderer->set_values(box_kind, box_values);
        view.camera = scene.camera;
        view.show(box_kind, false);
        colour = GlTexture::create(GL_TEXTURE_2D);
        glTextureStorage2D(colour.name(), 1, GL_RGBA8, size.width, size.height);
        framebuffer = GlFramebuffer::create();
        glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, colour.name(), 0);
        target.framebuffer = framebuffer.name();
        target.picture = target.tile = size;
    }

    /// Rotates the camera around the centre of the scene.
    void orbit() {
        const glm::vec3 middle = geometry->prepared().bounds.center();
        const float distance = glm::distance(view.camera.position, middle);
        const glm::vec3 right = glm::cross(view.camera.forward, view.camera.up);
        view.camera.position =
            middle + glm::normalize(view.camera.position - middle + right * (0.02F * distance)) * distance;
        view.camera.forward = middle - view.camera.position;
        view.camera = normalised(view.camera);
    }
    void draw(const DrawEffort& effort = {}) {
        renderer->draw(view, {}, target, effort);
        glFinish();
    }

    View view;
    std::shared_ptr<const std::vector<float>> face_values;
    std::shared_ptr<const std::vector<float>> box_values;
    std::shared_ptr<SceneGeometry> geometry;
    std::unique_ptr<SceneRenderer> renderer;
    GlTexture colour;
    GlFramebuffer framebuffer;
    DrawTarget target;
};

Stage& stage_of(const std::string& spec) {
    static const OffscreenContext context;
    static std::map<std::string, Stage> stages;
    return stages.try_emplace(spec, spec).first->second;
}

void note(benchmark::State& state, const Stage& stage) {
    state.counters["faces"] = static_cast<double>(stage.geometry->prepared().draw_slots.size());
    state.counters["GPU_MB"] = static_cast<double>(stage.geometry->gpu_bytes()) * 1e-6;
    state.counters["pictures/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void orbit(benchmark::State& state, const std::string& spec, std::uint64_t triangles) {
    Stage& stage = stage_of(spec);
    stage.view.show(box_kind, false);
    for (auto _ : state) {
        stage.orbit();
        stage.draw({triangles, false});
    }
    note(state, stage);
}

void recolour(benchmark::State& state, const std::string& spec) {
    Stage& stage = stage_of(spec);
    stage.view.show(box_kind, false);
    stage.draw();
    for (auto _ : state) {
        stage.renderer->set_values(face_kind, stage.face_values);
        stage.draw();
    }
    note(state, stage);
}

void boxes(benchmark::State& state, const std::string& spec, bool halo, std::uint16_t last_level) {
    Stage& stage = stage_of(spec);
    stage.view.show(box_kind);
    stage.view.box_levels = {0, last_level};
    for (auto _ : state) {
        stage.orbit();
        stage.draw({~std::uint64_t{0}, halo});
    }
    note(state, stage);
    state.counters["boxes"] = static_cast<double>(
        stage.geometry->prepared()
            .level_starts[std::min<std::size_t>(last_level + 1U, stage.geometry->prepared().levels())]);
}

const std::string million = "builtin:statue?triangles=1000000";

BENCHMARK_CAPTURE(orbit, statue_70k, small_scene, ~std::uint64_t{0})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(recolour, statue_70k, small_scene)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(boxes, statue_70k_levels_0_to_5, small_scene, true, std::uint16_t{5})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(boxes, statue_70k_all, small_scene, true, std::uint16_t{999})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(boxes, statue_70k_all_without_halo, small_scene, false, std::uint16_t{999})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(orbit, atrium, std::string("builtin:atrium"), ~std::uint64_t{0})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(orbit, statue_1M, million, ~std::uint64_t{0})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(orbit, statue_1M_reduced_to_60000, million, std::uint64_t{60'000})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK_CAPTURE(recolour, statue_1M, million)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
