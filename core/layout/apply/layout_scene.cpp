#include "core/layout/apply/layout_scene.h"

#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "core/layout/apply/mesh_match.h"
#include "core/layout/derive/compared_faces.h"
#include "core/layout/derive/face_reads.h"
#include "core/layout/derive/stored_contents.h"
#include "core/layout/derive/survey_blocks.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace hitmap {

namespace {

constexpr std::uint64_t most_slots_per_face = 64; ///< padding of leaves
/// Boxes without extents in a scene without faces, which cannot say how many are plausible.
constexpr std::uint64_t most_boxes_alone = std::uint64_t{1} << 20;

/// The accesses of elements of a buffer, as models count them, that are wanted.
template <class Wanted>
std::uint64_t count_elements(const HmtFile& file, const BufferLayout& buffer, ThreadPool& pool,
                             const JobContext& job, const Wanted& wanted) {
    RecordingInfo info;
    info.instructions = file.info().instructions;
    Allocation& allocation = info.allocations.emplace_back();
    allocation.role = buffer.role;
    allocation.space = buffer.space;
    allocation.address = buffer.address;
    allocation.bytes = buffer.bytes;
    allocation.stride = buffer.stride;
    allocation.element_bytes = buffer.element_bytes;
    const ElementAccessFinder finder(info);
    job.begin("counting accesses", file.info().requests, "requests");
    std::uint64_t count = 0;
    const auto examine = [&](const RequestBlock& block, std::uint64_t& found) {
        std::vector<ElementAccess> accesses;
        finder.find(block, accesses);
        found = static_cast<std::uint64_t>(std::ranges::count_if(
            accesses, [&](const ElementAccess& access) { return wanted(access.element); }));
    };
    survey_blocks<std::uint64_t>(file, pool, job, examine, [&](std::uint64_t found) { count += found; });
    return count;
}

bool is_listed(const HmtFile& file, const BufferLayout& buffer) {
    return std::ranges::any_of(file.info().allocations, [&](const Allocation& a) {
        return a.space == buffer.space && a.address <= buffer.address && buffer.address - a.address < a.bytes;
    });
}

/// The only buffer with the role; null if there is none.
BufferLayout* only_buffer(RecordingLayout& layout, Role role) {
    if (std::ranges::count(layout.buffers, role, &BufferLayout::role) > 1)
        throw Error(fmt::format("a mesh can be attached where one allocation has the role {}, found several",
                                name_of(role)));
    return find_buffer(layout, role);
}

class SceneMaker {
public:
    SceneMaker(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool, const JobContext& job)
        : file_(file), pool_(pool), job_(job) {
        result_.layout = layout;
    }

    LayoutScene make() {
        if (!result_.layout.mesh.file.empty())
            attach_mesh();
        else if (!(has_own_elements() && from_recording()) && !from_contents() && !from_recording()) {
            note("no mesh: neither contents of faces and vertices are stored nor a mesh file "
                 "is attached, so that faces are not counted");
            make_image();
        }
        if (result_.scene == nullptr) return std::move(result_);
        add_boxes();
        result_.scene->width = result_.layout.width;
        result_.scene->height = result_.layout.height;
        // The camera of the layout may be the first one of several.
        const auto& cameras = result_.scene->cameras;
        const auto& camera = result_.layout.camera;
        if (camera && (cameras.empty() || cameras.front() != *camera)) result_.scene->cameras = {*camera};
        if (result_.scene->instances.empty()) result_.scene->instances.emplace_back();
        return std::move(result_);
    }

private:
    RecordedScene& new_scene() {
        result_.scene = std::make_shared<RecordedScene>();
        return *result_.scene;
    }
    void note(std::string text) { result_.notes.push_back(std::move(text)); }

    void attach_mesh() {
        RecordingLayout& layout = result_.layout;
        const Scene mesh_scene = load_upright_scene(layout.mesh.file, layout.mesh.up, job_);
        result_.offset = mesh_scene.offset;
        for (const std::string& warning : mesh_scene.report.warnings)
            note("the mesh file: " + warning);
        if (mesh_scene.up) {
            result_.up = mesh_scene.up;
            note(fmt::format("the up axis of the mesh is {}: {}", name_of(mesh_scene.up->axis),
                             mesh_scene.up->reason));
        }
        const Mesh& mesh = mesh_scene.mesh;
        BufferLayout* const faces = only_buffer(layout, Role::faces);
        BufferLayout* const vertices = only_buffer(layout, Role::vertices);
        if (faces == nullptr) {
            note("no allocation has the role faces, so that faces are not counted");
            take_mesh(mesh_scene, {}, {});
            return;
        }
        if (faces->element_count() > (mesh.faces.size() + 1) * most_slots_per_face)
            throw Error(
                fmt::format("allocation '{}': expected at most {} face slots for each of the {} faces "
                            "of the mesh, found {}",
                            faces->name, most_slots_per_face, mesh.faces.size(), faces->element_count()));
        std::vector<std::int32_t> sources;
        if (!layout.mesh.faces.empty())
            sources = read_face_sources(layout.mesh.faces, faces->element_count(), mesh.faces.size());
        const FaceLinks observed = read_faces(file_, layout, pool_, job_).faces;
        job_.begin("finding the faces of the mesh");
        MeshMatchInput input{faces->element_count(), observed};
        if (vertices != nullptr && !is_listed(file_, *vertices)) set_shift(*vertices, input);
        const MeshMatch match = match_mesh(mesh, input, std::move(sources), job_);
        note(match.how);
        if (vertices != nullptr) fit_vertices(*vertices, match.vertex_shift, mesh.positions.size());
        note_slots_without_a_face(*faces, match.face_source);
        take_mesh(mesh_scene, match, observed);
    }

    /// Totals count accesses to all slots, values of faces only those of slots that have one.
    void note_slots_without_a_face(const BufferLayout& faces, const std::vector<std::int32_t>& sources) {
        if (std::ranges::none_of(sources, [](std::int32_t source) { return source < 0; })) return;
        const std::uint64_t accesses = count_elements(file_, faces, pool_, job_, [&](std::uint32_t slot) {
            return slot < sources.size() && sources[slot] < 0;
        });
        if (accesses == 0) return;
        note(fmt::format("{} accesses are of face slots that have no face of the mesh: sums of all faces "
                         "count them, values of single faces do not",
                         accesses));
    }

    /// The beginning of a buffer that is not listed was estimated: it may be earlier by a multiple of the
    /// alignment of allocations.
    void set_shift(const BufferLayout& vertices, MeshMatchInput& input) const {
        constexpr std::uint64_t alignment = 256;
        std::uint64_t before = 0; // end of the buffer before
        for (const BufferLayout& other : result_.layout.buffers)
            if (other.space == vertices.space && other.address < vertices.address)
                before = std::max(before, other.address + other.bytes);
        const std::uint64_t each = std::max(vertices.stride, 1U);
        constexpr std::uint64_t most_steps = 1U << 16;
        input.shift_step = alignment / std::gcd(alignment, each);
        input.most_shift = std::min((vertices.address - std::min(before, vertices.address)) / each,
                                    most_steps * input.shift_step);
    }

    void fit_vertices(BufferLayout& vertices, std::uint64_t shift, std::uint64_t count) {
        const std::uint64_t each =
            vertices.layout == ElementLayout::planar ? vertices.element_bytes : vertices.stride;
        vertices.address -= shift * vertices.stride;
        const bool is_estimated = vertices.origin == Origin::derived || vertices.origin == Origin::assumed;
        // Planes were observed at their distance, which their bytes say.
        if (is_estimated && !is_listed(file_, vertices) && vertices.layout == ElementLayout::linear)
            vertices.bytes = count * each;
        if (vertices.element_count() < count)
            throw Error(
                fmt::format("allocation '{}': expected at least {} vertices, those of the mesh, found {}",
                            vertices.name, count, vertices.element_count()));
    }

    void take_mesh(const Scene& from, const MeshMatch& match, const FaceLinks& observed) {
        const Mesh& mesh = from.mesh;
        RecordedScene& scene = new_scene();
        scene.source_hash = from.source_hash != 0 ? from.source_hash : source_hash(mesh);
        scene.cameras = {from.camera};
        scene.vertices = mesh.positions;
        scene.normals = mesh.normals;
        std::vector<std::uint32_t> place(mesh.positions.size()); // of each vertex of the mesh
        std::iota(place.begin(), place.end(), 0U);
        if (!match.vertex_source.empty()) {
            for (std::uint32_t v = 0; v < place.size(); ++v) {
                scene.vertices[v] = mesh.positions[match.vertex_source[v]];
                place[match.vertex_source[v]] = v;
            }
        }
        const auto add_face = [&](std::size_t f) {
            const glm::uvec3& face = mesh.faces[f];
            scene.face_slots.emplace_back(place[face.x], place[face.y], place[face.z]);
            if (!mesh.normals.empty()) scene.normal_slots.push_back(mesh.normal_faces[f]);
        };
        if (match.face_source.empty()) {
            for (std::size_t f = 0; f < mesh.faces.size(); ++f)
                add_face(f);
            return;
        }
        scene.face_source = match.face_source;
        for (std::uint32_t slot = 0; slot < match.face_source.size(); ++slot) {
            if (const std::int32_t source = match.face_source[slot]; source >= 0) {
                add_face(static_cast<std::size_t>(source));
                continue;
            }
            // Models look up the vertices that were read, also of a slot that has no face of the mesh.
            glm::uvec3 vertices(0U);
            if (const auto read = observed.find(slot); read != observed.end())
                vertices = read->second + glm::uvec3(static_cast<std::uint32_t>(match.vertex_shift));
            const bool exists = std::max({vertices.x, vertices.y, vertices.z}) < scene.vertices.size();
            scene.face_slots.push_back(exists ? vertices : glm::uvec3(0U));
            if (!mesh.normals.empty()) scene.normal_slots.emplace_back(0U);
        }
    }

    bool from_contents() {
        const BufferLayout* faces = find_buffer(std::as_const(result_.layout), Role::faces);
        const BufferLayout* vertices = find_buffer(std::as_const(result_.layout), Role::vertices);
        if (faces == nullptr || vertices == nullptr) return false;
        const std::vector<std::uint8_t> vertex_bytes = stored_bytes(file_, *vertices);
        const std::vector<std::uint8_t> face_bytes = stored_bytes(file_, *faces);
        if (vertex_bytes.empty() || face_bytes.empty()) return false;
        std::uint64_t broken = 0;
        std::vector<glm::vec3> positions = decode_vertices(vertex_bytes, *vertices, broken);
        ComparedFaces decoded = compared_faces(face_bytes, *faces, positions.size(),
                                               read_faces(file_, result_.layout, pool_, job_));
        if (broken != 0) note(fmt::format("{} stored vertices are not finite and were set to 0", broken));
        for (const std::string& found : decoded.notes)
            note(found);
        result_.contradiction = std::move(decoded.contradiction);
        RecordedScene& scene = new_scene();
        scene.vertices = std::move(positions);
        scene.face_slots = std::move(decoded.slots);
        scene.face_source = std::move(decoded.source);
        note("faces and vertices are the stored contents of their allocations");
        return true;
    }

    /// Whether the recording has a scene, and the layout leaves its faces, vertices and boxes in place.
    [[nodiscard]] bool has_own_elements() const {
        const SceneSummary& scene = file_.info().scene;
        if (!scene.present || (scene.face_slots == 0 && scene.boxes == 0)) return false;
        const auto elements = [](RecordingLayout layout) {
            std::erase_if(layout.buffers, [](const BufferLayout& buffer) {
                return buffer.role != Role::faces && buffer.role != Role::vertices &&
                       buffer.role != Role::boxes;
            });
            for (BufferLayout& buffer : layout.buffers) {
                buffer.name.clear();
                buffer.origin = {};
            }
            return layout.buffers;
        };
        return elements(result_.layout) == elements(layout_of(file_.info()));
    }

    /// The recording's own scene, if the layout has as many elements.
    bool from_recording() {
        const auto recorded = file_.read_scene(job_);
        if (recorded == nullptr) return false;
        const auto fits = [&](Role role, std::uint64_t count) {
            std::uint64_t elements = 0;
            for (const BufferLayout& buffer : result_.layout.buffers)
                if (buffer.role == role) elements += buffer.element_count();
            return elements == 0 || elements == count;
        };
        if (!fits(Role::faces, recorded->face_slots.size())) return false;
        result_.scene = std::make_shared<RecordedScene>(*recorded);
        result_.of_recording = true;
        result_.knows_box_extents = knows_box_extents(file_.info());
        result_.knows_vertex_positions = knows_vertex_positions(file_.info());
        if (!fits(Role::boxes, recorded->boxes.size())) {
            clear_boxes();
            result_.of_recording = false;
        }
        if (result_.layout.width == 0) {
            result_.layout.width = recorded->width;
            result_.layout.height = recorded->height;
        }
        return true;
    }

    /// A scene with nothing but the size of the image, which shows the framebuffer.
    void make_image() {
        std::uint64_t pixels = 0;
        for (const BufferLayout& buffer : result_.layout.buffers)
            if (buffer.role == Role::framebuffer) pixels += buffer.element_count();
        if (pixels == 0 || pixels != std::uint64_t{result_.layout.width} * result_.layout.height) return;
        if (boxes_of_layout() <= most_boxes_alone) new_scene();
    }

    [[nodiscard]] std::uint64_t boxes_of_layout() const {
        std::uint64_t boxes = 0;
        for (const BufferLayout& buffer : result_.layout.buffers)
            if (buffer.role == Role::boxes && buffer.space == Space::global)
                boxes += std::min(buffer.element_count(), most_boxes_alone + 1);
        return boxes;
    }

    void clear_boxes() {
        result_.scene->boxes.clear();
        result_.scene->box_parent.clear();
        result_.scene->box_level.clear();
        result_.scene->box_source.clear();
    }

    void add_boxes() {
        RecordedScene& scene = *result_.scene;
        BufferLayout* const boxes = find_buffer(result_.layout, Role::boxes);
        if (boxes == nullptr || boxes->element_count() == 0 || !scene.boxes.empty()) return;
        std::uint64_t broken = 0;
        if (const std::vector<std::uint8_t> bytes = stored_bytes(file_, *boxes);
            !bytes.empty() && boxes->element_bytes >= sizeof(Aabb)) {
            scene.boxes = decode_boxes(bytes, *boxes, broken);
            if (broken != 0)
                note(fmt::format("{} stored boxes are not valid and are shown as points", broken));
            return;
        }
        // A binary tree has less than two boxes for each leaf.
        const std::uint64_t most =
            scene.face_slots.empty() ? most_boxes_alone : 2 * scene.face_slots.size() + 2;
        if (boxes_of_layout() > most) {
            note(fmt::format(
                "allocation '{}' has {} boxes, more than a tree over {} face slots: boxes are not "
                "counted",
                boxes->name, boxes->element_count(), scene.face_slots.size()));
            for (BufferLayout& buffer : result_.layout.buffers)
                if (buffer.role == Role::boxes) buffer.role = Role::other;
            return;
        }
        Aabb all;
        for (const glm::vec3& vertex : scene.vertices)
            all.include(vertex);
        const glm::vec3 centre = all.empty() ? glm::vec3(0.0F) : all.center();
        scene.boxes.assign(boxes_of_layout(), Aabb{centre, centre});
        result_.knows_box_extents = false;
        note("the extents of boxes are not known: their accesses are counted, but they are not drawn");
    }

    const HmtFile& file_;
    ThreadPool& pool_;
    JobContext job_;
    LayoutScene result_;
};

} // namespace

LayoutScene scene_of_layout(const HmtFile& file, const RecordingLayout& layout, ThreadPool& pool,
                            const JobContext& job) {
    return SceneMaker(file, layout, pool, job).make();
}

} // namespace hitmap
