// Every location and binding of all programs, in one table: programs can be switched without binding anything
// anew. Read by GLSL and by C++ (render/bindings.h), so it holds nothing but comments and #defines of numbers.

// Vertex attributes.
#define HITMAP_ATTRIBUTE_POSITION 0
#define HITMAP_ATTRIBUTE_END 1    // other end of a guide line
#define HITMAP_ATTRIBUTE_COLOUR 2 // of a guide line

// Texture units. What the programs of one pane share comes first.
#define HITMAP_TEXTURE_COLOUR_MAP 0  // sampler1D, 256 colours
#define HITMAP_TEXTURE_FACE_VALUES 1 // samplerBuffer, a float a face slot; NaN: not accessed
#define HITMAP_TEXTURE_BOX_VALUES 2  // samplerBuffer, a float a box; NaN: not accessed
#define HITMAP_TEXTURE_VERTICES 3    // samplerBuffer, positions
#define HITMAP_TEXTURE_INDICES 4     // usamplerBuffer, three vertices a triangle, in drawing order
#define HITMAP_TEXTURE_SLOTS 5       // usamplerBuffer, face slot of a triangle in drawing order
#define HITMAP_TEXTURE_BOXES 6       // samplerBuffer, lower and upper corner of a box
#define HITMAP_TEXTURE_BOX_ORDER 7   // usamplerBuffer, boxes by level
#define HITMAP_TEXTURE_VISIBILITY 8  // usampler2D, 1 + triangle in drawing order seen in a pixel, 0: none

// Uniforms.
#define HITMAP_UNIFORM_WORLD_TO_CLIP 0   // mat4
#define HITMAP_UNIFORM_RANGE 1           // vec2: value at t = 0, 1 / (value at t = 1 - value at t = 0)
#define HITMAP_UNIFORM_VIEWPORT 2        // vec2: pixels of the tile
#define HITMAP_UNIFORM_LINE_WIDTH 3      // float: pixels
#define HITMAP_UNIFORM_FIRST_TRIANGLE 4  // uint: of this draw call
#define HITMAP_UNIFORM_EYE 5             // vec4: position, 1 (perspective) or direction to the eye, 0
#define HITMAP_UNIFORM_BACKGROUND 6      // vec4: premultiplied
#define HITMAP_UNIFORM_HATCH_ORIGIN 7    // vec2: of the tile in the picture, in pixels
#define HITMAP_UNIFORM_HATCH_SCALE 8     // float: device pixels per logical pixel
#define HITMAP_UNIFORM_NOT_ACCESSED 9    // vec3: base colour of what was not accessed
