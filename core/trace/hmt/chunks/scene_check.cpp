#include "core/base/error.h"
#include "core/trace/hmt/chunks/primitive_codec.h"
#include "core/trace/hmt/chunks/scene_codec.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hitmap::hmt {

namespace {

class SceneCheck {
public:
    SceneCheck(const BytesPlace& place, const JobContext& job) : place_(place), job_(job) {}

    void length(std::string_view what, std::uint64_t found, std::uint64_t wanted) const {
        if (found != wanted) fail(fmt::format("expected {} {}, found {}", wanted, what, found));
    }
    void optional_length(std::string_view what, std::uint64_t found, std::uint64_t wanted) const {
        if (found != 0) length(what, found, wanted);
    }
    void indices(std::string_view what, const std::vector<glm::uvec3>& slots, std::uint64_t limit) const {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            check_now_and_then(i);
            const std::uint32_t last = std::max({slots[i].x, slots[i].y, slots[i].z});
            if (last >= limit)
                fail(fmt::format("expected face slot {} to use {} below {}, found {}", i, what, limit, last));
        }
    }
    void parents(const std::vector<std::int32_t>& parents) const {
        for (std::size_t i = 0; i < parents.size(); ++i) {
            check_now_and_then(i);
            if (parents[i] < -1 || parents[i] >= static_cast<std::int64_t>(parents.size()))
                fail(fmt::format("expected box {} to have a parent below {}, found {}", i, parents.size(),
                                 parents[i]));
        }
    }
    void sources(std::string_view what, const std::vector<std::int32_t>& sources) const {
        for (std::size_t i = 0; i < sources.size(); ++i) {
            check_now_and_then(i);
            if (sources[i] < -1)
                fail(fmt::format("expected {} {} to have a source or -1, found {}", what, i, sources[i]));
        }
    }

    void kind_of(const PrimitiveBuffer& buffer, ElementKindId least) const {
        if (buffer.kind < least || buffer.kind >= element_kind_count())
            fail(fmt::format("expected primitives of each kind from {} and below {} at most once, in rising "
                             "order, found kind {}",
                             least_counted_kinds, element_kind_count(), buffer.kind));
        const ElementKind& row = element_kinds()[buffer.kind];
        const std::uint32_t corners = row.geometry ? row.geometry->corners : 0;
        if (buffer.corners_each == 0 || buffer.corners_each != corners ||
            buffer.corners.size() % corners != 0)
            fail(fmt::format("expected {} corners of each {}, found {} and {} in all", corners, row.name,
                             buffer.corners_each, buffer.corners.size()));
    }
    void instances(const std::vector<InstanceFaces>& rows) const {
        std::uint64_t end = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const InstanceFaces& row = rows[i];
            if (i > 0 && std::pair(rows[i - 1].instance, rows[i - 1].geometry) >=
                             std::pair(row.instance, row.geometry))
                fail(fmt::format("expected instances and their geometries in rising order, found geometry {} "
                                 "of instance {} behind geometry {} of instance {}",
                                 row.geometry, row.instance, rows[i - 1].geometry, rows[i - 1].instance));
            if (row.first_face < end)
                fail(fmt::format("expected the faces of instance {} from face {} on, found face {}",
                                 row.instance, end, row.first_face));
            end = std::uint64_t{row.first_face} + row.faces;
        }
    }
    void copies(const RecordedScene& scene) const {
        std::uint32_t last = 0;
        for (std::size_t i = 0; i < scene.face_copies.size(); ++i) {
            check_now_and_then(i);
            const FaceCopy& copy = scene.face_copies[i];
            const std::uint32_t highest = std::max({copy.corners.x, copy.corners.y, copy.corners.z});
            if (copy.slot >= scene.face_slots.size() || scene.is_padding(copy.slot) || copy.slot < last)
                fail(fmt::format(
                    "expected copy {} to be of a face, in rising order of slots, found slot {} of {} "
                    "behind {}",
                    i, copy.slot, scene.face_slots.size(), last));
            if (highest >= scene.vertices.size())
                fail(fmt::format("expected copy {} to use vertices below {}, found {}", i,
                                 scene.vertices.size(), highest));
            last = copy.slot;
        }
    }
    void corners(const PrimitiveBuffer& buffer, std::uint64_t limit) const {
        for (std::size_t i = 0; i < buffer.corners.size(); ++i) {
            check_now_and_then(i);
            if (buffer.corners[i] >= limit)
                fail(fmt::format("expected {} {} to use vertices below {}, found {}",
                                 element_kinds()[buffer.kind].name, i / buffer.corners_each, limit,
                                 buffer.corners[i]));
        }
    }

private:
    [[noreturn]] void fail(const std::string& message) const {
        throw FileError(place_.file, place_.place, message);
    }
    void check_now_and_then(std::size_t i) const {
        if (i % (1U << 18) == 0) job_.check();
    }

    const BytesPlace& place_;
    const JobContext& job_;
};

} // namespace

void check_scene(const RecordedScene& scene, const SceneSummary& expected, const BytesPlace& place,
                 const JobContext& job) {
    const SceneCheck check(place, job);
    check.length("vertices", scene.vertices.size(), expected.vertices);
    check.length("face slots", scene.face_slots.size(), expected.face_slots);
    check.length("boxes", scene.boxes.size(), expected.boxes);
    check.optional_length("sources of face slots", scene.face_source.size(), expected.face_slots);
    check.length("faces", scene.summary().faces, expected.faces);
    check.optional_length("parents of boxes", scene.box_parent.size(), expected.boxes);
    check.optional_length("levels of boxes", scene.box_level.size(), expected.boxes);
    check.optional_length("sources of boxes", scene.box_source.size(), expected.boxes);
    check.indices("vertices", scene.face_slots, scene.vertices.size());
    check.parents(scene.box_parent);
    check.sources("face slot", scene.face_source);
    check.sources("box", scene.box_source);
    check.instances(scene.instance_faces);
    check.copies(scene);
    ElementKindId next = least_counted_kinds;
    PerKind<std::uint64_t> found;
    for (const PrimitiveBuffer& buffer : scene.primitives) {
        check.kind_of(buffer, next);
        next = static_cast<ElementKindId>(buffer.kind + 1U);
        const ElementKind& row = element_kinds()[buffer.kind];
        found[buffer.kind] = buffer.count();
        check.optional_length(fmt::format("sources of {}", row.plural), buffer.source.size(), buffer.count());
        check.corners(buffer, scene.vertices.size());
        check.sources(row.name, buffer.source);
    }
    for (ElementKindId kind = least_counted_kinds; kind < element_kind_count(); ++kind)
        check.length(element_kinds()[kind].plural, found[kind], expected.primitives[kind]);
}

void check_normals(const RecordedNormals& normals, const SceneSummary& expected, const BytesPlace& place,
                   const JobContext& job) {
    const SceneCheck check(place, job);
    check.length("face slots with normals", normals.normal_slots.size(),
                 normals.normals.empty() ? 0 : expected.face_slots);
    check.indices("normals", normals.normal_slots, normals.normals.size());
}

} // namespace hitmap::hmt
