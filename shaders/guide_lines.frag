flat in vec3 line_colour;
layout(location = 0) out vec4 colour;

void main() {
    colour = vec4(line_colour, 1.0);
}
