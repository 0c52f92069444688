// All locations and bindings of all programs are in one table, so that a switch of programs needs no new bindings. GLSL
// and C++ (render/gl/bindings.h) include this file, so that it has only comments and #defines of numbers.

// Vertex attributes.
#define HITMAP_ATTRIBUTE_POSITION 0
#define HITMAP_ATTRIBUTE_END 1    // other end of a guide line
#define HITMAP_ATTRIBUTE_COLOUR 2 // of a guide line

// Texture units. Those that the programs of one pane share come first.
#define HITMAP_TEXTURE_COLOUR_MAP 0  // sampler1D, 256 colours
#define HITMAP_TEXTURE_FACE_VALUES 1 // samplerBuffer, a float for each face slot or element of the kind; NaN: not accessed
#define HITMAP_TEXTURE_BOX_VALUES 2  // samplerBuffer, a float for each box or element with edges; NaN: not accessed
#define HITMAP_TEXTURE_SLOTS 3       // usamplerBuffer, face slot of a triangle in drawing order; element of a triangle
#define HITMAP_TEXTURE_BOXES 4       // samplerBuffer, lower and upper corner of a box; ends of an edge
#define HITMAP_TEXTURE_BOX_ORDER 5   // usamplerBuffer, boxes by level; element of an edge
#define HITMAP_TEXTURE_VISIBILITY 6  // usampler2D, the visible triangle of a pixel, as visibility.frag writes it; 0: none
#define HITMAP_TEXTURE_FACE_FADE 7   // usamplerBuffer, a bit for each of these elements: it has too few accesses and is faded
#define HITMAP_TEXTURE_BOX_FADE 8    // usamplerBuffer, the same for each box or element with edges
#define HITMAP_TEXTURE_COUNT 9

// Uniforms.
#define HITMAP_UNIFORM_WORLD_TO_CLIP 0   // mat4
#define HITMAP_UNIFORM_RANGE 1           // vec2: value at t = 0, 1 / (value at t = 1 - value at t = 0)
#define HITMAP_UNIFORM_VIEWPORT 2        // vec2: pixels of the tile
#define HITMAP_UNIFORM_LINE_WIDTH 3      // float: pixels
#define HITMAP_UNIFORM_FIRST_TRIANGLE 4  // uint: of this draw call
#define HITMAP_UNIFORM_RAY 5             // vec4: eye-space x, y per pixel, and at the lower left corner of the tile
#define HITMAP_UNIFORM_DEPTH_LENGTH 6    // float: distance between depth 1 and depth 0, orthographic
#define HITMAP_UNIFORM_HATCH_ORIGIN 7    // vec2: of the tile in the picture, in pixels
#define HITMAP_UNIFORM_HATCH_SCALE 8     // float: device pixels per logical pixel
#define HITMAP_UNIFORM_NOT_ACCESSED 9    // vec3: base colour of elements that were not accessed
#define HITMAP_UNIFORM_MARKS 10          // int: bits HITMAP_MARK_...
#define HITMAP_UNIFORM_WIRE 11           // int: width of a triangle's edge in pixels; 0: none
#define HITMAP_UNIFORM_ONLY_A 12         // vec3: base colour of elements that only A accesses
#define HITMAP_UNIFORM_ONLY_B 13         // vec3: base colour of elements that only B accesses
#define HITMAP_UNIFORM_NEARER 14         // float: factor of the depth of a line
#define HITMAP_UNIFORM_SHADING 15        // float: how much darker a face is that is seen from the side, as a share of its colour; 0: flat
#define HITMAP_UNIFORM_HALF_SPACES 16    // vec4[7], locations 16 to 22: points p with dot(h.xyz, p) + h.w >= 0 are drawn
#define HITMAP_UNIFORM_HALF_SPACE_COUNT 23 // int: the first so many of them are in use
#define HITMAP_UNIFORM_EYE 24 // vec4: position of the eye, 1; in orthographic views the direction to it, 0

#define HITMAP_HALF_SPACES 7

// Bits of HITMAP_UNIFORM_MARKS.
#define HITMAP_MARK_FADE 1       // the fade textures are bound
#define HITMAP_MARK_DIFFERENCE 2 // infinite values are elements that only one side accesses
