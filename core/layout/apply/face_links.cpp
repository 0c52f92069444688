#include "core/layout/apply/face_links.h"

#include "core/layout/survey/lane_states.h"
#include "core/layout/survey/survey_blocks.h"

#include <bit>
#include <optional>
#include <unordered_set>
#include <utility>

namespace hitmap {

namespace {

/// The number of the element that begins at an address.
std::optional<std::uint32_t> element_at(const BufferLayout& buffer, std::uint64_t address) {
    const std::uint64_t begin = buffer.address + buffer.offset;
    if (address < begin || buffer.stride == 0) return std::nullopt;
    const std::uint64_t element = (address - begin) / buffer.stride;
    if ((address - begin) % buffer.stride != 0 || element >= buffer.element_count()) return std::nullopt;
    return static_cast<std::uint32_t>(element);
}

struct TestedFace {
    std::optional<std::uint32_t> slot;
    glm::uvec3 vertices{0};
    int read = 0; ///< number of vertices
};

struct BlockLinks {
    FaceLinks faces;
    std::unordered_set<std::uint32_t> doubtful; ///< slots with different vertices

    void add(std::uint32_t slot, const glm::uvec3& vertices) {
        const auto [known, is_new] = faces.try_emplace(slot, vertices);
        if (!is_new && known->second != vertices) doubtful.insert(slot);
    }
};

void examine_faces(const RequestBlock& block, const std::vector<Instruction>& instructions,
                   const BufferLayout& faces, const BufferLayout& vertices, const JobContext& job,
                   BlockLinks& links) {
    LaneStates<TestedFace> lanes;
    for_each_request(block, job, [&](const RequestBlock::Entry& entry, auto addresses) {
        const Instruction& instruction = instructions[entry.instruction];
        if (instruction.operation != Operation::load || instruction.space != Space::global) return;
        auto& states = lanes.of(entry);
        std::uint32_t mask = entry.mask;
        for (const std::uint64_t address : addresses) {
            TestedFace& state = states[static_cast<std::size_t>(std::countr_zero(mask))];
            mask &= mask - 1;
            if (const auto slot = element_at(faces, address)) {
                state = {slot, {}, 0};
            } else if (state.slot && state.read < 3) {
                const auto vertex = element_at(vertices, address);
                if (!vertex) continue;
                state.vertices[state.read++] = *vertex;
                if (state.read == 3) links.add(*state.slot, state.vertices);
            }
        }
    });
}

} // namespace

FaceLinks observed_faces(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                         const JobContext& job) {
    const BufferLayout* faces = find_buffer(layout, Role::faces);
    const BufferLayout* vertices = find_buffer(layout, Role::vertices);
    BlockLinks all;
    constexpr std::uint64_t most_elements = std::uint64_t{1} << 32;
    if (faces == nullptr || vertices == nullptr || faces->element_count() > most_elements ||
        vertices->element_count() > most_elements)
        return {};
    job.begin("finding the vertices of faces", file.info().requests, "requests");
    const auto examine = [&](const RequestBlock& block, BlockLinks& links) {
        examine_faces(block, file.info().instructions, *faces, *vertices, job, links);
    };
    survey_blocks<BlockLinks>(file, pool, job, examine, [&](const BlockLinks& links) {
        for (const auto& [slot, triple] : links.faces)
            all.add(slot, triple);
        all.doubtful.insert(links.doubtful.begin(), links.doubtful.end());
    });
    for (const std::uint32_t slot : all.doubtful)
        all.faces.erase(slot);
    return std::move(all.faces);
}

} // namespace hitmap
