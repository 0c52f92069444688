// Lines of any width. Core profiles do not have to support lines wider than 1 pixel.
layout(location = HITMAP_UNIFORM_VIEWPORT) uniform vec2 viewport;
layout(location = HITMAP_UNIFORM_LINE_WIDTH) uniform float line_width;

const vec4 outside = vec4(0.0, 0.0, -2.0, 1.0); // a vertex of a triangle that is not drawn

float line_along = 0.0; // of the last vertex: distance in pixels from the start of the clipped line

// Clips the segment a-b to the half space in which the distances da and db are positive. False if nothing is left.
bool cut(inout vec4 a, inout vec4 b, float da, float db) {
    if (da <= 0.0 && db <= 0.0) return false;
    if (da < 0.0) a = mix(a, b, da / (da - db));
    else if (db < 0.0) b = mix(b, a, db / (db - da));
    return true;
}

// Clips the segment to the picture with a margin for its width. OpenGL cannot do this, because near the eye coordinates
// are so large that the offset of the width would be lost.
bool cut_to_picture(inout vec4 a, inout vec4 b) {
    const float margin = 1.05;
    return cut(a, b, a.w - a.z, b.w - b.z) // near plane, reversed depth
        && cut(a, b, margin * a.w - a.x, margin * b.w - b.x) && cut(a, b, margin * a.w + a.x, margin * b.w + b.x)
        && cut(a, b, margin * a.w - a.y, margin * b.w - b.y) && cut(a, b, margin * a.w + a.y, margin * b.w + b.y);
}

// Vertex 0..5 of the two triangles that cover the line a-b (clip space). The line is half a width longer at both ends, so
// that the corners of a box are filled.
vec4 thick_line_vertex(vec4 a, vec4 b, int vertex) {
    if (!cut_to_picture(a, b) || a.w <= 0.0 || b.w <= 0.0) return outside;
    vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
    float len = length(along);
    along = len > 1e-6 ? along / len : vec2(1.0, 0.0);
    bool at_end = vertex == 1 || vertex == 2 || vertex == 4;
    float side = vertex == 2 || vertex == 4 || vertex == 5 ? 1.0 : -1.0;
    vec2 offset = (vec2(-along.y, along.x) * side + along * (at_end ? 1.0 : -1.0)) * line_width / viewport;
    vec4 p = at_end ? b : a;
    line_along = 0.5 * (at_end ? len + line_width : -line_width);
    // The depth continues along the extension, so that lines of different widths have the same depth in a pixel.
    float slope = (b.z / b.w - a.z / a.w) / max(len, line_width);
    float extension = at_end ? line_width : -line_width;
    return vec4(p.xy + offset * p.w, p.z + slope * extension * p.w, p.w);
}
