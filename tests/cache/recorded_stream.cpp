#include "tests/cache/recorded_stream.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace hitmap {

namespace {

std::vector<std::uint8_t> unpacked(const std::string& file) {
    const gzFile input = gzopen(file.c_str(), "rb");
    if (input == nullptr) throw std::runtime_error(fmt::format("{}: expected a file, found none", file));
    std::vector<std::uint8_t> bytes(std::size_t{16} << 20U);
    const int count = gzread(input, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(input);
    if (count < 0) throw std::runtime_error(fmt::format("{}: expected gzip data", file));
    bytes.resize(static_cast<std::size_t>(count));
    return bytes;
}

struct Sizes {
    unsigned vertices = 0;
    unsigned faces = 0;
    unsigned boxes = 0;
    unsigned accesses = 0;
    unsigned touched = 0;
};

template <class T>
T value_at(const std::uint8_t* bytes, std::size_t index) {
    T value;
    std::memcpy(&value, bytes + index * sizeof(T), sizeof(T));
    return value;
}

/// Value `index` of an array stored byte by byte: the first bytes of all values, then the second bytes, and
/// so on.
template <class T>
T split_value(const std::uint8_t* bytes, std::size_t count, std::size_t index) {
    std::array<std::uint8_t, sizeof(T)> parts;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        parts[i] = bytes[i * count + index];
    return value_at<T>(parts.data(), 0);
}

void add_allocations(const Sizes& sizes, RecordingInfo& info) {
    std::uint64_t address = 0;
    const auto add = [&](Role role, std::uint64_t count, std::uint32_t stride) {
        Allocation allocation;
        allocation.role = role;
        allocation.address = address;
        allocation.bytes = count * stride;
        allocation.stride = stride;
        info.allocations.push_back(allocation);
        address = (address + allocation.bytes + 127) / 128 * 128;
    };
    add(Role::boxes, sizes.boxes, 24);
    add(Role::faces, sizes.faces, 12);
    add(Role::vertices, sizes.vertices, 12);
}

/// @param columns  arrays of the record, split by bytes: element (4), kind, SM, lane, flags
void add_accesses(const std::uint8_t* columns, const Sizes& sizes, std::vector<AccessBlock>& blocks) {
    constexpr std::size_t accesses_per_block = 30000;
    const std::size_t n = sizes.accesses;
    for (std::size_t i = 0; i < n; ++i) {
        const bool new_request = (columns[7 * n + i] & 1U) != 0;
        if (blocks.empty() || (new_request && blocks.back().accesses.size() >= accesses_per_block))
            blocks.emplace_back();
        AccessBlock& block = blocks.back();
        if (new_request) block.writable_requests().entries.push_back({0, columns[5 * n + i], 0, 0, 0, 1, 0});
        block.see_all();
        block.accesses.push_back({split_value<std::uint32_t>(columns, n, i),
                                  columns[4 * n + i] == 2 ? box_kind : face_kind, columns[6 * n + i], 0,
                                  static_cast<std::uint32_t>(block.requests.entries.size() - 1)});
    }
}

} // namespace

RecordedStream read_recorded_stream(const std::string& file) {
    const std::vector<std::uint8_t> bytes = unpacked(file);
    const std::string head(
        bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 200)));
    Sizes sizes;
    const std::size_t line = head.find('\n');
    if (std::sscanf(head.c_str(), "torus vertices %u faces %u boxes %u accesses %u touched_faces %u",
                    &sizes.vertices, &sizes.faces, &sizes.boxes, &sizes.accesses, &sizes.touched) != 5 ||
        line == std::string::npos ||
        bytes.size() != line + 1 + std::size_t{16} * sizes.touched + std::size_t{18} * sizes.accesses)
        throw std::runtime_error(fmt::format("{}: expected a recorded stream", file));

    RecordedStream stream;
    add_allocations(sizes, stream.info);
    const std::uint8_t* numbers = bytes.data() + line + 1;
    const std::uint8_t* corners = numbers + std::size_t{4} * sizes.touched;
    auto scene = std::make_shared<RecordedScene>();
    scene->face_slots.resize(sizes.faces);
    for (std::size_t f = 0; f < sizes.touched; ++f)
        scene->face_slots.at(value_at<std::uint32_t>(numbers, f)) = value_at<glm::uvec3>(corners, f);
    stream.scene = std::move(scene);

    const std::uint8_t* columns = corners + std::size_t{12} * sizes.touched;
    add_accesses(columns, sizes, stream.blocks);
    const std::size_t n = sizes.accesses;
    const std::uint8_t* outcomes = columns + 8 * n;
    for (std::size_t i = 0; i < n; ++i)
        stream.expected.push_back({split_value<float>(outcomes, n, i),
                                   split_value<float>(outcomes + 4 * n, n, i), outcomes[8 * n + i],
                                   outcomes[9 * n + i]});
    return stream;
}

} // namespace hitmap
