// What the shaders of the pipeline tell one another of a ray.

const uint no_triangle = ~0u;

// b and c are the barycentric coordinates of the second and third vertex.
struct Payload { float t; uint triangle; float b; float c; };
