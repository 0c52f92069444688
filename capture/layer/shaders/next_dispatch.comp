// Runs before each dispatch that is recorded: counts it, and says whether its records are kept.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

layout(local_size_x = 1) in;

// The log's address, of which the layer knows the value when it makes the pipeline.
layout(constant_id = 0) const uint address_low = 0;
layout(constant_id = 1) const uint address_high = 0;
// Of dispatches [first, last), one in `every` is recorded.
layout(constant_id = 2) const uint first = 0;
layout(constant_id = 3) const uint last = 0;
layout(constant_id = 4) const uint every = 1;

// capture/log/log_format.h: log_dispatch and log_enabled are at bytes 64 and 68.
layout(buffer_reference, std430, buffer_reference_align = 64) buffer Header {
    uint before[16];
    uint dispatch;
    uint enabled;
};

void main() {
    Header header = Header(uvec2(address_low, address_high));
    uint number = header.dispatch + 1;
    header.dispatch = number;
    header.enabled = number >= first && number < last && (number - first) % every == 0 ? 1 : 0;
}
