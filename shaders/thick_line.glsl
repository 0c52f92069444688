// Lines as wide as asked for: core profiles need not draw lines wider than 1.
layout(location = HITMAP_UNIFORM_VIEWPORT) uniform vec2 viewport;
layout(location = HITMAP_UNIFORM_LINE_WIDTH) uniform float line_width;

// Moves the ends of a-b that lie in front of the near plane (reversed depth: z > w) onto it.
void clip_to_near(inout vec4 a, inout vec4 b) {
    float da = a.w - a.z;
    float db = b.w - b.z;
    if (da < 0.0 && db > 0.0) a = mix(a, b, da / (da - db));
    if (db < 0.0 && da > 0.0) b = mix(b, a, db / (db - da));
}

// Vertex 0..5 of the two triangles that cover the line a-b (clip space), half a width longer at both ends so
// that the corners of a box are filled.
vec4 thick_line_vertex(vec4 a, vec4 b, int vertex) {
    clip_to_near(a, b);
    if (a.w - a.z < 0.0 || a.w <= 0.0 || b.w <= 0.0) return vec4(0.0, 0.0, -2.0, 1.0);
    vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
    float len = length(along);
    along = len > 1e-6 ? along / len : vec2(1.0, 0.0);
    bool at_end = vertex == 1 || vertex == 2 || vertex == 4;
    float side = vertex == 2 || vertex == 4 || vertex == 5 ? 1.0 : -1.0;
    vec2 offset = (vec2(-along.y, along.x) * side + along * (at_end ? 1.0 : -1.0)) * line_width / viewport;
    vec4 p = at_end ? b : a;
    return vec4(p.xy + offset * p.w, p.zw);
}
