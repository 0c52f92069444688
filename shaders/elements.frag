// Colours of the elements of one kind. HITMAP_MARKS adds patterns for faded elements and for the sides of a difference.
#include "bindings.glsl"
#include "surface_colour.glsl"

layout(binding = HITMAP_TEXTURE_SLOTS) uniform usamplerBuffer elements;
in vec3 place;
layout(location = 0) out vec4 colour;

layout(location = HITMAP_UNIFORM_EYE) uniform vec4 eye;

float facing() {
    vec3 normal = cross(dFdx(place), dFdy(place));
    vec3 to_eye = eye.xyz - eye.w * place;
    float lengths = dot(normal, normal) * dot(to_eye, to_eye);
    return lengths > 0.0 ? min(abs(dot(normal, to_eye)) * inversesqrt(lengths), 1.0) : 1.0;
}

void main() {
    colour = vec4(surface_colour(int(texelFetch(elements, gl_PrimitiveID).r), facing()), 1.0);
}
