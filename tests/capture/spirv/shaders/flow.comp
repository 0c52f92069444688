#version 450
// Every kind of control flow, and an array whose length is a specialisation constant.
layout(local_size_x = 5, local_size_y = 3, local_size_z = 2) in;
layout(constant_id = 3) const uint N = 4;
layout(set = 0, binding = 0) buffer Values { uint v[]; };
layout(set = 0, binding = 1) buffer Totals {
    uint total;
    uint several[N];
};
shared uint s[30];

uint count(uint n) {
    uint a = 0, b = 1;
    for (uint i = 0; i < n; ++i) {
        uint t = a + b;
        a = b;
        b = t;
        if (v[t & 7u] == 77u) break;
        if ((t & 1u) == 0u) continue;
        atomicAdd(total, 1u);
    }
    return a;
}

void main() {
    uint i = gl_LocalInvocationIndex + gl_WorkGroupID.x * 30u;
    s[gl_LocalInvocationIndex] = v[i];
    barrier();
    uint r = 0;
    switch (i & 3u) {
    case 0u: r = v[0];
    case 1u: r += v[1]; break;
    case 2u: r = count(i & 7u); break;
    default:
        if ((i & 4u) != 0u) return;
        r = v[3];
    }
    do {
        r += several[r % N] + 1u;
    } while (r < 5u);
    r += i > 7u ? v[7] : v[6];
    v[i + 60u] = r + s[(gl_LocalInvocationIndex + 1u) % 30u];
}
