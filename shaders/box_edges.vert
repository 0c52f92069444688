// The twelve edges of accessed boxes, pulled from the box buffer: 72 vertices a box, or 24 of plain lines with
// HITMAP_THIN. HITMAP_HALO draws what lies around the edges.
#include "bindings.glsl"
#include "value_colour.glsl"
#include "thick_line.glsl"

layout(binding = HITMAP_TEXTURE_BOX_ORDER) uniform usamplerBuffer box_order;
layout(binding = HITMAP_TEXTURE_BOX_VALUES) uniform samplerBuffer values;
layout(binding = HITMAP_TEXTURE_BOXES) uniform samplerBuffer boxes;
layout(location = HITMAP_UNIFORM_WORLD_TO_CLIP) uniform mat4 world_to_clip;
flat out vec3 edge_colour;

#ifdef HITMAP_THIN
const int vertices_per_edge = 2;
#else
const int vertices_per_edge = 6;
#endif

// Edge e runs along axis e / 4; the two bits of e % 4 choose the sides on the two other axes.
vec3 edge_end(int edge, bool far_end) {
    int axis = edge >> 2;
    vec3 corner = vec3(0.0);
    corner[axis] = far_end ? 1.0 : 0.0;
    corner[(axis + 1) % 3] = float(edge & 1);
    corner[(axis + 2) % 3] = float((edge >> 1) & 1);
    return corner;
}

vec3 halo_of(vec3 colour) {
    vec3 linear = pow(colour, vec3(2.2));
    // Contrast to black and to white (WCAG) is the same at a luminance of 0.18: at least 4.5 to the better one.
    return dot(linear, vec3(0.2126, 0.7152, 0.0722)) > 0.18 ? vec3(0.08) : vec3(1.0);
}

void main() {
    int edge_count = gl_VertexID / vertices_per_edge;
    int box = int(texelFetch(box_order, edge_count / 12).r);
    float value = texelFetch(values, box).r;
    if (!was_accessed(value)) {
        gl_Position = outside;
        edge_colour = vec3(0.0);
        return;
    }
    vec3 lower = texelFetch(boxes, 2 * box).xyz;
    vec3 upper = texelFetch(boxes, 2 * box + 1).xyz;
    int edge = edge_count % 12;
    vec4 a = world_to_clip * vec4(mix(lower, upper, edge_end(edge, false)), 1.0);
    vec4 b = world_to_clip * vec4(mix(lower, upper, edge_end(edge, true)), 1.0);
    edge_colour = colour_of(value);
#ifdef HITMAP_THIN
    gl_Position = (gl_VertexID & 1) == 0 ? a : b;
#else
    gl_Position = thick_line_vertex(a, b, gl_VertexID % 6);
#endif
    // Boxes touch the faces in them, and other boxes: edges lie a little before faces, halos between both.
#ifdef HITMAP_HALO
    edge_colour = halo_of(edge_colour);
    const float nearer = 1.0005;
#else
    const float nearer = 1.001;
#endif
    gl_Position.z *= nearer;
}
