#include "tests/trace/recorder_demo.h"

#define HITMAP_RECORDER_IMPLEMENTATION
#include "core/trace/recorder/recorder.h"

static const float vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
static const uint32_t faces[] = {0, 1, 2, 2, 1, 3, 0, 0, 0};
static const int32_t face_sources[] = {1, 0, -1};
static const float boxes[] = {0, 0, 0, 1, 1, 0};
static const hmt_camera camera = {{0, 0, 5}, {0, 0, -1}, {0, 1, 0}, 45};

static void describe(hmt_recorder *recorder) {
    const hmt_allocation pixels = {"pixels", HMT_FRAMEBUFFER, HMT_GLOBAL, 0x1000, 16, 4, 4};
    const hmt_allocation tree = {"tree", HMT_BOXES, HMT_GLOBAL, 0x2000, 32, 32, 24};
    const hmt_allocation mesh = {"mesh", HMT_FACES, HMT_GLOBAL, 0x3000, 36, 12, 12};
    const hmt_instruction load = {HMT_LOAD, HMT_GLOBAL, 24, "trace", "demo.c", 7, 3};
    const hmt_instruction store = {HMT_STORE, HMT_GLOBAL, 4, "trace", NULL, 0, 0};
    hmt_scene scene = {0};
    scene.width = scene.height = 2;
    scene.cameras = &camera;
    scene.camera_count = 1;
    scene.vertices = vertices;
    scene.vertex_count = 4;
    scene.faces = faces;
    scene.face_count = 3;
    scene.face_sources = face_sources;
    scene.boxes = boxes;
    scene.box_count = 1;
    hmt_set_producer(recorder, "demo 1", "two triangles");
    hmt_set_device(recorder, "two cores", 2, 1);
    hmt_add_option(recorder, "depth", "3");
    hmt_add_origin(recorder, "order", HMT_DERIVED);
    hmt_add_allocation(recorder, &pixels);
    hmt_add_allocation(recorder, &tree);
    hmt_add_allocation(recorder, &mesh);
    hmt_add_instruction(recorder, &load);
    hmt_add_instruction(recorder, &store);
    hmt_add_source(recorder, "demo.c", "int main;\n");
    hmt_add_ray_place(recorder,
                      &(hmt_ray_place){HMT_RAY_TRACED, "compute", "trace", "demo.c", 9, 5});
    hmt_add_ray_place(recorder, &(hmt_ray_place){HMT_RAY_COMMITTED, NULL, NULL, NULL, 0, 0});
    hmt_add_ray_place(recorder, &(hmt_ray_place){HMT_RAY_MISSED, NULL, NULL, NULL, 0, 0});
    hmt_set_scene(recorder, &scene);
    hmt_begin_launch(recorder, &(hmt_launch){"trace", {2, 1, 1}, {32, 1, 1}, 64, 0});
}

int record_demo(const char *path, char *error) {
    hmt_recorder *recorder = hmt_open(path);
    const hmt_tag tags[] = {{0, 0, 0, 0, 0}, {3, 1, 1, 2, 4}};
    const hmt_ray rays[] = {{{0, 0, 5}, 0, {0, 0, -1}, 1e30F, 1, 0xff, 0x7000},
                            {{0, 0, 5}, 0, {0.25F, 0, -1}, 1e30F, 1, 0xff, 0x7000}};
    const hmt_ray_hit hit = {HMT_TRIANGLE, 2, 1, 7, 5};
    hmt_request request = {0};
    int result;
    describe(recorder);
    hmt_add_tags(recorder, 0, 0, 0x80000001U, tags);
    request.mask = 0x80000001U;
    request.address[0] = 0x2000;
    request.address[31] = 0x3000;
    hmt_add_request(recorder, &request);
    hmt_add_ray(recorder, &(hmt_ray_lanes){0, 0, 0, 0, 0, 3}, rays);
    hmt_add_ray_hit(recorder, &(hmt_ray_lanes){0, 0, 0, 0, 1, 2}, &hit);
    hmt_add_ray_hit(recorder, &(hmt_ray_lanes){0, 0, 0, 0, 2, 1}, NULL);
    request.sm = request.warp = request.instruction = 1;
    request.mask = 0xf;
    request.address[0] = 0x1000;
    request.address[1] = 0x1004;
    request.address[2] = 0x1008;
    request.address[3] = 0xffffffffffffffffU;
    hmt_add_request(recorder, &request);
    result = hmt_close(recorder);
    strcpy(error, hmt_error(recorder));
    hmt_free(recorder);
    return result;
}
