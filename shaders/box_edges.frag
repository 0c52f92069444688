flat in vec3 edge_colour;
layout(location = 0) out vec4 colour;

void main() {
    colour = vec4(edge_colour, 1.0);
}
