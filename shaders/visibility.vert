#include "bindings.glsl"

layout(location = HITMAP_ATTRIBUTE_POSITION) in vec3 position;
layout(location = HITMAP_UNIFORM_WORLD_TO_CLIP) uniform mat4 world_to_clip;

void main() {
    gl_Position = world_to_clip * vec4(position, 1.0);
}
