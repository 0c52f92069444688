// Visits of nodes in either layout of the tree, as core/raytracer/node_visits.cpp.

const uint leaf_bit = 0x80000000u;

float entry_of(Traversal lane, uint box) {
    vec3 lower;
    vec3 upper;
    load_box(box, lower, upper);
    return enter_box(lane.ray, lower, upper, lane.hit);
}

void visit_compact_node(inout Traversal lane) {
    const StackEntry parent = lane.current;
    const uint word = load_word(parent.node);
    if ((word & leaf_bit) != 0) {
        lane.slot = parent.leaves * leaf_size;
        lane.slot_end = lane.slot + (word & ~leaf_bit);
        return;
    }
    const uint box = 2 * (parent.node - parent.leaves);
    const float left_entry = entry_of(lane, box);
    const float right_entry = entry_of(lane, box + 1);
    const StackEntry left = StackEntry(parent.node + 1, parent.leaves, left_entry);
    const StackEntry right = StackEntry(parent.node + word, parent.leaves + word / 2, right_entry);
    const bool swapped = right_entry < left_entry;
    if (left_entry < never && right_entry < never) {
        if (swapped)
            push(lane, left);
        else
            push(lane, right);
    }
    if (left_entry < never || right_entry < never) {
        if (swapped)
            lane.current = right;
        else
            lane.current = left;
    } else {
        take_next_node(lane);
    }
}

void visit_linked_node(inout Traversal lane) {
    const uvec2 node = load_node(lane.current.node);
    if ((node.y & leaf_bit) != 0) {
        lane.slot = node.x;
        lane.slot_end = lane.slot + (node.y & ~leaf_bit);
        return;
    }
    // The children that the ray enters, farthest first; of equally far ones the leftmost comes last.
    uint entered[node_width];
    float entries[node_width];
    uint count = 0;
    for (uint child = node.x; child < node.x + node.y; ++child) {
        const float entry = entry_of(lane, child - 1);
        if (!(entry < never)) continue;
        uint place = count++;
        for (; place > 0 && !(entry < entries[place - 1]); --place) {
            entered[place] = entered[place - 1];
            entries[place] = entries[place - 1];
        }
        entered[place] = child;
        entries[place] = entry;
    }
    for (uint place = 0; place + 1 < count; ++place)
        push(lane, StackEntry(entered[place], 0, entries[place]));
    if (count > 0)
        lane.current = StackEntry(entered[count - 1], 0, entries[count - 1]);
    else
        take_next_node(lane);
}

void visit_node(inout Traversal lane) {
    if (compact)
        visit_compact_node(lane);
    else
        visit_linked_node(lane);
}
