// Edges of accessed elements: the twelve edges of boxes, or those of another kind. The shader reads the boxes from a buffer: 72 vertices for each box, or 24 with
// HITMAP_THIN, which draws plain lines. HITMAP_HALO draws the rim around the edges. With HITMAP_MARKS, the edges of boxes
// that are faded or belong to only one side of a difference are dashed. With HITMAP_CELLS, the edges are those of the
// elements of another kind: 6 or 2 vertices for each, the element of each edge in the place of the order of boxes, and the
// two ends of each edge in the place of the boxes.
#include "bindings.glsl"
#include "value_colour.glsl"
#include "thick_line.glsl"

layout(binding = HITMAP_TEXTURE_BOX_ORDER) uniform usamplerBuffer box_order;
layout(binding = HITMAP_TEXTURE_BOX_VALUES) uniform samplerBuffer values;
layout(binding = HITMAP_TEXTURE_BOXES) uniform samplerBuffer boxes;
layout(location = HITMAP_UNIFORM_WORLD_TO_CLIP) uniform mat4 world_to_clip;
layout(location = HITMAP_UNIFORM_HALF_SPACES) uniform vec4 half_spaces[HITMAP_HALF_SPACES];
layout(location = HITMAP_UNIFORM_HALF_SPACE_COUNT) uniform int half_space_count;
flat out vec3 edge_colour;

#ifdef HITMAP_MARKS
layout(binding = HITMAP_TEXTURE_BOX_FADE) uniform usamplerBuffer fade;
layout(location = HITMAP_UNIFORM_HATCH_SCALE) uniform float hatch_scale;
flat out vec2 dash; // in pixels: length of a dash, and distance between the starts of two dashes; 0: solid
noperspective out float along;
#endif

#ifdef HITMAP_THIN
const int vertices_per_edge = 2;
#else
const int vertices_per_edge = 6;
#endif

#ifdef HITMAP_CELLS
int element_of(int edge) {
    return int(texelFetch(box_order, edge).r);
}

void find_ends(int edge, int element, out vec4 a, out vec4 b) {
    a = vec4(texelFetch(boxes, 2 * edge).xyz, 1.0);
    b = vec4(texelFetch(boxes, 2 * edge + 1).xyz, 1.0);
}
#else
int element_of(int edge_count) {
    return int(texelFetch(box_order, edge_count / 12).r);
}

// Edge e is parallel to axis e / 4; the two bits of e % 4 select its sides on the other two axes.
vec3 edge_end(int edge, bool far_end) {
    int axis = edge >> 2;
    vec3 corner = vec3(0.0);
    corner[axis] = far_end ? 1.0 : 0.0;
    corner[(axis + 1) % 3] = float(edge & 1);
    corner[(axis + 2) % 3] = float((edge >> 1) & 1);
    return corner;
}

void find_ends(int edge_count, int box, out vec4 a, out vec4 b) {
    vec3 lower = texelFetch(boxes, 2 * box).xyz;
    vec3 upper = texelFetch(boxes, 2 * box + 1).xyz;
    int edge = edge_count % 12;
    a = vec4(mix(lower, upper, edge_end(edge, false)), 1.0);
    b = vec4(mix(lower, upper, edge_end(edge, true)), 1.0);
}
#endif

vec4 edge_vertex(vec4 a, vec4 b) {
#ifdef HITMAP_THIN
    bool at_end = (gl_VertexID & 1) != 0;
    vec4 p = at_end ? b : a;
#ifdef HITMAP_MARKS
    // The line is clipped first, since a length in pixels is not defined for a line that starts behind the eye.
    if (!cut_to_picture(a, b) || a.w <= 0.0 || b.w <= 0.0) return outside;
    p = at_end ? b : a;
    line_along = at_end ? 0.5 * length((b.xy / b.w - a.xy / a.w) * viewport) : 0.0;
#endif
    return p;
#else
    return thick_line_vertex(a, b, gl_VertexID % 6);
#endif
}

// Clips an edge in world space to what the view draws. False if nothing is left.
bool cut_to_half_spaces(inout vec4 a, inout vec4 b) {
    for (int i = 0; i < half_space_count; ++i)
        if (!cut(a, b, dot(half_spaces[i], a), dot(half_spaces[i], b))) return false;
    return true;
}

void main() {
    int edge_count = gl_VertexID / vertices_per_edge;
    int element = element_of(edge_count);
    float value = texelFetch(values, element).r;
    edge_colour = vec3(0.0);
    gl_Position = outside;
#ifdef HITMAP_MARKS
    dash = vec2(0.0);
    along = 0.0;
#endif
    if (!was_accessed(value)) return;
    edge_colour = colour_of(value);
#ifdef HITMAP_MARKS
    int side = only_side(value);
    if (side != 0) {
        edge_colour = side < 0 ? only_a : only_b;
        dash = vec2(side < 0 ? 12.0 : 5.0, side < 0 ? 16.0 : 10.0) * hatch_scale;
    }
    if (is_faded(fade, element)) {
        dash = vec2(2.0, 6.0) * hatch_scale;
#ifdef HITMAP_HALO
        return;
#endif
    }
#endif
    vec4 a, b;
    find_ends(edge_count, element, a, b);
    if (!cut_to_half_spaces(a, b)) return;
    gl_Position = edge_vertex(world_to_clip * a, world_to_clip * b);
#ifdef HITMAP_MARKS
    along = line_along;
#endif
    // Boxes touch the faces in them and other boxes. Edges are drawn slightly nearer than faces, halos in between.
#ifdef HITMAP_HALO
    edge_colour = contrast_to(edge_colour);
    const float nearer = 1.0005;
#else
    const float nearer = 1.001;
#endif
    gl_Position.z *= nearer;
}
