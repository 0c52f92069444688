#pragma once

#include "tests/cache/memory_source.h"
#include "tests/trace/buffer.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap {

using test::buffer;

/// A strip of `faces` triangles (face f has the vertices f, f + 1, f + 2), the same number of boxes, and 8
/// pixels.
inline RecordingInfo strip_info(std::uint32_t faces) {
    RecordingInfo info;
    info.device.sm_count = 4;
    info.launches.resize(2);
    info.allocations = {buffer("image", Role::framebuffer, 0x100, 8, 4),
                        buffer("boxes", Role::boxes, 0x1000, faces, 24),
                        buffer("faces", Role::faces, 0x10000, faces, 12),
                        buffer("vertices", Role::vertices, 0x20000, faces + 2, 12),
                        buffer("nodes", Role::nodes, 0x30000, faces, 4)};
    const auto instruction = [&](Operation operation, std::uint16_t bytes) {
        Instruction i;
        i.operation = operation;
        i.bytes_per_lane = bytes;
        info.instructions.push_back(i);
    };
    instruction(Operation::load, 4);
    instruction(Operation::store, 4);
    instruction(Operation::atomic, 4);
    return info;
}

inline std::shared_ptr<RecordedScene> strip_scene(std::uint32_t faces) {
    auto scene = std::make_shared<RecordedScene>();
    for (std::uint32_t f = 0; f < faces; ++f)
        scene->face_slots.emplace_back(f, f + 1, f + 2);
    scene->vertices.resize(faces + 2);
    return scene;
}

/// Requests as text, one per line: "LAUNCH[:WARP] SM BUFFER ELEMENT...", with one element per lane. "+"
/// before the buffer stands for a store, "@" for an atomic; "BUFFER.BYTE" reads at an offset into the
/// elements.
inline void add_requests(MemorySource& source, const std::string& text, std::size_t block_requests = 100) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Request request;
        std::string name;
        words >> request.launch;
        if (words.peek() == ':') {
            words.ignore();
            words >> request.warp;
        }
        if (!(words >> request.sm >> name)) continue;
        if (name[0] == '+') request.instruction = 1;
        if (name[0] == '@') request.instruction = 2;
        if (request.instruction != 0) name.erase(0, 1);
        std::uint64_t byte = 0;
        if (const auto dot = name.find('.'); dot != std::string::npos) {
            byte = std::stoull(name.substr(dot + 1));
            name.resize(dot);
        }
        const Allocation* allocation = source.info().allocations.data();
        while (allocation->name != name)
            ++allocation;
        std::uint64_t element = 0;
        for (unsigned lane = 0; words >> element; ++lane) {
            request.mask |= 1U << lane;
            request.address[lane] = allocation->address + element * allocation->stride + byte;
        }
        source.add(request, block_requests);
    }
}

} // namespace hitmap
