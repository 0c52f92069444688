#include "core/trace/formats/text/element_scene.h"

#include "core/trace/import/scene_budget.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint32_t l1_line = 128;
constexpr std::uint32_t l2_line = 32;
constexpr std::uint64_t vertex_address = std::uint64_t{4} << 40U;
constexpr std::uint32_t vertex_bytes = 12;
constexpr unsigned corners = 3;

/// Numbers of cache lines in L1 and L2.
struct Lines {
    int l1 = 0;
    int l2 = 0;
    friend bool operator==(const Lines&, const Lines&) = default;
};

Lines lines_of(std::uint64_t address, std::uint32_t bytes) {
    const auto count = [&](std::uint32_t line) {
        return static_cast<int>((address + bytes - 1) / line - address / line) + 1;
    };
    return {count(l1_line), count(l2_line)};
}

/// The lines that the vertices of a face take beyond one each, if it has its indices at this address and
/// `facts` are right. A vertex can take a second line, in L2 alone or in both levels. Nothing if that cannot
/// be.
bool split_vertices(std::uint64_t address, const ElementFacts& facts, Lines& split) {
    const Lines indices = lines_of(address, ElementSurvey::buffers[face_kind].bytes);
    constexpr int each = corners;
    split = {facts.l1_lookups - indices.l1 - each, facts.l2_lookups - indices.l2 - each};
    return split.l1 >= 0 && split.l1 <= split.l2 && split.l2 <= each;
}

/// Whether an element at an address can have the look-ups of the table.
bool agrees(ElementKindId kind, std::uint64_t address, const ElementFacts& facts) {
    Lines split;
    if (kind == face_kind) return split_vertices(address, facts, split);
    return lines_of(address, ElementSurvey::buffers[kind].bytes) == Lines{facts.l1_lookups, facts.l2_lookups};
}

/// Returns the first vertex from `from` on that takes these lines. One of 32 in a row does: 32 vertices take
/// three lines of L1, and all ways to lie in them occur.
std::uint32_t vertex_with(const Lines& lines, std::uint32_t from) {
    while (lines_of(vertex_address + std::uint64_t{from} * vertex_bytes, vertex_bytes) != lines)
        ++from;
    return from;
}

glm::uvec3 made_face(std::uint32_t face, const Lines& split) {
    glm::uvec3 vertices{};
    std::uint32_t next = face / 2;
    for (int corner = 0; corner < static_cast<int>(corners); ++corner) {
        const Lines lines{corner < split.l1 ? 2 : 1, corner < split.l2 ? 2 : 1};
        vertices[corner] = vertex_with(lines, next);
        next = vertices[corner] + 1;
    }
    return vertices;
}

} // namespace

void ElementSurvey::add(ElementKindId kind, std::uint32_t element, const ElementFacts& facts) {
    ++rows_;
    if (kind == face_kind) ++face_rows_;
    counts_[kind] = std::max<std::uint64_t>(counts_[kind], std::uint64_t{element} + 1);
    const bool is_other = facts.source != element;
    if (is_other) ++other_rows_;
    if (kind == pixel_kind) {
        if (is_other) ++changed_rows_;
        return;
    }
    const ElementFacts& kept = facts_[kind].try_emplace(element, facts).first->second;
    if (kept.source != facts.source) ++changed_rows_;
    if (facts.source != ElementFacts::no_source)
        largest_source_ = std::max<std::uint64_t>(largest_source_, facts.source);
}

/// The address for which most elements have the look-ups of the table, the lowest one of several.
std::uint64_t ElementSurvey::begin_of(ElementKindId kind) const {
    constexpr std::uint32_t step = 4; // GPUs align words
    const Made& buffer = buffers[kind];
    std::uint64_t best = buffer.address;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::uint32_t offset = 0; offset < l1_line && least != 0; offset += step) {
        const std::uint64_t begin = buffer.address + offset;
        std::size_t wrong = 0;
        for (const auto& [element, facts] : facts_[kind])
            if (!agrees(kind, begin + std::uint64_t{element} * buffer.bytes, facts)) ++wrong;
        if (wrong >= least) continue;
        least = wrong;
        best = begin;
    }
    return best;
}

bool ElementSurvey::has_own_sources(ElementKindId kind) const {
    return std::ranges::all_of(facts_[kind],
                               [](const auto& fact) { return fact.second.source == fact.first; });
}

/// [elements] Elements without rows have no source. Empty if every element is its own source.
std::vector<std::int32_t> ElementSurvey::sources_of(ElementKindId kind) const {
    if (has_own_sources(kind)) return {};
    std::vector<std::int32_t> sources(counts_[kind], -1);
    for (const auto& [element, facts] : facts_[kind])
        if (facts.source != ElementFacts::no_source)
            sources[element] = static_cast<std::int32_t>(facts.source);
    return sources;
}

/// Whether the arrays of a scene are in proportion to the table, and have the memory that they may take.
bool ElementSurvey::is_scene_small(const ImportContext& context) const {
    constexpr std::uint64_t elements_anyway = std::uint64_t{1} << 16;
    constexpr std::uint64_t elements_of_row = 64;
    constexpr std::uint64_t face_bytes = sizeof(glm::uvec3) + sizeof(std::int32_t) + sizeof(glm::vec3);
    constexpr std::uint64_t box_bytes = sizeof(Aabb) + sizeof(std::int32_t);
    if (counts_[box_kind] + counts_[face_kind] > elements_anyway + elements_of_row * rows_) return false;
    if (largest_source_ > std::uint64_t{std::numeric_limits<std::int32_t>::max()}) return false;
    return SceneBudget(context.choices).take(counts_[box_kind] * box_bytes + counts_[face_kind] * face_bytes);
}

void ElementSurvey::add_faces(MadeElements& made, ImportWarnings& warnings) const {
    if (counts_[face_kind] == 0) return;
    std::vector<glm::uvec3>& slots = made.scene->face_slots;
    slots.reserve(counts_[face_kind]);
    std::uint64_t others = 0;
    std::uint32_t last = 0;
    for (std::uint32_t face = 0; face < counts_[face_kind]; ++face) {
        Lines split;
        const auto found = facts_[face_kind].find(face);
        const std::uint64_t address =
            made.addresses[face_kind] + std::uint64_t{face} * buffers[face_kind].bytes;
        if (found != facts_[face_kind].end() && !split_vertices(address, found->second, split)) {
            split = {};
            ++others;
        }
        slots.push_back(made_face(face, split));
        last = std::max(last, slots.back().z); // the largest of the three
    }
    made.scene->vertices.assign(std::size_t{last} + 1, glm::vec3(0.0F));
    Allocation& vertices = made.allocations.emplace_back();
    vertices.name = name_of(Role::vertices);
    vertices.role = Role::vertices;
    vertices.address = vertex_address;
    vertices.stride = vertices.element_bytes = vertex_bytes;
    vertices.bytes = made.scene->vertices.size() * vertex_bytes;
    warnings.count("accesses of faces, whose vertices are assumed: hits differ from those of the table",
                   face_rows_);
    warnings.count("faces with other look-ups than lines of 128 and 32 bytes give", others);
}

MadeElements ElementSurvey::make(const ImportContext& context) {
    MadeElements made;
    const bool is_needed = counts_[face_kind] != 0 || !has_own_sources(box_kind);
    const bool has_scene = is_needed && is_scene_small(context);
    for (ElementKindId kind = 0; kind < buffers.size(); ++kind) {
        made.addresses[kind] = begin_of(kind);
        if (counts_[kind] == 0) continue;
        Allocation& allocation = made.allocations.emplace_back();
        allocation.name = buffers[kind].name;
        // Models need the vertices of faces.
        allocation.role = kind == face_kind && !has_scene ? Role::other : element_kinds()[kind].role;
        allocation.address = made.addresses[kind];
        allocation.bytes = counts_[kind] * buffers[kind].bytes;
        allocation.stride = allocation.element_bytes = buffers[kind].bytes;
    }
    context.warnings.count("accesses of elements with a source of another number, which is not kept",
                           has_scene ? changed_rows_ : other_rows_);
    if (!has_scene) {
        context.warnings.count(
            "accesses of faces, which count as other data because a scene with such large numbers is refused",
            face_rows_);
        return made;
    }
    made.scene = std::make_unique<RecordedScene>();
    made.scene->boxes.assign(counts_[box_kind], Aabb{glm::vec3(0.0F), glm::vec3(0.0F)});
    made.scene->box_source = sources_of(box_kind);
    made.scene->face_source = sources_of(face_kind);
    made.scene->instances.emplace_back();
    add_faces(made, context.warnings);
    return made;
}

} // namespace hitmap
