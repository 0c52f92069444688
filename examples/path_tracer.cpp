// A path tracer for CPUs that records its memory accesses: a core counts as an SM, a packet of 32 rays as a
// warp. The only addition to the tracer is a call of record() next to each relevant read or write.
//
//   path_tracer OUT.hmt [WIDTH [CORES]]     then: hitmap view OUT.hmt
#define HITMAP_RECORDER_IMPLEMENTATION
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <hitmap/recorder.h>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "ground.h"

namespace {

// ---- recording

enum Instruction : std::uint32_t { load_box, load_face, load_vertex, store_pixel };
hmt_recorder* recorder = nullptr;
std::mutex recorder_mutex; // the order in which cores lock it is the order of the recording

struct Packet {
    hmt_request request{}; // has the core and the packet
    std::array<vec3, 32> origin, direction;
    std::array<float, 32> distance;
    std::array<std::uint32_t, 32> face;
};

// Records that the lanes of the mask execute the instruction; address(lane) is where a lane reads or writes.
template <class Address>
void record(Packet& packet, Instruction instruction, std::uint32_t mask, Address address) {
    packet.request.instruction = instruction;
    packet.request.mask = mask;
    for (std::uint32_t l = 0; l < 32; ++l)
        if (mask >> l & 1) packet.request.address[l] = reinterpret_cast<std::uintptr_t>(address(l));
    const std::lock_guard lock(recorder_mutex);
    hmt_add_request(recorder, &packet.request);
}

// Describes an array at its place in this program's memory.
template <class T>
void describe(const char* name, hmt_role role, const std::vector<T>& array, std::size_t element) {
    const auto bytes = static_cast<std::uint32_t>(element);
    const hmt_allocation allocation{
        name,  role, HMT_GLOBAL, reinterpret_cast<std::uintptr_t>(array.data()), array.size() * sizeof(T),
        bytes, bytes};
    hmt_add_allocation(recorder, &allocation);
}

void describe(const Scene& scene, const hmt_camera& camera, std::uint32_t width, std::uint32_t cores) {
    hmt_set_producer(recorder, "path_tracer", "ground");
    hmt_set_device(recorder, "CPU, a core as an SM", cores, 1);
    describe("pixels", HMT_FRAMEBUFFER, scene.pixels, 4);
    describe("boxes", HMT_BOXES, scene.boxes, sizeof(Box));
    describe("faces", HMT_FACES, scene.faces, sizeof(Face));
    describe("vertices", HMT_VERTICES, scene.vertices, sizeof(vec3));
    for (const std::uint16_t bytes : {24, 12, 12, 4}) { // in the order of enum Instruction
        const hmt_instruction i{
            bytes == 4 ? HMT_STORE : HMT_LOAD, HMT_GLOBAL, bytes, "trace", __FILE__, 0, 0};
        hmt_add_instruction(recorder, &i);
    }
    hmt_scene s{};
    s.width = s.height = width;
    s.cameras = &camera, s.camera_count = 1;
    s.vertices = &scene.vertices[0].x, s.vertex_count = scene.vertices.size();
    s.faces = scene.faces[0].data(), s.face_count = scene.faces.size();
    s.boxes = &scene.boxes[0].lower.x, s.box_count = scene.boxes.size();
    s.box_parents = scene.parents.data(), s.box_levels = scene.levels.data();
    hmt_set_scene(recorder, &s);
    const hmt_launch launch{"trace", {width * width / 32, 1, 1}, {32, 1, 1}, 0, 0};
    hmt_begin_launch(recorder, &launch);
}

// ---- tracing

bool enters(const Box& box, vec3 origin, vec3 direction, float distance) {
    const vec3 a = (box.lower - origin) / direction, b = (box.upper - origin) / direction;
    const vec3 near = min(a, b), far = max(a, b);
    return std::max({near.x, near.y, near.z, 0.0F}) <= std::min({far.x, far.y, far.z, distance});
}

// Distance of the triangle along the ray, or `distance` if the triangle is not nearer (Möller and Trumbore
// 1997).
float meet(vec3 a, vec3 b, vec3 c, vec3 origin, vec3 direction, float distance) {
    const vec3 ab = b - a, ac = c - a, p = cross(direction, ac), ao = origin - a, q = cross(ao, ab);
    const float scale = 1 / dot(ab, p), u = scale * dot(ao, p), v = scale * dot(direction, q),
                t = scale * dot(ac, q);
    return u >= 0 && v >= 0 && u + v <= 1 && t > 1e-4F && t < distance ? t : distance;
}

// All lanes traverse the tree together; lanes that miss a box are inactive below it.
void trace(const Scene& scene, Packet& packet, std::uint32_t active) {
    packet.distance.fill(1e9F);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stack{{0, active}}; // box, active lanes
    while (!stack.empty()) {
        const std::uint32_t b = stack.back().first, lanes = stack.back().second;
        stack.pop_back();
        record(packet, load_box, lanes, [&](auto) { return &scene.boxes[b]; });
        std::uint32_t inside = 0;
        for (std::uint32_t l = 0; l < 32; ++l)
            if (lanes >> l & 1 &&
                enters(scene.boxes[b], packet.origin[l], packet.direction[l], packet.distance[l]))
                inside |= 1U << l;
        const Node node = scene.nodes[b];
        if (inside == 0) continue;
        if (node.count == 0) stack.push_back({node.first, inside}), stack.push_back({node.first + 1, inside});
        for (std::uint32_t f = node.first; f < node.first + node.count; ++f) {
            const Face& face = scene.faces[f];
            record(packet, load_face, inside, [&](auto) { return &face; });
            for (const std::uint32_t v : face)
                record(packet, load_vertex, inside, [&](auto) { return &scene.vertices[v]; });
            for (std::uint32_t l = 0; l < 32; ++l) {
                if (!(inside >> l & 1)) continue;
                const float t =
                    meet(scene.vertices[face[0]], scene.vertices[face[1]], scene.vertices[face[2]],
                         packet.origin[l], packet.direction[l], packet.distance[l]);
                if (t < packet.distance[l]) packet.distance[l] = t, packet.face[l] = f;
            }
        }
    }
}

// Traces paths of three rays under a bright sky. A warp is a packet of adjacent pixels of a row.
void trace_packet(Scene& scene, const hmt_camera& camera, Packet& packet, std::uint32_t first,
                  std::uint32_t width) {
    std::minstd_rand random(first + 1);
    std::uniform_real_distribution<float> number(-1, 1);
    std::array<float, 32> light{};
    const vec3 right{1, 0, 0}, forward{camera.forward[0], camera.forward[1], camera.forward[2]};
    const vec3 up = cross(right, forward);
    const float slope = std::tan(glm::radians(camera.fov_y_degrees / 2)) / width;
    for (std::uint32_t l = 0; l < 32; ++l) {
        const std::uint32_t x = (first + l) % width, y = (first + l) / width;
        packet.origin[l] = {camera.position[0], camera.position[1], camera.position[2]};
        packet.direction[l] =
            forward + slope * ((2.0F * x + 1 - width) * right + (width - 2.0F * y - 1) * up);
    }
    std::uint32_t active = ~0U;
    for (std::uint8_t bounce = 0; bounce < 3 && active != 0; ++bounce) {
        std::vector<hmt_tag> tags; // what the active lanes work on now
        const std::uint8_t kind = bounce == 0 ? 0 : 3;
        for (std::uint32_t l = 0; l < 32; ++l)
            if (active >> l & 1) tags.push_back({first + l, 0, kind, bounce, 0});
        {
            const std::lock_guard lock(recorder_mutex);
            hmt_add_tags(recorder, 0, packet.request.warp, active, tags.data());
        }
        trace(scene, packet, active);
        for (std::uint32_t l = 0; l < 32; ++l) {
            if (!(active >> l & 1)) continue;
            if (packet.distance[l] == 1e9F) {
                light[l] = std::pow(0.6F, bounce), active &= ~(1U << l);
                continue;
            }
            const Face& face = scene.faces[packet.face[l]];
            const vec3 a = scene.vertices[face[0]];
            const vec3 normal = normalize(cross(scene.vertices[face[1]] - a, scene.vertices[face[2]] - a));
            packet.origin[l] = packet.origin[l] + packet.distance[l] * packet.direction[l] + 1e-3F * normal;
            packet.direction[l] =
                normal + 0.9F * normalize(vec3(number(random), number(random), number(random)));
        }
    }
    record(packet, store_pixel, ~0U, [&](std::uint32_t l) { return &scene.pixels[first + l]; });
    std::copy(light.begin(), light.end(), scene.pixels.begin() + first);
}

} // namespace

int main(int argc, char** argv) {
    const auto number = [&](int at, unsigned long usual) {
        return argc > at ? std::strtoul(argv[at], nullptr, 10) : usual; // 0 if it is not a number
    };
    const unsigned long wanted = number(2, 128), most = number(3, 4);
    if (argc < 2 || wanted < 32 || wanted > 4096 || most < 1 || most > 64)
        return std::fputs("path_tracer OUT.hmt [WIDTH 32..4096 [CORES 1..64]]\n", stderr), 2;
    const auto width = static_cast<std::uint32_t>(wanted / 32 * 32), cores = static_cast<std::uint32_t>(most);
    Scene scene{
        {}, {}, std::vector<Box>(1), std::vector<Node>(1), {-1}, {0}, std::vector<float>(width * width)};
    make_ground(scene, 64);
    build(scene, 0, 0, static_cast<std::uint32_t>(scene.faces.size()));
    const hmt_camera camera{{0, 3, 5}, {0, -0.5144958F, -0.8574929F}, {0, 0.8574929F, -0.5144958F}, 60};
    recorder = hmt_open(argv[1]);
    describe(scene, camera, width, cores);
    std::vector<std::thread> threads;
    for (std::uint32_t core = 0; core < cores; ++core)
        threads.emplace_back([&, core] {
            Packet packet;
            packet.request.sm = core;
            for (packet.request.warp = core; packet.request.warp < width * width / 32;
                 packet.request.warp += cores)
                trace_packet(scene, camera, packet, packet.request.warp * 32, width);
        });
    for (std::thread& thread : threads)
        thread.join();
    const int result = hmt_close(recorder);
    if (result != 0) std::fprintf(stderr, "path_tracer: %s\n", hmt_error(recorder));
    hmt_free(recorder);
    return -result;
}
