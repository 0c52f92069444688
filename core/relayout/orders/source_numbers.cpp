#include "core/relayout/orders/source_numbers.h"

#include "core/base/error.h"
#include "core/geometry/finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>

namespace hitmap {

namespace {

constexpr std::size_t slots_between_checks = 65536;
constexpr std::uint32_t not_known = ~std::uint32_t{0};

[[noreturn]] void refuse_mesh() {
    throw Error("expected the mesh that was recorded, found another one");
}

/// Calls visit(slot, source face) for each slot that is not padding.
template <class Visit>
void for_each_face(const RecordedScene& scene, const JobContext& job, Visit visit) {
    for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        if (slot % slots_between_checks == 0) job.check();
        if (scene.is_padding(slot)) continue;
        visit(slot, scene.face_source.empty() ? slot : static_cast<std::size_t>(scene.face_source[slot]));
    }
}

/// The numbers of values that faces do not name: equal values have rising numbers on both sides.
void match_values(const std::vector<glm::vec3>& recorded, const std::vector<glm::vec3>& of_mesh,
                  std::vector<std::uint32_t>& numbers) {
    std::vector<bool> taken(of_mesh.size(), false);
    for (const std::uint32_t number : numbers)
        if (number != not_known) taken[number] = true;
    using Value = std::tuple<float, float, float>;
    std::map<Value, std::vector<std::uint32_t>> free;
    for (auto i = static_cast<std::uint32_t>(of_mesh.size()); i-- > 0;)
        if (!taken[i]) free[{of_mesh[i].x, of_mesh[i].y, of_mesh[i].z}].push_back(i);
    for (std::size_t i = 0; i < recorded.size(); ++i) {
        if (numbers[i] != not_known) continue;
        const auto found = free.find({recorded[i].x, recorded[i].y, recorded[i].z});
        if (found == free.end() || found->second.empty()) refuse_mesh();
        numbers[i] = found->second.back();
        found->second.pop_back();
    }
}

/// Numbers of vertices or normals, of which `slots` and `faces` name those of a face.
std::vector<std::uint32_t> numbers_of(const RecordedScene& scene, const std::vector<glm::uvec3>& slots,
                                      const std::vector<glm::vec3>& recorded,
                                      const std::vector<glm::uvec3>& faces,
                                      const std::vector<glm::vec3>& of_mesh, const JobContext& job) {
    if (recorded.size() != of_mesh.size()) refuse_mesh();
    std::vector<std::uint32_t> numbers(recorded.size(), not_known);
    std::vector<std::uint32_t> back(recorded.size(), not_known);
    for_each_face(scene, job, [&](std::size_t slot, std::size_t source) {
        if (source >= faces.size()) refuse_mesh();
        for (int corner = 0; corner < 3; ++corner) {
            const std::uint32_t here = slots[slot][corner];
            const std::uint32_t there = faces[source][corner];
            if (numbers[here] == not_known && back[there] == not_known) {
                numbers[here] = there;
                back[there] = here;
            }
            if (numbers[here] != there || recorded[here] != of_mesh[there]) refuse_mesh();
        }
    });
    match_values(recorded, of_mesh, numbers);
    return numbers;
}

} // namespace

Mesh recorded_mesh(const RecordedScene& scene, const JobContext& job) {
    if (!std::ranges::all_of(scene.vertices, [](const glm::vec3& v) { return finite(v); }))
        throw Error("expected finite positions of vertices, found others");
    Mesh mesh;
    mesh.positions = scene.vertices;
    mesh.normals = scene.normals;
    const bool has_normals = !scene.normal_slots.empty();
    std::size_t faces = 0;
    for_each_face(scene, job, [&](std::size_t, std::size_t source) { faces = std::max(faces, source + 1); });
    if (faces > scene.face_slots.size())
        throw Error(fmt::format("expected a slot for each of {} source faces, found {} slots", faces,
                                scene.face_slots.size()));
    mesh.faces.resize(faces);
    if (has_normals) mesh.normal_faces.resize(faces);
    std::vector<bool> seen(faces, false);
    for_each_face(scene, job, [&](std::size_t slot, std::size_t source) {
        seen[source] = true;
        mesh.faces[source] = scene.face_slots[slot];
        if (has_normals) mesh.normal_faces[source] = scene.normal_slots[slot];
    });
    if (const auto missing = std::ranges::find(seen, false); missing != seen.end())
        throw Error(fmt::format("expected a slot for each source face, found none for face {}",
                                missing - seen.begin()));
    if (!has_normals) mesh.normals.clear();
    return mesh;
}

SourceNumbers source_numbers(const RecordedScene& scene, const Mesh& mesh, const JobContext& job) {
    SourceNumbers numbers;
    numbers.vertices = numbers_of(scene, scene.face_slots, scene.vertices, mesh.faces, mesh.positions, job);
    if (!scene.normal_slots.empty())
        numbers.normals =
            numbers_of(scene, scene.normal_slots, scene.normals, mesh.normal_faces, mesh.normals, job);
    return numbers;
}

} // namespace hitmap
