// Runs before each part of a dispatch: counts it, and says what its work groups do. See log/parts_format.h, whose
// order the words have here.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x = 1) in;

// The address of the words, of which the layer knows the value when it makes the pipeline.
layout(constant_id = 0) const uint address_low = 0;
layout(constant_id = 1) const uint address_high = 0;
layout(constant_id = 2) const uint most_groups = 0; // of a dispatch that is split

layout(buffer_reference, std430, buffer_reference_align = 64) buffer Parts {
    uint count;
    uint number;
    uint grid[3];
    uint arguments[3];
    uint waiting[3];
    uint mode;
    uint pass;
    uint first_pass;
    uint deferred;
    uint limit;
    uint request;
};

const uint whole = 0, part = 1, last = 2;

void main() {
    Parts parts = Parts(uvec2(address_low, address_high));
    uint number = parts.number + 1;
    parts.number = number;
    parts.pass += 1;
    if (number == 0) {
        parts.first_pass = parts.pass;
        // Rounded products of floats are monotone, so that no greater grid is taken for a smaller one.
        float groups = float(parts.grid[0]) * float(parts.grid[1]) * float(parts.grid[2]);
        if (groups >= float(most_groups)) parts.count = 0;
    }
    bool is_needed = number == 0 || parts.deferred != 0;
    parts.deferred = 0;
    parts.mode = parts.count == 0 ? whole : number + 1 >= parts.count ? last : part;
    for (uint i = 0; i < 3; ++i)
        parts.arguments[i] = is_needed ? parts.grid[i] : 0;
    // The log is emptied before each part but the first.
    bool waits = is_needed && number != 0;
    if (waits) parts.request += 1;
    parts.waiting[0] = waits ? 1 : 0;
    parts.waiting[1] = 1;
    parts.waiting[2] = 1;
}
