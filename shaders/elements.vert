// Triangles of the elements of one kind. Edges of elements are drawn by box_edges.vert.
#include "bindings.glsl"

layout(location = HITMAP_ATTRIBUTE_POSITION) in vec3 position;
layout(location = HITMAP_UNIFORM_WORLD_TO_CLIP) uniform mat4 world_to_clip;
layout(location = HITMAP_UNIFORM_HALF_SPACES) uniform vec4 half_spaces[HITMAP_HALF_SPACES];
out vec3 place;
out float gl_ClipDistance[HITMAP_HALF_SPACES]; // OpenGL cuts with those that are enabled

void main() {
    vec4 point = vec4(position, 1.0);
    place = position;
    gl_Position = world_to_clip * point;
    for (int i = 0; i < HITMAP_HALF_SPACES; ++i) gl_ClipDistance[i] = dot(half_spaces[i], point);
}
