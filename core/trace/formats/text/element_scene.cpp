#include "core/trace/formats/text/element_scene.h"

#include "core/trace/elements/element_shape.h"
#include "core/trace/import/scene_budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint32_t l1_line = 128;
constexpr std::uint32_t l2_line = 32;
constexpr unsigned buffer_bits = 40;      ///< of the addresses of a buffer
constexpr std::uint64_t vertex_place = 4; ///< behind boxes, faces and the framebuffer, before further kinds
constexpr std::uint64_t vertex_address = vertex_place << buffer_bits;
constexpr std::uint32_t vertex_bytes = 12;

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

/// The lines that the vertices of an element take beyond one each, if its own bytes are at this address and
/// `facts` are right. A vertex can take a second line, in L2 alone or in both levels. Nothing if that cannot
/// be. An element without vertices has no such lines.
bool split_vertices(ElementKindId kind, std::uint64_t address, const ElementFacts& facts, Lines& split) {
    const LookUpRule& rule = element_kinds()[kind].look_up;
    const Lines own = lines_of(address, rule.bytes);
    const auto each = static_cast<int>(rule.names);
    split = {facts.l1_lookups - own.l1 - each, facts.l2_lookups - own.l2 - each};
    return split.l1 >= 0 && split.l1 <= split.l2 && split.l2 <= each;
}

/// Returns the first vertex from `from` on that takes these lines. One of 32 in a row does: 32 vertices take
/// three lines of L1, and all ways to lie in them occur.
std::uint32_t vertex_with(const Lines& lines, std::uint32_t from) {
    while (lines_of(vertex_address + std::uint64_t{from} * vertex_bytes, vertex_bytes) != lines)
        ++from;
    return from;
}

/// Appends the vertices of an element.
void add_vertices(std::uint32_t element, std::uint32_t count, const Lines& split,
                  std::vector<std::uint32_t>& vertices) {
    std::uint32_t next = element / 2;
    for (int i = 0; i < static_cast<int>(count); ++i) {
        const Lines lines{i < split.l1 ? 2 : 1, i < split.l2 ? 2 : 1};
        vertices.push_back(vertex_with(lines, next));
        next = vertices.back() + 1;
    }
}

bool has_vertices(ElementKindId kind) {
    const auto& geometry = element_kinds()[kind].geometry;
    return geometry && geometry->vertices != nullptr;
}

/// Bytes of an element in a scene, with its source and about one vertex.
std::uint64_t scene_bytes_of(ElementKindId kind) {
    const std::uint64_t own =
        has_vertices(kind)
            ? element_kinds()[kind].geometry->corners * sizeof(std::uint32_t) + sizeof(glm::vec3)
            : sizeof(Aabb);
    return own + sizeof(std::int32_t);
}

/// Puts elements with their vertices into the arrays of their kind.
void set_elements(RecordedScene& scene, ElementKindId kind, std::vector<std::uint32_t> vertices,
                  std::vector<std::int32_t> sources) {
    if (kind != face_kind) {
        scene.primitives.push_back(
            {kind, element_kinds()[kind].geometry->corners, std::move(vertices), std::move(sources)});
        return;
    }
    scene.face_slots.reserve(vertices.size() / 3);
    for (std::size_t i = 0; i < vertices.size(); i += 3)
        scene.face_slots.emplace_back(vertices[i], vertices[i + 1], vertices[i + 2]);
    scene.face_source = std::move(sources);
}

} // namespace

ElementSurvey::Made ElementSurvey::buffer_of(ElementKindId kind) {
    constexpr std::uint32_t pixel_bytes = 4;
    const ElementKind& row = element_kinds()[kind];
    const std::uint64_t place = kind < vertex_place - 1 ? kind + 1U : kind + 2U;
    return {name_of(row.role), place << buffer_bits, row.has_look_ups ? row.look_up.bytes : pixel_bytes,
            row.has_look_ups ? Operation::load : Operation::store};
}

bool ElementSurvey::can_make(ElementKindId kind) {
    const ElementKind& row = element_kinds()[kind];
    if (!row.has_look_ups) return is_of_image(row);
    if (!row.geometry) return false;
    const LookUpRule& rule = row.look_up;
    if (rule.names == 0) return true;
    return has_vertices(kind) && rule.named_role == Role::vertices && rule.named_bytes == vertex_bytes &&
           rule.names == row.geometry->corners;
}

std::vector<ElementKindId> ElementSurvey::kinds_made() {
    std::vector<ElementKindId> kinds;
    for (const ElementKindId kind : all_kinds())
        if (can_make(kind)) kinds.push_back(kind);
    return kinds;
}

void ElementSurvey::add(ElementKindId kind, std::uint32_t element, const ElementFacts& facts) {
    ++rows_[kind];
    counts_[kind] = std::max<std::uint64_t>(counts_[kind], std::uint64_t{element} + 1);
    const bool is_other = facts.source != element;
    if (is_other) ++other_rows_;
    if (!element_kinds()[kind].has_look_ups) {
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
    const Made buffer = buffer_of(kind);
    std::uint64_t best = buffer.address;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::uint32_t offset = 0; offset < l1_line && least != 0; offset += step) {
        const std::uint64_t begin = buffer.address + offset;
        std::size_t wrong = 0;
        for (const auto& [element, facts] : facts_[kind])
            if (Lines split;
                !split_vertices(kind, begin + std::uint64_t{element} * buffer.bytes, facts, split))
                ++wrong;
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

/// Models need the vertices of elements that name some, and sources are in scenes.
bool ElementSurvey::is_scene_needed() const {
    return std::ranges::any_of(kinds_made(), [&](ElementKindId kind) {
        return counts_[kind] != 0 && (element_kinds()[kind].look_up.names != 0 || !has_own_sources(kind));
    });
}

/// Whether the arrays of a scene are in proportion to the table, and have the memory that they may take.
bool ElementSurvey::is_scene_small(const ImportContext& context) const {
    constexpr std::uint64_t elements_anyway = std::uint64_t{1} << 16;
    constexpr std::uint64_t elements_of_row = 64;
    std::uint64_t rows = 0;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
    for (const ElementKindId kind : kinds_made()) {
        rows += rows_[kind];
        if (!element_kinds()[kind].geometry) continue;
        elements += counts_[kind];
        bytes += counts_[kind] * scene_bytes_of(kind);
    }
    if (elements > elements_anyway + elements_of_row * rows) return false;
    if (largest_source_ > std::uint64_t{std::numeric_limits<std::int32_t>::max()}) return false;
    return SceneBudget(context.choices).take(bytes);
}

/// [elements][names] Elements of a kind that names none have vertex 0 for all corners.
std::vector<std::uint32_t> ElementSurvey::vertices_of(ElementKindId kind, std::uint64_t address,
                                                      ImportWarnings& warnings) const {
    const ElementKind& row = element_kinds()[kind];
    const std::uint32_t corners = row.geometry->corners;
    if (row.look_up.names == 0) return std::vector<std::uint32_t>(counts_[kind] * corners, 0);
    std::vector<std::uint32_t> vertices;
    vertices.reserve(counts_[kind] * corners);
    std::uint64_t others = 0;
    for (std::uint32_t element = 0; element < counts_[kind]; ++element) {
        Lines split;
        const auto found = facts_[kind].find(element);
        const std::uint64_t own = address + std::uint64_t{element} * row.look_up.bytes;
        if (found != facts_[kind].end() && !split_vertices(kind, own, found->second, split)) {
            split = {};
            ++others;
        }
        add_vertices(element, corners, split, vertices);
    }
    warnings.count(
        fmt::format("accesses of {}, whose vertices are assumed: hits differ from those of the table",
                    row.plural),
        rows_[kind]);
    warnings.count(fmt::format("{} with other look-ups than lines of 128 and 32 bytes give", row.plural),
                   others);
    return vertices;
}

void ElementSurvey::add_allocations(MadeElements& made, bool has_scene) const {
    for (const ElementKindId kind : kinds_made()) {
        const Made buffer = buffer_of(kind);
        made.addresses[kind] = begin_of(kind);
        if (counts_[kind] == 0) continue;
        const ElementKind& row = element_kinds()[kind];
        Allocation& allocation = made.allocations.emplace_back();
        allocation.name = buffer.name;
        // Models need what elements name.
        allocation.role = row.look_up.names != 0 && !has_scene ? Role::other : row.role;
        allocation.address = made.addresses[kind];
        allocation.bytes = counts_[kind] * buffer.bytes;
        allocation.stride = allocation.element_bytes = buffer.bytes;
    }
}

void ElementSurvey::add_scene(MadeElements& made, ImportWarnings& warnings) const {
    made.scene = std::make_unique<RecordedScene>();
    RecordedScene& scene = *made.scene;
    scene.boxes.assign(counts_[box_kind], Aabb{glm::vec3(0.0F), glm::vec3(0.0F)});
    scene.box_source = sources_of(box_kind);
    scene.instances.emplace_back();
    std::uint64_t vertex_count = 0;
    for (const ElementKindId kind : kinds_made()) {
        if (counts_[kind] == 0 || !has_vertices(kind)) continue;
        std::vector<std::uint32_t> vertices = vertices_of(kind, made.addresses[kind], warnings);
        vertex_count = std::max(vertex_count, std::uint64_t{*std::ranges::max_element(vertices)} + 1);
        set_elements(scene, kind, std::move(vertices), sources_of(kind));
    }
    if (vertex_count == 0) return;
    scene.vertices.assign(vertex_count, glm::vec3(0.0F));
    Allocation& vertices = made.allocations.emplace_back();
    vertices.name = name_of(Role::vertices);
    vertices.role = Role::vertices;
    vertices.address = vertex_address;
    vertices.stride = vertices.element_bytes = vertex_bytes;
    vertices.bytes = vertex_count * vertex_bytes;
}

MadeElements ElementSurvey::make(const ImportContext& context) {
    MadeElements made;
    const bool has_scene = is_scene_needed() && is_scene_small(context);
    add_allocations(made, has_scene);
    context.warnings.count("accesses of elements with a source of another number, which is not kept",
                           has_scene ? changed_rows_ : other_rows_);
    if (has_scene) {
        add_scene(made, context.warnings);
        return made;
    }
    for (const ElementKindId kind : kinds_made())
        if (element_kinds()[kind].look_up.names != 0)
            context.warnings.count(
                fmt::format(
                    "accesses of {}, which count as other data because a scene with such large numbers "
                    "is refused",
                    element_kinds()[kind].plural),
                rows_[kind]);
    return made;
}

} // namespace hitmap
