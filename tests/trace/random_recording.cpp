#include "tests/trace/random_recording.h"

#include "core/geometry/mesh/mesh.h"
#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <utility>

namespace hitmap {

namespace {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    std::uint32_t u32() { return static_cast<std::uint32_t>(engine_()); }
    float number() { return static_cast<float>(below(2001)) / 1000.0F - 1.0F; }
    glm::vec3 vector() {
        const float x = number();
        const float y = number();
        return {x, y, number()};
    }
    std::string text() {
        static const std::vector<std::string> words{"", "nodes", "Thürmer", "\xe2\x82\xac", "a b", "x\ny"};
        // Drawn first, since the golden files depend on the order of random numbers.
        const std::string digits = std::to_string(below(100));
        return words[below(words.size())] + digits;
    }

private:
    std::mt19937_64 engine_;
};

SourceLocation random_location(Random& random) {
    return {random.text(), random.text(), random.u32(), random.u32()};
}

RecordingInfo random_info(Random& random) {
    RecordingInfo info;
    info.producer = random.text();
    info.source_name = random.text();
    for (std::uint64_t i = random.below(4); i > 0; --i) {
        std::string value = random.text();
        info.options.emplace_back(random.text(), std::move(value));
    }
    info.device = {random.text(), static_cast<std::uint32_t>(1 + random.below(70)),
                   static_cast<std::uint32_t>(1 + random.below(40))};
    for (std::uint64_t i = random.below(4); i > 0; --i)
        info.origins.push_back({random.text(), static_cast<Origin>(random.below(3))});
    std::uint64_t address = 256;
    for (std::uint64_t i = random.below(6); i > 0; --i) {
        Allocation& allocation = info.allocations.emplace_back();
        allocation.name = random.text();
        allocation.role = static_cast<Role>(random.below(role_count));
        allocation.space = static_cast<Space>(random.below(3));
        allocation.address = address;
        allocation.bytes = random.below(4096);
        allocation.stride = static_cast<std::uint32_t>(random.below(64));
        if (allocation.stride < 4) allocation.stride *= 4; // at most eight elements per access
        allocation.element_bytes = static_cast<std::uint32_t>(random.below(allocation.stride + 1));
        allocation.first_request.value = random.below(10);
        if (random.one_in(2)) allocation.last_request.value = 10 + random.below(10);
        if (random.one_in(3))
            for (std::uint64_t b = 0; b < allocation.bytes; ++b)
                allocation.contents.push_back(static_cast<std::uint8_t>(random.u32()));
        address += allocation.bytes + 256;
    }
    for (std::uint64_t i = 1 + random.below(9); i > 0; --i) {
        Instruction& instruction = info.instructions.emplace_back();
        instruction.operation = static_cast<Operation>(random.below(3));
        instruction.space = static_cast<Space>(random.below(3));
        instruction.bytes_per_lane = static_cast<std::uint16_t>(1 + random.below(32));
        instruction.cache = static_cast<CacheOperator>(random.below(8));
        instruction.location = random_location(random);
        for (std::uint64_t k = random.below(3); k > 0; --k)
            instruction.inlined_at.push_back(random_location(random));
    }
    for (std::uint64_t i = random.below(3); i > 0; --i)
        info.sources.push_back({random.text(), random.text()});
    return info;
}

RecordedScene random_scene(Random& random) {
    RecordedScene scene;
    for (std::uint64_t i = 1 + random.below(40); i > 0; --i)
        scene.vertices.push_back(random.vector());
    const auto any = [&](std::size_t size) { return static_cast<std::uint32_t>(random.below(size)); };
    const auto corners = [&](std::size_t size) {
        const std::uint32_t z = any(size);
        const std::uint32_t y = any(size);
        return glm::uvec3(any(size), y, z);
    };
    const std::size_t slots = random.below(60);
    const bool sources = random.one_in(2);
    for (std::size_t i = 0; i < slots; ++i) {
        const bool padding = sources && random.one_in(5);
        const std::size_t n = scene.vertices.size();
        scene.face_slots.push_back(padding ? glm::uvec3(0) : corners(n));
        if (sources) scene.face_source.push_back(padding ? -1 : static_cast<std::int32_t>(any(100)));
    }
    if (slots != 0 && random.one_in(2)) {
        for (std::uint64_t i = 1 + random.below(20); i > 0; --i)
            scene.normals.push_back(random.vector());
        for (std::size_t i = 0; i < slots; ++i) {
            const std::size_t n = scene.normals.size();
            scene.normal_slots.push_back(corners(n));
        }
    }
    const std::size_t boxes = random.below(50);
    for (std::size_t i = 0; i < boxes; ++i)
        scene.boxes.push_back({random.vector(), random.vector()});
    if (random.one_in(2))
        for (std::size_t i = 0; i < boxes; ++i)
            scene.box_parent.push_back(static_cast<std::int32_t>(random.below(boxes + 1)) - 1);
    if (random.one_in(2))
        for (std::size_t i = 0; i < boxes; ++i)
            scene.box_level.push_back(static_cast<std::uint16_t>(random.u32()));
    if (random.one_in(2))
        for (std::size_t i = 0; i < boxes; ++i)
            scene.box_source.push_back(static_cast<std::int32_t>(random.below(100)) - 1);
    scene.instances.resize(random.below(3));
    scene.cameras.resize(random.below(3));
    scene.width = random.u32();
    scene.height = random.u32();
    scene.source_hash = random.u32();
    return scene;
}

Request random_request(Random& random, const MemoryRecording& recording) {
    Request request;
    request.launch = static_cast<std::uint32_t>(random.below(recording.launches.size()));
    request.sm = static_cast<std::uint32_t>(random.below(recording.info.device.sm_count));
    request.slot = static_cast<std::uint32_t>(random.below(recording.info.device.warp_slots_per_sm));
    request.warp = static_cast<std::uint32_t>(random.below(random.one_in(2) ? 4 : 1U << 20));
    request.instruction = static_cast<std::uint32_t>(random.below(recording.info.instructions.size()));
    request.mask = ~0U;
    if (!random.one_in(3)) {
        request.mask = random.u32(); // drawn before the lane, since the golden files depend on the order
        request.mask |= 1U << random.below(32);
    }
    const std::uint64_t base = random.one_in(9) ? random.u32() * 0x100000001ULL : random.below(8192);
    for (unsigned lane = 0; lane < warp_size; ++lane)
        if ((request.mask >> lane & 1) != 0)
            request.address[lane] = random.one_in(4) ? random.u32() * 0x9e3779b97f4a7c15ULL : base + 4 * lane;
    return request;
}

} // namespace

MemoryRecording random_recording(std::uint64_t seed, std::size_t requests) {
    Random random(seed);
    MemoryRecording recording;
    recording.info = random_info(random);
    recording.has_scene = random.one_in(2);
    if (recording.has_scene) {
        recording.scene = random_scene(random);
        // Allocations with elements must have the same number as the scene.
        for (Allocation& allocation : recording.info.allocations)
            if (element_kind_of(allocation.role)) allocation.role = Role::nodes;
    }
    for (std::uint64_t i = 1 + random.below(3); i > 0; --i) {
        Launch& launch = recording.launches.emplace_back();
        launch.kernel = random.text();
        launch.grid = {random.u32(), random.u32(), random.u32()};
        launch.block = {random.u32(), random.u32(), random.u32()};
        launch.local_bytes = random.u32();
        launch.shared_bytes = random.u32();
    }
    for (std::size_t i = 0; i < requests; ++i) {
        if (random.one_in(7)) {
            LaneTagRun& run = recording.tags.emplace_back();
            run.first_request.value = i;
            run.launch = static_cast<std::uint32_t>(random.below(recording.launches.size()));
            run.warp = random.u32();
            run.lane = static_cast<std::uint8_t>(random.below(32));
            run.tag = {random.u32(), random.u32(), static_cast<std::uint8_t>(random.u32()),
                       static_cast<std::uint8_t>(random.u32()), static_cast<std::uint16_t>(random.u32())};
        }
        recording.requests.push_back(random_request(random, recording));
    }
    return recording;
}

MemoryRecording grid_recording(std::uint32_t side, std::size_t requests) {
    Random random(side);
    MemoryRecording recording;
    recording.has_scene = true;
    RecordedScene& scene = recording.scene;
    for (std::uint32_t y = 0; y <= side; ++y)
        for (std::uint32_t x = 0; x <= side; ++x)
            scene.vertices.emplace_back(x, y, random.number());
    for (std::uint32_t y = 0; y < side; ++y)
        for (std::uint32_t x = 0; x < side; ++x) {
            const std::uint32_t corner = y * (side + 1) + x;
            scene.face_slots.emplace_back(corner, corner + 1, corner + side + 1);
            scene.face_slots.emplace_back(corner + 1, corner + side + 2, corner + side + 1);
        }
    for (std::size_t i = 0; i < scene.face_slots.size(); ++i)
        scene.face_source.push_back(static_cast<std::int32_t>(i ^ 1));
    Mesh mesh;
    mesh.positions = scene.vertices;
    mesh.faces.resize(scene.face_slots.size());
    for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot)
        mesh.faces[static_cast<std::size_t>(scene.face_source[slot])] = scene.face_slots[slot];
    add_vertex_normals(mesh);
    scene.normals = mesh.normals;
    scene.normal_slots = scene.face_slots;
    for (std::int32_t i = 0; i < 62; ++i) {
        scene.boxes.push_back({{-1.0F, -1.0F, -1.0F}, {static_cast<float>(i), 1.0F, 1.0F}});
        scene.box_parent.push_back(i / 2 - 1);
        scene.box_level.push_back(
            static_cast<std::uint16_t>(i < 2 ? 0 : scene.box_level[static_cast<std::size_t>(i / 2 - 1)] + 1));
    }
    scene.cameras.resize(1);
    scene.width = scene.height = 16;

    RecordingInfo& info = recording.info;
    info.producer = "test";
    info.device = {"device", 2, 4};
    const auto allocate = [&](std::string name, Role role, std::uint64_t address, std::uint64_t bytes,
                              std::uint32_t stride) {
        Allocation& allocation = info.allocations.emplace_back();
        allocation.name = std::move(name);
        allocation.role = role;
        allocation.address = address;
        allocation.bytes = bytes;
        allocation.stride = allocation.element_bytes = stride;
    };
    allocate("boxes", Role::boxes, 0x10000, scene.boxes.size() * 24, 24);
    allocate("faces", Role::faces, 0x20000, scene.face_slots.size() * 12, 12);
    for (const unsigned bytes : {8U, 8U, 8U, 4U})
        info.instructions.emplace_back().bytes_per_lane = static_cast<std::uint16_t>(bytes);
    recording.launches.resize(1);
    for (std::size_t i = 0; i < requests; ++i) {
        Request request;
        request.sm = static_cast<std::uint32_t>(i % 2);
        request.slot = static_cast<std::uint32_t>(i / 2 % 4);
        request.warp = request.sm * 4 + request.slot;
        request.instruction = static_cast<std::uint32_t>(i / 8 % 4);
        request.mask = i % 5 == 0 ? 0x00ff'ff00U : ~0U;
        for (unsigned lane = 0; lane < warp_size; ++lane)
            request.address[lane] = request.instruction == 3
                                        ? 0x20000 + (i / 32 * 7 + lane / 4) % scene.face_slots.size() * 12
                                        : 0x10000 + (i / 32 + lane / 8) % 62 * 24 + request.instruction * 8;
        if (i % 32 < 8)
            for (std::uint8_t lane = 0; lane < warp_size; ++lane)
                recording.tags.push_back({RequestIndex(i),
                                          0,
                                          request.warp,
                                          lane,
                                          {static_cast<std::uint32_t>(recording.tags.size()), 0, 0, 0, 0}});
        recording.requests.push_back(request);
    }
    return recording;
}

void add_random_executions(MemoryRecording& recording, std::uint64_t seed, std::size_t executions) {
    Random random(seed);
    for (std::uint64_t i = 1 + random.below(30); i > 0; --i)
        recording.info.basic_blocks.push_back(
            {static_cast<BlockEntry>(random.below(block_entry_count)),
             static_cast<std::uint32_t>(random.below(RecordingLimits::block_instructions + 1)),
             random_location(random)});
    std::vector<std::size_t> requests;
    for (std::size_t i = 0; i < executions; ++i)
        requests.push_back(random.below(recording.requests.size() + 1));
    std::sort(requests.begin(), requests.end());
    BlockExecution event;
    for (const std::size_t request : requests) {
        event.request.value = request;
        if (random.one_in(3)) {
            const Request of_warp = random_request(random, recording);
            event.launch = of_warp.launch;
            event.sm = of_warp.sm;
            event.slot = of_warp.slot;
            event.warp = of_warp.warp;
        }
        event.block = static_cast<std::uint32_t>(random.below(recording.info.basic_blocks.size()));
        if (random.one_in(2)) event.mask = random.u32();
        if (random.one_in(2)) event.mask &= 0xff00U;
        if (event.mask == 0) event.mask = 1;
        recording.executions.push_back(event);
    }
}

namespace {

/// A float with any bits, often with those at the borders of what floats are.
float any_float(Random& random) {
    constexpr std::array<std::uint32_t, 10> borders{0,           0x8000'0000, 1,           0x807f'ffff,
                                                    0x7f7f'ffff, 0x7f80'0000, 0xff80'0000, 0x7fc0'0000,
                                                    0x7f80'0001, 0xffff'ffff};
    return std::bit_cast<float>(random.one_in(2) ? borders[random.below(borders.size())] : random.u32());
}

glm::vec3 any_vector(Random& random) {
    const float x = any_float(random);
    const float y = any_float(random);
    return {x, y, any_float(random)};
}

/// A ray near the one before it, of a lane that looks from the same or a similar point, or any ray.
Ray random_ray(Random& random, const Ray& before, bool is_regular) {
    if (!is_regular)
        return {any_vector(random),
                any_float(random),
                any_vector(random),
                any_float(random),
                random.u32(),
                random.u32(),
                std::uint64_t{random.u32()} << 32U | random.u32()};
    Ray ray = before;
    if (random.one_in(3)) ray.origin.x += 0.25F;
    ray.direction += glm::vec3(0.125F, 0.0F, -0.25F);
    if (random.one_in(4)) ray.direction = -ray.origin;
    if (random.one_in(4)) ray.direction = glm::vec3(0.6F, -0.8F, 0.0F);
    if (random.one_in(5)) ray.tmax += 1.0F;
    if (random.one_in(7)) ray.structure += 256;
    return ray;
}

RayHit random_hit(Random& random, const RayHit& before, bool is_regular) {
    if (!is_regular)
        return {static_cast<HitShape>(random.below(hit_shape_count)), random.u32(), random.u32(),
                random.u32(), any_float(random)};
    RayHit hit = before;
    hit.primitive += random.one_in(2) ? 1 : 0;
    hit.t += random.one_in(2) ? 0.5F : 0.0F;
    return hit;
}

/// What the lanes of an event have.
struct RandomLanes {
    std::vector<Ray> rays;
    std::vector<RayHit> hits;
};
RandomLanes random_lanes(Random& random, const RayEvents& before, const RayEvent& event) {
    RandomLanes lanes;
    const bool is_regular = random.one_in(2);
    const auto count = static_cast<std::size_t>(std::popcount(event.mask));
    Ray ray = before.rays.empty() ? Ray() : before.rays.back();
    RayHit hit = before.hits.empty() ? RayHit() : before.hits.back();
    for (std::size_t i = 0; i < count; ++i) {
        if (has_rays(event.kind)) lanes.rays.push_back(ray = random_ray(random, ray, is_regular));
        if (has_hits(event.kind)) lanes.hits.push_back(hit = random_hit(random, hit, is_regular));
    }
    return lanes;
}

} // namespace

void add_random_rays(MemoryRecording& recording, std::uint64_t seed, std::size_t events) {
    Random random(seed);
    for (std::size_t kind = 0; kind < ray_event_kind_count; ++kind)
        for (std::uint64_t i = 1 + random.below(2); i > 0; --i)
            recording.info.ray_places.push_back(
                {static_cast<RayEventKind>(kind), random.text(), random_location(random)});
    std::vector<std::size_t> requests;
    for (std::size_t i = 0; i < events; ++i)
        requests.push_back(random.below(recording.requests.size() + 1));
    std::sort(requests.begin(), requests.end());
    RayEvent event;
    for (const std::size_t request : requests) {
        event.request.value = request;
        if (event.mask == 0 || random.one_in(3)) {
            const Request of_warp = random_request(random, recording);
            event.launch = of_warp.launch;
            event.sm = of_warp.sm;
            event.slot = of_warp.slot;
            event.warp = of_warp.warp;
            event.mask = of_warp.mask;
        }
        event.place = static_cast<std::uint32_t>(random.below(recording.info.ray_places.size()));
        event.kind = recording.info.ray_places[event.place].kind;
        if (random.one_in(3)) event.mask = 1U << random.below(warp_size);
        const RandomLanes lanes = random_lanes(random, recording.rays, event);
        recording.rays.append(event, {lanes.rays, lanes.hits});
    }
}

bool same_rays(const RayEvents& a, const RayEvents& b) {
    return std::ranges::equal(a.events, b.events, [&](const auto& x, const auto& y) {
        const RayLanes of_x = a.lanes_of(x);
        const RayLanes of_y = b.lanes_of(y);
        return static_cast<const RayEvent&>(x) == static_cast<const RayEvent&>(y) &&
               std::ranges::equal(of_x.rays, of_y.rays) && std::ranges::equal(of_x.hits, of_y.hits);
    });
}

void narrow_warps(MemoryRecording& recording, std::uint32_t lanes) {
    recording.info.device.warp_size = lanes;
    const auto narrow = [lanes](std::uint32_t mask) {
        mask &= all_lanes(lanes);
        return mask == 0 ? 1 : mask;
    };
    for (Request& request : recording.requests)
        request.mask = narrow(request.mask);
    for (BlockExecution& event : recording.executions)
        event.mask = narrow(event.mask);
    RayEvents rays;
    for (const RayEvents::Entry& whole : recording.rays.events) {
        RayEvent event = whole;
        event.mask = narrow(event.mask);
        const RayLanes before = recording.rays.lanes_of(whole);
        const auto count = static_cast<std::size_t>(std::popcount(event.mask));
        rays.append(event, {before.rays.first(has_rays(event.kind) ? count : 0),
                            before.hits.first(has_hits(event.kind) ? count : 0)});
    }
    recording.rays = std::move(rays);
    for (LaneTagRun& run : recording.tags)
        run.lane = static_cast<std::uint8_t>(run.lane % lanes);
}

void write(const MemoryRecording& recording, RecordingSink& sink) {
    sink.begin(recording.info, recording.has_scene ? &recording.scene : nullptr);
    for (const Launch& launch : recording.launches)
        sink.begin_launch(launch);
    std::size_t tag = 0;
    std::size_t event = 0;
    std::size_t ray = 0;
    const auto execute_up_to = [&](std::size_t request) {
        for (; event < recording.executions.size() && recording.executions[event].request.value <= request;
             ++event)
            sink.execute(recording.executions[event]);
        for (; ray < recording.rays.events.size() && recording.rays.events[ray].request.value <= request;
             ++ray)
            sink.trace_rays(recording.rays.events[ray], recording.rays.lanes_of(recording.rays.events[ray]));
    };
    for (std::size_t i = 0; i < recording.requests.size(); ++i) {
        execute_up_to(i);
        for (; tag < recording.tags.size() && recording.tags[tag].first_request.value == i; ++tag)
            sink.tag(recording.tags[tag]);
        sink.add(recording.requests[i]);
    }
    execute_up_to(recording.requests.size());
    sink.finish();
}

std::vector<std::byte> to_bytes(const MemoryRecording& recording, const HmtWriteOptions& options,
                                ThreadPool* pool) {
    std::vector<std::byte> bytes;
    write(recording, *write_hmt(create_memory(bytes), options, pool));
    return bytes;
}

} // namespace hitmap
