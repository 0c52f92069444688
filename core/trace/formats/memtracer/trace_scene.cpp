#include "core/trace/formats/memtracer/trace_scene.h"

#include "core/trace/io/bytes.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace hitmap::rtmemtracer {

namespace {

constexpr std::uint32_t most_camera_bytes = 1U << 16;
constexpr std::uint32_t most_vertex_bytes = 1U << 16;
constexpr std::uint32_t most_pixels_a_side = 1U << 16;
/// Elements that are read at once, so that memory grows with the file and not with the numbers in it.
constexpr std::uint32_t piece_elements = 1U << 14;

struct TraceHeader {
    std::uint32_t camera = 0; ///< bytes
    std::uint32_t vertices = 0;
    std::uint32_t vertex_bytes = 0;
    std::uint32_t faces = 0;
    std::uint32_t boxes = 0;
};

std::uint32_t number(TraceInput& in, std::string_view what, std::uint32_t least, std::uint32_t most) {
    const std::uint32_t value = in.u32(what);
    if (value >= least && value <= most) return value;
    const std::string range = least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    in.refuse(fmt::format("expected {} {}, found {}", range, what, value));
}

TraceHeader read_header(TraceInput& in) {
    constexpr std::uint32_t most = ~std::uint32_t{0} - 1;
    TraceHeader header;
    header.camera = number(in, "bytes of the camera", camera_bytes, most_camera_bytes);
    header.vertices = number(in, "vertices", 0, most);
    header.vertex_bytes = number(in, "bytes of a vertex", least_vertex_bytes, most_vertex_bytes);
    header.faces = number(in, "faces", 0, most);
    (void)number(in, "bytes of a face", face_bytes, face_bytes);
    header.boxes = number(in, "boxes", 0, most);
    (void)number(in, "bytes of a box", box_bytes, box_bytes);
    if (header.faces != 0 && header.vertices == 0)
        in.refuse(fmt::format("expected vertices for {} faces, found none", header.faces));
    return header;
}

glm::vec3 vec3(ByteReader& in) {
    const float x = in.f32("a number");
    const float y = in.f32("a number");
    const float z = in.f32("a number");
    return {x, y, z};
}

bool is_finite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Reads the camera: columns of the row-major matrix are right, up and backward.
void read_camera(TraceInput& in, const TraceHeader& header, TraceScene& trace, ImportWarnings& warnings) {
    trace.camera.resize(header.camera);
    in.read(trace.camera, fmt::format("{} bytes of camera", header.camera));
    warnings.count("bytes of the camera that are not understood", header.camera - camera_bytes);
    const BytesPlace place;
    ByteReader fields(trace.camera, place);
    Camera camera;
    camera.position = vec3(fields);
    if (!is_finite(camera.position)) in.refuse("expected a finite position of the camera, found another");
    const glm::vec3 rows[3] = {vec3(fields), vec3(fields), vec3(fields)};
    const auto column = [&](int j) { return glm::vec3(rows[0][j], rows[1][j], rows[2][j]); };
    const float determinant = glm::determinant(glm::mat3(column(0), column(1), column(2)));
    const float size = glm::length(column(0)) * glm::length(column(1)) * glm::length(column(2));
    // A determinant of 0 means that the axes lie in a plane; it is compared with that of perpendicular axes.
    if (!std::isfinite(determinant) || !std::isfinite(size) || !(std::abs(determinant) > 1e-4F * size))
        in.refuse(fmt::format("expected a matrix with three directions, found one with determinant {}",
                              determinant),
                  12);
    camera.up = glm::normalize(column(1));
    camera.forward = -glm::normalize(column(2));
    camera.fov_y_degrees = fields.f32("an angle");
    if (!(camera.fov_y_degrees > 0.0F && camera.fov_y_degrees < 180.0F))
        in.refuse(fmt::format("expected an opening angle between 0 and 180 degrees, found {}",
                              camera.fov_y_degrees),
                  48);
    trace.scene.width = fields.u32("a width");
    trace.scene.height = fields.u32("a height");
    for (const auto& [side, at] : {std::pair(trace.scene.width, 52U), std::pair(trace.scene.height, 56U)})
        if (side == 0 || side > most_pixels_a_side)
            in.refuse(fmt::format("expected 1 to {} pixels a side, found {}", most_pixels_a_side, side), at);
    if (std::uint64_t{trace.scene.width} * trace.scene.height > ~std::uint32_t{0})
        in.refuse(fmt::format("expected less than 2^32 pixels, found {} x {}", trace.scene.width,
                              trace.scene.height),
                  52);
    trace.scene.cameras.push_back(camera);
}

/// Calls element(ByteReader&, offset of the element in the piece) for each of `count` elements.
/// @param bytes_each  in the file
/// @param bytes_kept  in memory
template <class Element>
void read_elements(TraceInput& in, SceneBudget& budget, std::uint32_t count, std::uint32_t bytes_each,
                   std::size_t bytes_kept, std::string_view what, Element element) {
    const BytesPlace place;
    std::vector<std::byte> piece;
    for (std::uint32_t first = 0; first < count;) {
        const std::uint32_t some = std::min(count - first, std::max(1U, piece_elements * 16 / bytes_each));
        piece.resize(std::size_t{some} * bytes_each);
        in.read(piece, fmt::format("{} {} of {} bytes", count, what, bytes_each));
        if (!budget.take(some * bytes_kept))
            in.refuse(fmt::format("expected at most {} bytes of vertices, faces and boxes in memory (hitmap "
                                  "import --scene-limit), found {} {}",
                                  budget.most(), count, what));
        for (std::size_t at = 0; at < piece.size(); at += bytes_each) {
            const std::span<const std::byte> bytes(piece);
            ByteReader fields(bytes.subspan(at, bytes_each), place);
            element(fields, at);
        }
        first += some;
    }
}

void read_vertices(TraceInput& in, SceneBudget& budget, const TraceHeader& header, RecordedScene& scene) {
    read_elements(in, budget, header.vertices, header.vertex_bytes, sizeof(glm::vec3), "vertices",
                  [&](ByteReader& fields, std::size_t at) {
                      scene.vertices.push_back(vec3(fields));
                      if (!is_finite(scene.vertices.back()))
                          in.refuse(fmt::format("expected vertex {} to have finite numbers, found others",
                                                scene.vertices.size() - 1),
                                    at);
                  });
}

/// A face with a vertex that the file does not have (the tracer can number vertices from 1) keeps its number
/// and gets no area.
void read_faces(TraceInput& in, SceneBudget& budget, const TraceHeader& header, RecordedScene& scene,
                ImportWarnings& warnings) {
    read_elements(in, budget, header.faces, face_bytes, sizeof(glm::uvec3), "faces",
                  [&](ByteReader& fields, std::size_t) {
                      glm::uvec3 face{fields.u32("a vertex"), 0, 0};
                      face.y = fields.u32("a vertex");
                      face.z = fields.u32("a vertex");
                      const std::uint32_t least = std::min({face.x, face.y, face.z});
                      if (std::max({face.x, face.y, face.z}) >= header.vertices) {
                          face = glm::uvec3(least < header.vertices ? least : 0);
                          warnings.count("faces with a vertex that the file does not have, not drawn");
                      }
                      scene.face_slots.push_back(face);
                  });
}

void read_boxes(TraceInput& in, SceneBudget& budget, const TraceHeader& header, RecordedScene& scene) {
    read_elements(
        in, budget, header.boxes, box_bytes, sizeof(Aabb), "boxes", [&](ByteReader& fields, std::size_t at) {
            Aabb box;
            box.lower = vec3(fields);
            box.upper = vec3(fields);
            const bool in_order =
                box.lower.x <= box.upper.x && box.lower.y <= box.upper.y && box.lower.z <= box.upper.z;
            if (!is_finite(box.lower) || !is_finite(box.upper) || !in_order)
                in.refuse(fmt::format("expected box {} to have finite corners in rising order, found others",
                                      scene.boxes.size()),
                          at);
            scene.boxes.push_back(box);
        });
}

} // namespace

bool operator==(const TraceScene& a, const TraceScene& b) {
    return a.camera == b.camera && a.vertex_bytes == b.vertex_bytes && a.scene.vertices == b.scene.vertices &&
           a.scene.face_slots == b.scene.face_slots && a.scene.boxes == b.scene.boxes;
}

bool begins_as_header(std::span<const std::byte> start) {
    if (start.size() < TraceInput::header_bytes) return false;
    const BytesPlace place;
    ByteReader in(start, place);
    const std::uint32_t camera = in.u32("");
    (void)in.u32("");
    const std::uint32_t vertex = in.u32("");
    (void)in.u32("");
    const std::uint32_t face = in.u32("");
    (void)in.u32("");
    const std::uint32_t box = in.u32("");
    // One wrong number is named by the reader; more of them are another format.
    const int right = (camera >= camera_bytes && camera <= most_camera_bytes ? 1 : 0) +
                      (vertex >= least_vertex_bytes && vertex <= most_vertex_bytes ? 1 : 0) +
                      (face == face_bytes ? 1 : 0) + (box == box_bytes ? 1 : 0);
    return right >= 3;
}

TraceScene read_trace_scene(TraceInput& in, SceneBudget& budget, ImportWarnings& warnings) {
    const TraceHeader header = read_header(in);
    TraceScene trace;
    trace.vertex_bytes = header.vertex_bytes;
    trace.scene.instances.emplace_back();
    read_camera(in, header, trace, warnings);
    read_vertices(in, budget, header, trace.scene);
    read_faces(in, budget, header, trace.scene, warnings);
    read_boxes(in, budget, header, trace.scene);
    return trace;
}

} // namespace hitmap::rtmemtracer
