// The longest single call while a scene of 12 million triangles and 2 million boxes is loaded and orbited at
// 1280x720, off screen: the time for which a window would not respond. The scene is a wavy sheet of triangles
// in memory order. Equal in all runs: the size, the values (a fixed wave, a third not accessed), and the
// effort per call: 60 000 triangles, 8 MB of upload, 100 000 boxes searched and 2 000 drawn, no halos. Every
// call is completed (glFinish).

#include "render/gl/offscreen.h"
#include "render/scene/scene_renderer.h"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>

namespace hitmap {
namespace {

constexpr std::uint32_t side = 2450; // 12.005 million triangles

std::shared_ptr<const RecordedScene> sheet() {
    auto scene = std::make_shared<RecordedScene>();
    for (std::uint32_t y = 0; y <= side; ++y) {
        for (std::uint32_t x = 0; x <= side; ++x) {
            const float u = static_cast<float>(x) / static_cast<float>(side);
            const float v = static_cast<float>(y) / static_cast<float>(side);
            scene->vertices.emplace_back(u - 0.5F, 0.1F * std::sin(20.0F * u) * std::cos(17.0F * v),
                                         v - 0.5F);
        }
    }
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint32_t corner = y * (side + 1) + x;
            scene->face_slots.emplace_back(corner, corner + 1, corner + side + 2);
            scene->face_slots.emplace_back(corner, corner + side + 2, corner + side + 1);
            if (x % 3 != 0) continue;
            const glm::vec3 lower = scene->vertices[corner];
            scene->boxes.push_back({lower - 0.001F, lower + 0.001F});
        }
    }
    Camera camera;
    camera.position = {0.0F, 0.6F, 1.0F};
    camera.forward = {0.0F, -0.5F, -1.0F};
    scene->cameras = {normalised(camera)};
    return scene;
}

std::shared_ptr<const std::vector<float>> wave(std::size_t count) {
    auto values = std::make_shared<std::vector<float>>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float a = std::sin(static_cast<float>(i) * 1e-4F);
        (*values)[i] = a < -0.5F ? std::numeric_limits<float>::quiet_NaN() : 0.5F + 0.5F * a;
    }
    return values;
}

/// The durations of calls of one kind.
class Calls {
public:
    explicit Calls(const char* name) : name_(name) {}
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;
    Calls(Calls&&) = delete;
    Calls& operator=(Calls&&) = delete;
    ~Calls() {
        std::sort(times_.begin(), times_.end());
        std::sort(cpu_.begin(), cpu_.end());
        fmt::print(
            "{:<34} {:5} calls, median {:6.1f} ms, longest {:6.1f} ms; of all cores, median {:6.1f} ms, "
            "longest {:6.1f} ms\n",
            name_, times_.size(), times_[times_.size() / 2], times_.back(), cpu_[cpu_.size() / 2],
            cpu_.back());
    }
    template <class Work>
    auto time(Work work) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t cpu_start = std::clock(); // processor time of all threads
        auto result = work();
        glFinish();
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
        times_.push_back(elapsed.count());
        cpu_.push_back(1e3 * static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
        return result;
    }

private:
    const char* name_;
    std::vector<double> times_;
    /// While no other program uses the cores, elapsed times are between half of these and these.
    std::vector<double> cpu_;
};

void measure() {
    constexpr FrameSize size{1280, 720};
    const OffscreenContext context;
    fmt::print("{}\n", context.renderer());
    const auto prepared = prepare_scene(sheet());
    const auto face_values = wave(prepared->scene->face_slots.size());
    const auto box_values = wave(prepared->scene->boxes.size());
    GlTexture colour = GlTexture::create(GL_TEXTURE_2D);
    glTextureStorage2D(colour.name(), 1, GL_RGBA8, size.width, size.height);
    GlFramebuffer framebuffer = GlFramebuffer::create();
    glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, colour.name(), 0);
    DrawTarget target;
    target.framebuffer = framebuffer.name();
    target.picture = target.tile = size;
    View view;
    view.camera = prepared->scene->cameras.front();
    view.box_levels = {0, 9};
    DrawEffort effort;
    effort.triangles = 60'000;
    effort.halo = false;
    effort.boxes = 2'000;
    effort.upload_bytes = 8'000'000;
    effort.boxes_searched = 100'000;

    std::shared_ptr<SceneGeometry> geometry;
    Calls("buffers and programs").time([&] {
        return (geometry = std::make_shared<SceneGeometry>(prepared)) != nullptr;
    });
    SceneRenderer renderer(geometry);
    const auto draw = [&] { return renderer.draw(view, {}, target, effort); };
    {
        Calls calls("draw while uploading, no values");
        while (!calls.time(draw).uploaded) {
        }
    }
    renderer.set_values(face_kind, face_values);
    renderer.set_values(box_kind, box_values);
    {
        Calls calls("draw while values come (56 MB)");
        while (!calls.time(draw).uploaded) {
        }
    }
    {
        Calls calls("draw while searching boxes");
        while (!calls.time(draw).boxes_found) {
        }
    }
    {
        Calls calls("orbit, no triangle and no box");
        DrawEffort none = effort;
        none.triangles = none.boxes = 0;
        for (int i = 0; i < 30; ++i) {
            view.camera.position.x -= 0.01F;
            calls.time([&] { return renderer.draw(view, {}, target, none); });
        }
    }
    {
        Calls calls("orbit, 60 000 triangles");
        for (int i = 0; i < 60; ++i) {
            view.camera.position.x += 0.01F;
            calls.time(draw);
        }
    }
    {
        Calls calls("draw at rest until complete");
        while (!calls.time(draw).complete()) {
        }
    }
    renderer.set_access_counts(face_kind, face_values);
    view.minimum_accesses = 2;
    {
        Calls calls("draw while fade bits come (7 MB)");
        while (!calls.time(draw).uploaded) {
        }
    }
    view.minimum_accesses = 1;
    fmt::print("GPU memory {} MB\n", (geometry->gpu_bytes() + renderer.gpu_bytes()) / 1'000'000);
    {
        Calls calls("pick a box among 2 million");
        for (int i = 0; i < 10; ++i)
            calls.time([&] { return renderer.pick_element(600 + i, 400, KindSet(box_kind)).has_value(); });
    }
}

} // namespace
} // namespace hitmap

int main() {
    hitmap::measure();
}
