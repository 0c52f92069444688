#pragma once

#include "core/cache/pipeline/hierarchy.h"
#include "tests/cache/memory_source.h"
#include "tests/cache/text_recording.h"

#include <array>
#include <memory>
#include <random>
#include <vector>

namespace hitmap {

/// Random requests with all properties of instructions on few elements, so that lanes access common elements,
/// repeat accesses and straddle lines.
class RandomRequests {
public:
    explicit RandomRequests(unsigned seed, unsigned count = 600) : random_(seed) {
        info.device.sm_count = 3;
        info.device.warp_slots_per_sm = 4;
        info.launches.resize(3);
        add("image", Role::framebuffer, Space::global, 0x1004, 160, 4, 4);
        add("boxes", Role::boxes, Space::global, 0x2000, 40 * 24, 24, 24);
        add("nodes", Role::nodes, Space::global, 0x23c0, 256, 4, 4); // starts in the last line of boxes
        add("faces", Role::faces, Space::global, 0x3010, 30 * 16, 16, 12);
        const bool planar = pick(2) == 0;
        add("vertices", Role::vertices, Space::global, 0x4000, 20 * 12, planar ? 4 : 12, 12);
        if (planar) info.allocations.back().layout = ElementLayout::planar;
        add("short-lived", Role::other, Space::global, 0x5000, 512, 0, 0);
        info.allocations.back().first_request = RequestIndex(100);
        info.allocations.back().last_request = RequestIndex(400);
        add("stack", Role::stack, Space::local, 0, 94, 0, 0);
        add("scratch", Role::other, Space::shared, 0, 256, 0, 0);
        for (unsigned i = 0; i < 40; ++i)
            info.instructions.push_back(instruction());
        scene = std::make_shared<RecordedScene>();
        for (unsigned i = 0; i < 30; ++i)
            scene->face_slots.emplace_back(pick(20), pick(20), pick(20));
        scene->vertices.resize(20);
        std::uint32_t launch = 0;
        for (unsigned i = 0; i < count; ++i) {
            if (pick(200) == 0) launch = (launch + 1) % 3;
            requests.push_back(request(launch));
        }
    }

    RecordingInfo info;
    std::shared_ptr<RecordedScene> scene;
    std::vector<Request> requests;

    std::uint32_t pick(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

private:
    void add(const char* name, Role role, Space space, std::uint64_t address, std::uint64_t bytes,
             std::uint32_t stride, std::uint32_t element_bytes) {
        Allocation a = buffer(name, role, address, 0, stride);
        a.space = space;
        a.bytes = bytes;
        a.element_bytes = element_bytes;
        info.allocations.push_back(a);
    }
    Instruction instruction() {
        Instruction i;
        i.operation = pick(3) != 0 ? Operation::load : pick(3) != 0 ? Operation::store : Operation::atomic;
        i.space = pick(3) != 0 ? Space::global : pick(5) != 0 ? Space::local : Space::shared;
        if (i.space == Space::local && i.operation == Operation::atomic) i.operation = Operation::store;
        i.bytes_per_lane = static_cast<std::uint16_t>(1U << pick(6));
        constexpr std::array operators{CacheOperator::default_, CacheOperator::default_,
                                       CacheOperator::all,      CacheOperator::global,
                                       CacheOperator::last_use, CacheOperator::volatile_};
        i.cache = operators.at(pick(operators.size()));
        return i;
    }
    Request request(std::uint32_t launch) {
        Request r;
        r.launch = launch;
        r.warp = pick(10);
        r.sm = r.warp % 3; // a warp stays on its SM
        r.slot = r.warp / 3;
        r.instruction = pick(40);
        r.mask = static_cast<std::uint32_t>(pick(2) == 0 ? ~0U : random_()) & (pick(3) == 0 ? 0xffU : ~0U);
        if (r.mask == 0) r.mask = 1;
        const Space space = info.instructions[r.instruction].space;
        const Allocation* a = nullptr;
        do
            a = &info.allocations[pick(static_cast<std::uint32_t>(info.allocations.size()))];
        while (a->space != space);
        const std::uint32_t way = pick(4);
        const std::uint32_t step =
            std::array{0U, 4U, a->stride + 0U, info.instructions[r.instruction].bytes_per_lane + 0U}.at(
                pick(4));
        const std::uint32_t first = pick(static_cast<std::uint32_t>(a->bytes));
        for (unsigned lane = 0; lane < warp_size; ++lane) {
            std::uint64_t offset = way == 0 ? pick(static_cast<std::uint32_t>(a->bytes))
                                            : (first / 4 * 4 + lane * step) % a->bytes;
            if (way == 1 && a->stride != 0) offset = offset / a->stride * a->stride;
            if (way == 2 && pick(8) == 0) offset += a->bytes; // after the end of the allocation
            r.address[lane] = a->address + offset;
        }
        return r;
    }

    std::mt19937 random_;
};

inline HierarchyConfig random_config(RandomRequests& random) {
    constexpr std::array l1{"512:128/32:4",
                            "1KiB:128/32:full:plru",
                            "768:64/32:3:fifo",
                            "512:128:2",
                            "256:32:2:lru:xor",
                            "1280:256/64:5",
                            "16KiB:128/32:4:lru:fermi-l1",
                            "4KiB:128/32:32",
                            "2560:64/32:20:fifo"};
    constexpr std::array l2{"4KiB:128/32:4",     "4KiB:32:64",         "2KiB:32:4",
                            "3KiB:64/32:2:fifo", "8KiB:256/32:4:plru", "8KiB:128/64:8:lru:xor",
                            "128KiB:128/32:16"};
    HierarchyConfig config;
    config.l1 = parse_cache_geometry(l1.at(random.pick(l1.size())));
    config.l2 = parse_cache_geometry(l2.at(random.pick(l2.size())));
    config.l1_units = 1 + random.pick(2);
    config.l1_loads = static_cast<L1Loads>(random.pick(3) == 0 ? random.pick(3) : 0);
    config.l1_stores = static_cast<L1Stores>(random.pick(3));
    config.l2_partitions = 1 + random.pick(2);
    config.l2_interleave = 256;
    return config;
}

} // namespace hitmap
