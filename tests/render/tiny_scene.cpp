#include "tests/render/tiny_scene.h"

#include <cmath>

namespace hitmap::test {

std::shared_ptr<const RecordedScene> tiny_scene() {
    auto scene = std::make_shared<RecordedScene>();
    for (const float x : {-3.0F, 1.0F}) {
        scene->vertices.insert(
            scene->vertices.end(),
            {{x, -1.0F, 0.0F}, {x + 2.0F, -1.0F, 0.0F}, {x + 2.0F, 1.0F, 0.0F}, {x, 1.0F, 0.0F}});
    }
    scene->face_slots = {{0, 1, 2}, {0, 2, 3}, {0, 0, 0}, {4, 5, 6}, {4, 6, 7}};
    scene->face_source = {0, 1, -1, 2, 3};
    scene->boxes = {{{-3.0F, -1.0F, -1.0F}, {-1.0F, 1.0F, 1.0F}},
                    {{1.0F, -1.0F, -1.0F}, {3.0F, 1.0F, 1.0F}},
                    {{-2.5F, -0.5F, -0.5F}, {-1.5F, 0.5F, 0.5F}}};
    scene->box_parent = {-1, -1, 0};
    scene->box_level = {0, 0, 1};
    Camera recorded;
    recorded.position = {-2.0F, 0.5F, 3.0F};
    recorded.fov_y_degrees = 30.0F;
    scene->cameras = {recorded};
    scene->width = 4;
    scene->height = 4;
    scene->instances.resize(1);
    return scene;
}

View tiny_view() {
    View view;
    view.camera.position = {0.0F, 0.0F, 6.0F};
    view.camera.forward = {0.0F, 0.0F, -1.0F};
    view.camera.up = {0.0F, 1.0F, 0.0F};
    view.camera.fov_y_degrees = 53.130104F; // 2 atan(3 / 6)
    // For pictures that show only what a test requests.
    view.shading = false;
    view.show(box_kind, false);
    view.box_levels = {0, 3};
    view.show_axes = false;
    view.show_frustum = false;
    view.range_mode = RangeMode::full;
    return view;
}

PixelPlace pixel_of(float x, float y) {
    return {static_cast<int>(std::floor(80.0F + 20.0F * x)), static_cast<int>(std::floor(60.0F - 20.0F * y))};
}

std::shared_ptr<const std::vector<float>> values(std::vector<float> list) {
    return std::make_shared<const std::vector<float>>(std::move(list));
}

} // namespace hitmap::test
