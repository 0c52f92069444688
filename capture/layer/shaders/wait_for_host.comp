// Runs between two parts of a dispatch until the host has emptied the log. A loop of llvmpipe ends after 65,536
// iterations, and so each invocation waits for a while, one after the other.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x = 1, local_size_y_id = 2) in;

layout(constant_id = 0) const uint address_low = 0;
layout(constant_id = 1) const uint address_high = 0;

// log/parts_format.h: parts_request, parts_grant and parts_spare are at bytes 64, 68 and 72.
layout(buffer_reference, std430, buffer_reference_align = 64) buffer Parts {
    uint before[16];
    uint request;
    uint grant;
    uint spare;
};

#define ADD atomicAdd(parts.spare, 1u);
#define PASS_TIME ADD ADD ADD ADD

void main() {
    Parts parts = Parts(uvec2(address_low, address_high));
    uint wanted = atomicAdd(parts.request, 0u);
    for (uint i = 0; i < 60000; ++i) {
        if (atomicAdd(parts.grant, 0u) == wanted) return;
        // Takes some time, which one iteration otherwise does not.
        PASS_TIME PASS_TIME PASS_TIME PASS_TIME PASS_TIME PASS_TIME PASS_TIME PASS_TIME
    }
}
