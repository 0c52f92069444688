flat in vec3 edge_colour;
layout(location = 0) out vec4 colour;

#ifdef HITMAP_MARKS
flat in vec2 dash;
noperspective in float along;
#endif

void main() {
#ifdef HITMAP_MARKS
    if (dash.y > 0.0 && mod(along, dash.y) >= dash.x) discard;
#endif
    colour = vec4(edge_colour, 1.0);
}
