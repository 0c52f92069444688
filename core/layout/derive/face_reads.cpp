#include "core/layout/derive/face_reads.h"

#include "core/layout/derive/lane_states.h"
#include "core/layout/derive/survey_blocks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

constexpr unsigned corners = 3;

/// The number of the element whose position begins in the bytes [address, address + bytes).
std::optional<std::uint32_t> vertex_at(const BufferLayout& buffer, std::uint64_t address,
                                       std::uint64_t bytes) {
    const std::uint64_t begin = buffer.address + buffer.offset;
    const std::uint64_t from = std::max(address, begin) - begin;
    const std::uint64_t element = (from + buffer.stride - 1) / buffer.stride;
    const std::uint64_t place = begin + element * buffer.stride;
    if (element >= buffer.element_count() || place < address || place - address >= bytes) return std::nullopt;
    return static_cast<std::uint32_t>(element);
}

/// Indices of one face.
struct IndexRead {
    std::uint32_t slot = 0;
    unsigned first = 0; ///< the first corner
    unsigned end = 0;   ///< one past the last corner
};

/// The indices that begin in the bytes [address, address + bytes), of the first face with such an index.
std::optional<IndexRead> indices_at(const BufferLayout& faces, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t from = std::max(address, faces.address) - faces.address;
    const std::uint64_t slot = from / faces.stride;
    if (slot >= faces.element_count()) return std::nullopt;
    const std::uint64_t face = faces.address + slot * faces.stride;
    IndexRead read{static_cast<std::uint32_t>(slot), corners, 0};
    for (unsigned corner = 0; corner < corners; ++corner) {
        const std::uint64_t place = face + std::uint64_t{corner} * faces.index_bytes;
        if (place < address || place - address >= bytes) continue;
        read.first = std::min(read.first, corner);
        read.end = corner + 1;
    }
    if (read.first >= read.end) return std::nullopt;
    return read;
}

/// The face that a lane tests.
struct TestedFace {
    std::uint32_t slot = 0;
    std::array<std::uint8_t, corners> order{}; ///< the corners, as they were read
    std::uint8_t indices = 0;                  ///< number of corners that were read
    std::uint8_t vertices = 0;                 ///< number of vertices that were read
    glm::uvec3 face{0};

    [[nodiscard]] bool has(unsigned corner) const {
        return std::find(order.begin(), order.begin() + indices, corner) != order.begin() + indices;
    }
    void add(const IndexRead& read) {
        for (unsigned corner = read.first; corner < read.end; ++corner) {
            if (indices == 0 || slot != read.slot || has(corner)) *this = {.slot = read.slot};
            order[indices++] = static_cast<std::uint8_t>(corner);
        }
    }
    /// Returns whether the face is complete now. A vertex without an index of its own was read before.
    bool add(std::uint32_t vertex) {
        if (vertices >= indices) return false;
        face[order[vertices++]] = vertex;
        return vertices == corners;
    }
};

void add_face(std::uint32_t slot, const glm::uvec3& vertices, FaceReads& reads) {
    const auto [known, is_new] = reads.faces.try_emplace(slot, vertices);
    if (!is_new && known->second != vertices) reads.doubtful.insert(slot);
}

void examine_faces(const RequestBlock& block, const std::vector<Instruction>& instructions,
                   const BufferLayout& faces, const BufferLayout& vertices, const JobContext& job,
                   FaceReads& reads) {
    LaneStates<TestedFace> lanes;
    for_each_request(block, job, [&](const RequestBlock::Entry& entry, auto addresses) {
        const Instruction& instruction = instructions[entry.instruction];
        if (instruction.operation != Operation::load || instruction.space != Space::global) return;
        const std::uint64_t bytes = std::max<std::uint64_t>(instruction.bytes_per_lane, 1);
        auto& states = lanes.of(entry);
        std::uint32_t mask = entry.mask;
        for (const std::uint64_t address : addresses) {
            TestedFace& state = states[static_cast<std::size_t>(std::countr_zero(mask))];
            mask &= mask - 1;
            if (const auto read = indices_at(faces, address, bytes)) {
                reads.indices += read->end - read->first;
                state.add(*read);
            } else if (state.vertices < state.indices) {
                const auto vertex = vertex_at(vertices, address, bytes);
                if (!vertex || !state.add(*vertex)) continue;
                reads.indices_of_tests += corners;
                add_face(state.slot, state.face, reads);
            }
        }
    });
}

bool can_be_read(const BufferLayout* buffer) {
    constexpr std::uint64_t most_elements = std::uint64_t{1} << 32;
    return buffer != nullptr && buffer->space == Space::global && buffer->stride != 0 &&
           buffer->element_count() <= most_elements;
}

} // namespace

FaceReads read_faces(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                     const JobContext& job) {
    const BufferLayout* faces = find_buffer(layout, Role::faces);
    const BufferLayout* vertices = find_buffer(layout, Role::vertices);
    if (!can_be_read(faces) || !can_be_read(vertices)) return {};
    job.begin("finding the vertices of faces", file.info().requests, "requests");
    FaceReads all;
    const auto examine = [&](const RequestBlock& block, FaceReads& reads) {
        examine_faces(block, file.info().instructions, *faces, *vertices, job, reads);
    };
    survey_blocks<FaceReads>(file, pool, job, examine, [&](const FaceReads& reads) {
        all.indices += reads.indices;
        all.indices_of_tests += reads.indices_of_tests;
        for (const auto& [slot, vertices_read] : reads.faces)
            add_face(slot, vertices_read, all);
        all.doubtful.insert(reads.doubtful.begin(), reads.doubtful.end());
    });
    for (const std::uint32_t slot : all.doubtful)
        all.faces.erase(slot);
    return all;
}

} // namespace hitmap
