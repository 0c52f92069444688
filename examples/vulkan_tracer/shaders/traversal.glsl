// The steps of a traversal, as core/raytracer/traversal.cpp.

// A node that a lane still has to visit: its number, the number of leaves before it (compact layout only), and where the
// ray enters its box.
struct StackEntry { uint node; uint leaves; float entry; };
const StackEntry no_entry = StackEntry(no_node, 0, 0.0);
StackEntry stack[stack_entries];

struct Traversal {
    Ray ray;
    Hit hit;
    StackEntry current; // node to visit, or the leaf that was reached; no_node after the last one
    uint stack_size;
    uint slot;          // next triangle of the leaf
    uint slot_end;
    uint origin_slot;   // triangle that the ray starts from; no_slot for a primary ray
};

void begin_traversal(inout Traversal lane) {
    lane.current = StackEntry(has_nodes ? 0 : no_node, 0, 0.0);
    lane.stack_size = 0;
    lane.slot = 0;
    lane.slot_end = 0;
}

bool in_leaf(Traversal lane) {
    return lane.slot < lane.slot_end;
}

bool on_its_way(Traversal lane) {
    return lane.current.node != no_node;
}

void push(inout Traversal lane, StackEntry entry) {
    stack[lane.stack_size] = entry;
    ++lane.stack_size;
}

// Pops nodes from the stack until one is found that the ray enters before its hit.
void take_next_node(inout Traversal lane) {
    lane.current = no_entry;
    while (lane.stack_size > 0) {
        --lane.stack_size;
        const StackEntry top = stack[lane.stack_size];
        if (may_be_nearer(top.entry, lane.hit)) {
            lane.current = top;
            break;
        }
    }
}

// Tests the next triangle of the leaf.
void test_triangle(inout Traversal lane) {
    const uvec3 face = load_face(lane.slot);
    const vec3 a = load_vertex(face.x);
    const vec3 b = load_vertex(face.y);
    const vec3 c = load_vertex(face.z);
    const Hit candidate = intersect_triangle(lane.ray, a, b, c, lane.slot);
    const bool other = ray_kind == rays_primary || lane.slot != lane.origin_slot;
    bool nearer = candidate.t < lane.hit.t && other;
    if (candidate.t == lane.hit.t && lane.hit.slot != no_slot && other) { // the lowest face of the mesh's file wins
        const int source = load_source(lane.slot);
        nearer = source < load_source(lane.hit.slot);
    }
    if (nearer) lane.hit = candidate;
    lane.slot += 1;
    if (stops_at_any_hit() && lane.hit.slot != no_slot && lane.origin_slot != no_slot) {
        lane.slot_end = lane.slot;
        lane.stack_size = 0;
    }
}
