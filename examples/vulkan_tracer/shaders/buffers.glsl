// The arrays of the scene, byte for byte as in core/raytracer/gpu_scene.h. The members of a structure are loaded one by
// one, with the widths of the simulated device: boxes and linked nodes by 8 bytes, everything else by 4.

const uint no_slot = ~0u;
const uint no_node = ~0u;
const uint no_pixel = ~0u;
const float never = 1.0 / 0.0; // infinity

struct StoredBox { vec2 lower_xy; vec2 lower_z_upper_x; vec2 upper_yz; };
struct StoredFace { uint a; uint b; uint c; };
struct StoredVector { float x; float y; float z; };

layout(set = 0, binding = 0, std430) writeonly buffer Framebuffer { uint framebuffer[]; };
layout(set = 0, binding = 1, std430) readonly buffer NodeWords { uint words[]; };    // compact layout
layout(set = 0, binding = 1, std430) readonly buffer LinkedNodes { uvec2 nodes[]; }; // linked layout: first, count
layout(set = 0, binding = 2, std430) readonly buffer Boxes { StoredBox boxes[]; };
layout(set = 0, binding = 3, std430) readonly buffer Faces { StoredFace faces[]; };
layout(set = 0, binding = 4, std430) readonly buffer Vertices { StoredVector vertices[]; };
layout(set = 0, binding = 4, std430) readonly buffer VertexPlanes { float vertex_planes[]; };
layout(set = 0, binding = 5, std430) readonly buffer NormalIndices { StoredFace normal_faces[]; };
layout(set = 0, binding = 6, std430) readonly buffer Normals { StoredVector normals[]; };
layout(set = 0, binding = 6, std430) readonly buffer NormalPlanes { float normal_planes[]; };
layout(set = 0, binding = 7, std430) readonly buffer SourceFaces { int sources[]; };
layout(set = 0, binding = 8, std430) buffer WorkCounter { uint next_item[]; }; // one counter per queue

#ifdef NOTE_ACCESSES
// Only for the test that compares the accesses of pixels with those of the simulated device: their number, and then for
// each the binding of its buffer (upper 4 bits) and the element.
layout(set = 0, binding = 9, std430) buffer Notes { uint notes[]; };
layout(constant_id = 16) const uint notes_of_pixel = 1; // room for a pixel, with the number
uint noted_pixel = no_pixel;
void note(uint binding, uint element) {
    const uint first = noted_pixel * notes_of_pixel;
    const uint number = ++notes[first];
    if (number < notes_of_pixel) notes[first + number] = binding << 28 | element;
}
#define NOTE(binding, element) note(binding, element)
#define NOTE_PIXEL(pixel) noted_pixel = pixel
#else
#define NOTE(binding, element)
#define NOTE_PIXEL(pixel)
#endif

uint load_word(uint node) {
    NOTE(1, node);
    return words[node];
}

uvec2 load_node(uint node) {
    NOTE(1, node);
    return nodes[node];
}

void load_box(uint box, out vec3 lower, out vec3 upper) {
    NOTE(2, box);
    const vec2 first = boxes[box].lower_xy;
    const vec2 second = boxes[box].lower_z_upper_x;
    const vec2 third = boxes[box].upper_yz;
    lower = vec3(first, second.x);
    upper = vec3(second.y, third);
}

uvec3 load_face(uint slot) {
    NOTE(3, slot);
    const uint a = faces[slot].a;
    const uint b = faces[slot].b;
    const uint c = faces[slot].c;
    return uvec3(a, b, c);
}

vec3 load_vertex(uint vertex) {
    NOTE(4, vertex);
    if (planar) {
        const float x = vertex_planes[vertex];
        const float y = vertex_planes[vertex_count + vertex];
        const float z = vertex_planes[2 * vertex_count + vertex];
        return vec3(x, y, z);
    }
    const float x = vertices[vertex].x;
    const float y = vertices[vertex].y;
    const float z = vertices[vertex].z;
    return vec3(x, y, z);
}

uvec3 load_normal_face(uint slot) {
    NOTE(5, slot);
    const uint a = normal_faces[slot].a;
    const uint b = normal_faces[slot].b;
    const uint c = normal_faces[slot].c;
    return uvec3(a, b, c);
}

vec3 load_normal(uint normal) {
    NOTE(6, normal);
    if (planar) {
        const float x = normal_planes[normal];
        const float y = normal_planes[normal_count + normal];
        const float z = normal_planes[2 * normal_count + normal];
        return vec3(x, y, z);
    }
    const float x = normals[normal].x;
    const float y = normals[normal].y;
    const float z = normals[normal].z;
    return vec3(x, y, z);
}

int load_source(uint slot) {
    NOTE(7, slot);
    return sources[slot];
}

void store_pixel(uint pixel, uint colour) {
    NOTE(0, pixel);
    framebuffer[pixel] = colour;
}
