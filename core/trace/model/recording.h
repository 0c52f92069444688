#pragma once

#include "core/base/strong_index.h"
#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"
#include "core/trace/model/per_kind.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/source_location.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The most lanes of a warp: masks have a bit for each of them. Device::warp_size is the number of lanes that
/// the warps of a recording have.
inline constexpr unsigned warp_size = 32;

/// The mask of a warp of that many lanes, 1..32, all of which are active.
[[nodiscard]] constexpr std::uint32_t all_lanes(unsigned lanes) {
    return ~std::uint32_t{0} >> (warp_size - lanes);
}

/// The content of a buffer. The numbers are those of the file format. Further kinds of elements have roles
/// from role_count on, which their rows name (element_kind.h).
enum class Role : std::uint8_t {
    framebuffer = 0,
    nodes = 1,
    boxes = 2,
    faces = 3,
    vertices = 4,
    vertex_attributes = 5,
    stack = 6,
    other = 7,
};
inline constexpr std::uint8_t role_count = 8; ///< roles that recordings of any table of kinds can have
enum class Space : std::uint8_t { global = 0, local = 1, shared = 2 };
enum class Operation : std::uint8_t { load = 0, store = 1, atomic = 2 };
/// PTX cache operators; `default_` if the instruction names none.
enum class CacheOperator : std::uint8_t {
    default_ = 0,
    all = 1,
    global = 2,
    streaming = 3,
    last_use = 4,
    volatile_ = 5,
    write_back = 6,
    write_through = 7
};
/// Where the value of a field comes from.
enum class Origin : std::uint8_t {
    recorded = 0,
    derived = 1,
    assumed = 2,
    given = 3, ///< by the user, in a layout
};
/// The origin of a field whose value depends on values of both origins: the one that says less about what
/// happened, in the order recorded, given, derived, assumed.
[[nodiscard]] Origin weaker(Origin a, Origin b);

/// "framebuffer", ..., "vertex attributes"; the plural of the kind for a role from role_count on.
[[nodiscard]] std::string_view name_of(Role role);
[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::string_view name_of(Operation operation);
[[nodiscard]] std::string_view name_of(Origin origin);

/// How the lanes of a warp come to a basic block. The numbers are those of the file format.
enum class BlockEntry : std::uint8_t {
    kernel = 0,         ///< the beginning of the kernel
    function = 1,       ///< the beginning of a function, by a call
    if_taken = 2,       ///< the body of an if
    after_if = 3,       ///< behind an if
    loop_iteration = 4, ///< the body of a loop, once for each iteration
    after_loop = 5,     ///< behind a loop
    after_call = 6,     ///< behind the call of a function
    after_exit = 7,     ///< behind a return or break of some lanes, for those that stay
};
inline constexpr std::uint8_t block_entry_count = 8;
[[nodiscard]] std::string_view name_of(BlockEntry entry); ///< "kernel", ..., "after exit"

struct Device {
    std::string name;
    std::uint32_t sm_count = 0;
    std::uint32_t warp_slots_per_sm = 0;
    /// w: lanes of a warp, 1..32. No mask has other lanes than the first w.
    std::uint32_t warp_size = hitmap::warp_size;
};

struct Launch {
    std::string kernel;
    std::array<std::uint32_t, 3> grid{1, 1, 1};  ///< blocks
    std::array<std::uint32_t, 3> block{1, 1, 1}; ///< threads
    std::uint32_t local_bytes = 0;               ///< per thread
    std::uint32_t shared_bytes = 0;              ///< per block
    RequestIndex first_request;
};

/// How elements are laid out in an allocation. It is an id, so that other layouts can follow.
enum class ElementLayout : std::uint8_t {
    linear = 0, ///< one after the other, `stride` bytes apart
    /// A structure of arrays. Elements consist of components of 4 bytes: the first components of all
    /// elements, then their second components, and so on. `stride` is 4, `element_bytes` a multiple of 4.
    /// Allowed for vertices and their attributes only; elements whose accesses are counted are linear.
    planar = 1,
};

struct Allocation {
    std::string name;
    Role role = Role::other;
    Space space = Space::global;
    /// Address of the first byte; for Space::local the offset in the lane's local memory.
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t stride = 0;        ///< distance of two elements in bytes; 0: no elements
    std::uint32_t element_bytes = 0; ///< size of one element; <= stride in the linear layout
    ElementLayout layout = ElementLayout::linear;
    RequestIndex first_request;                   ///< lifetime [first, last)
    RequestIndex last_request{~std::uint64_t{0}}; ///< ~0: to the end
    std::vector<std::uint8_t> contents;           ///< optional; empty or `bytes` long

    [[nodiscard]] std::uint64_t element_count() const {
        const std::uint32_t each = layout == ElementLayout::planar ? element_bytes : stride;
        return each == 0 ? 0 : bytes / each;
    }
    /// Distance from one component of an element to the next in the planar layout.
    [[nodiscard]] std::uint64_t plane_bytes() const { return element_count() * stride; }
};

struct Instruction {
    Operation operation = Operation::load;
    Space space = Space::global;
    std::uint16_t bytes_per_lane = 0;
    CacheOperator cache = CacheOperator::default_;
    SourceLocation location;
    std::vector<SourceLocation> inlined_at; ///< call sites, the innermost first; may be empty
};

/// Instructions that the active lanes of a warp execute one after the other: control flow enters them at
/// their beginning and leaves them at their end alone.
struct BasicBlock {
    BlockEntry entry = BlockEntry::kernel;
    std::uint32_t instructions = 0; ///< of any kind, as the producer counts them
    SourceLocation location;
};

struct SourceText {
    std::string file;
    std::string text;
};

/// The origin of each field that can be estimated, by name: "sm", "warp", "order", "allocations",
/// "instructions", "basic blocks", "scene", "vertex positions", "box extents", "image", "lane tags", "up
/// axis", "camera", "caches". A field that is not listed counts as recorded.
struct FieldOrigin {
    std::string field;
    Origin origin = Origin::recorded;
};

/// A field whose origin is `assumed` where only the number of boxes is known: all boxes of the scene are then
/// points at its centre.
inline constexpr std::string_view box_extents_field = "box extents";
/// A field whose origin is `assumed` where only the numbers of vertices are known: all vertices of the scene
/// are then at one point.
inline constexpr std::string_view vertex_positions_field = "vertex positions";

/// The sizes of the scene, which are known without reading it.
struct SceneSummary {
    bool present = false;
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;      ///< without padding
    std::uint64_t face_slots = 0; ///< number of face slots, including padding
    std::uint64_t boxes = 0;
    PerKind<std::uint64_t> primitives; ///< elements of the primitive buffers, including padding
    std::uint32_t width = 0;           ///< framebuffer, pixels; 0: not known
    std::uint32_t height = 0;
    std::vector<Camera> cameras;
    std::uint64_t source_hash = 0; ///< source_hash(Mesh) of the source mesh; 0: not known
};

/// An option of recordings that were traced from a mesh file: what was not imported.
inline constexpr std::string_view mesh_warning_option = "mesh-warning";

/// Options of imported recordings: an anomaly that the import tolerated, and how often, for example
/// "lines without an address: 3". There is one option for each kind of anomaly.
inline constexpr std::string_view import_warning_option = "import-warning";

/// The sums that a recording has in the place of requests (RecordedSum).
struct SumsSummary {
    std::uint64_t frames = 0;    ///< of all launches; 0: the recording has requests
    PerKind<std::uint64_t> sums; ///< of all frames
};

/// Everything in a recording except its requests, lane tags and scene arrays.
struct RecordingInfo {
    std::string producer;                                     ///< program and version
    std::string source_name;                                  ///< scene or application, for the user
    std::vector<std::pair<std::string, std::string>> options; ///< how it was made, in order: "bvh" -> "sah"
    Device device;
    std::vector<FieldOrigin> origins;
    std::vector<Launch> launches;
    std::vector<Allocation> allocations;
    std::vector<Instruction> instructions;
    std::vector<SourceText> sources;
    std::vector<BasicBlock> basic_blocks; ///< empty: the recording has no execution events
    std::vector<RayPlace> ray_places;     ///< empty: the recording has no ray events
    SceneSummary scene;

    /// The recording was interrupted: what followed its last complete block is missing.
    bool incomplete = false;
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    PerKind<std::uint64_t> element_accesses;
    SumsSummary sums;             ///< recorded in the place of requests
    std::uint64_t executions = 0; ///< execution events (execution.h)
    RayCounts rays;               ///< ray events (ray_event.h)

    [[nodiscard]] bool has_sums() const { return sums.frames != 0; }
    /// The number of positions on the time axis: element accesses, or requests if there are none, or recorded
    /// frames if the recording has sums.
    [[nodiscard]] std::uint64_t positions() const;
    /// Whether positions count requests.
    [[nodiscard]] bool axis_is_requests() const;
};

/// The origin of a field.
[[nodiscard]] Origin origin_of(const RecordingInfo& info, std::string_view field);
/// Whether the boxes of the scene have their extents (see box_extents_field).
[[nodiscard]] bool knows_box_extents(const RecordingInfo& info);
/// Whether the vertices of the scene have their positions (see vertex_positions_field).
[[nodiscard]] bool knows_vertex_positions(const RecordingInfo& info);

/// What positions on the time axis count: "element accesses", "requests" or "recorded frames".
[[nodiscard]] std::string_view name_of_axis(const RecordingInfo& info);

/// Limits of a recording, so that a small file cannot require much memory or time. Readers and writers refuse
/// recordings that exceed them.
struct RecordingLimits {
    /// Maximum for one instruction: the widest vector load.
    static constexpr std::uint32_t bytes_per_lane = 32;
    static constexpr std::uint32_t sms = 1U << 16;
    static constexpr std::uint32_t warp_slots_per_sm = 1U << 16;
    static constexpr std::uint32_t launches = 1U << 20;
    static constexpr std::uint32_t allocations = 1U << 12;
    static constexpr std::uint32_t table_rows = 1U << 16; ///< instructions, source texts, options, ...
    static constexpr std::uint32_t instance_faces = 1U << 20;
    static constexpr std::uint32_t inlined_calls = 64;            ///< maximum for one instruction
    static constexpr std::uint32_t recorded_frames = 1U << 16;    ///< frames of recorded sums
    static constexpr std::uint32_t block_instructions = 1U << 20; ///< instructions of a basic block
    /// Maximum for one request: 8 per lane of a full warp.
    static constexpr std::uint32_t element_accesses = 256;
};

/// Throws Error if the tables exceed a limit, or if allocations contradict each other or the scene:
/// elements that overlap or are too many, or a number of boxes, faces or pixels that differs from the
/// scene's, where the scene has the size of the framebuffer.
void check_tables(const RecordingInfo& info);

/// A 3x4 transform, row-major.
using Transform = std::array<float, 12>;

struct Instance {
    std::uint32_t mesh = 0;
    Transform transform{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

/// The faces of one geometry of one instance of a scene that was built for hardware ray tracing. Its face i
/// is primitive i of the geometry. Flags and mask are those of Vulkan.
struct InstanceFaces {
    std::uint32_t instance = 0; ///< its place in the top-level acceleration structure
    std::uint32_t geometry = 0; ///< its place in the bottom-level acceleration structure
    std::uint32_t custom_index = 0;
    std::uint32_t first_face = 0; ///< source face
    std::uint32_t faces = 0;
    std::uint8_t mask = 0xff;        ///< of the instance: rays with none of these bits pass it
    std::uint8_t instance_flags = 0; ///< VkGeometryInstanceFlagBitsKHR
    std::uint8_t geometry_flags = 0; ///< VkGeometryFlagBitsKHR
    bool mirrors = false;            ///< its transform turns left into right

    friend bool operator==(const InstanceFaces&, const InstanceFaces&) = default;
};

/// A triangle that is a face of the scene at another place: that of a further instance of an acceleration
/// structure, which has its triangles once in memory. It is drawn with the numbers of the face.
struct FaceCopy {
    std::uint32_t slot = 0;   ///< of the face
    glm::uvec3 corners{0U};   ///< vertices
    std::int32_t source = -1; ///< source face that the copy is

    friend bool operator==(const FaceCopy&, const FaceCopy&) = default;
};

/// The normals that a scene is shaded with, in the device's memory order.
struct RecordedNormals {
    std::vector<glm::vec3> normals;       ///< [normals]; may be empty
    std::vector<glm::uvec3> normal_slots; ///< [slots] indices into normals; empty if normals is
};

/// Elements of a kind other than boxes and faces whose corners are vertices of the scene, in the device's
/// memory order.
struct PrimitiveBuffer {
    ElementKindId kind = 0;
    std::uint32_t corners_each = 0;     ///< as in the row of the kind
    std::vector<std::uint32_t> corners; ///< [elements][corners_each] vertices of the scene
    std::vector<std::int32_t> source;   ///< [elements] source or -1 (padding); empty: element == source

    [[nodiscard]] std::uint64_t count() const {
        return corners_each == 0 ? 0 : corners.size() / corners_each;
    }
    friend bool operator==(const PrimitiveBuffer&, const PrimitiveBuffer&) = default;
};

/// The arrays of the scene in the device's memory order. Immutable after loading.
struct RecordedScene : RecordedNormals {
    std::vector<glm::vec3> vertices;         ///< [vertices]
    std::vector<glm::uvec3> face_slots;      ///< [slots] vertex indices; (0,0,0) for padding
    std::vector<std::int32_t> face_source;   ///< [slots] source face or -1 (padding); empty: slot == source
    std::vector<Aabb> boxes;                 ///< [boxes] by slot of the box buffer
    std::vector<std::int32_t> box_parent;    ///< [boxes] slot of the parent box or -1; empty: not known
    std::vector<std::uint16_t> box_level;    ///< [boxes] 0 for children of the root; empty: not known
    std::vector<std::int32_t> box_source;    ///< [boxes] box of the tree or -1; empty: slot == source
    std::vector<PrimitiveBuffer> primitives; ///< at most one of each kind, in the order of kinds
    std::vector<Instance> instances;         ///< at present one instance of mesh 0
    /// In rising order of instance and geometry, and of faces; empty: no instances are known.
    std::vector<InstanceFaces> instance_faces;
    std::vector<FaceCopy> face_copies; ///< in rising order of slots
    std::vector<Camera> cameras;
    std::uint32_t width = 0; ///< framebuffer; 0: not known
    std::uint32_t height = 0;
    std::uint64_t source_hash = 0;

    [[nodiscard]] bool is_padding(std::uint64_t slot) const {
        return !face_source.empty() && face_source[slot] < 0;
    }
    /// Null if there is none of the kind.
    [[nodiscard]] const PrimitiveBuffer* primitives_of(ElementKindId kind) const;
    [[nodiscard]] SceneSummary summary() const;
};

} // namespace hitmap
