// A pointer chase by one lane, timed by the clock of its subgroup (VK_KHR_shader_clock). Without EACH_LOAD, the clock is
// read before and after many loads: listing 2 of Mei et al. 2014. With EACH_LOAD, it is read around each load, and the
// store of the loaded index is between load and clock, so that the clock waits for the load: listing 4.
#version 450
#extension GL_ARB_shader_clock : require

layout(local_size_x = 1) in;

layout(set = 0, binding = 0, std430) restrict readonly buffer Array {
    uint next[];
};
layout(set = 0, binding = 1, std430) restrict writeonly buffer Result {
    uint result[];
};
layout(push_constant) uniform Work {
    uint start;  // the word where the chase begins
    uint before; // rounds of 16 loads that are not timed
    uint count;  // rounds of 16 loads that are timed; with EACH_LOAD, single loads
};

// Lavapipe ends the loops of an invocation after 65,536 iterations altogether, so that a round has many loads.
#define FOUR_LOADS j = next[j]; j = next[j]; j = next[j]; j = next[j];
#define ROUND FOUR_LOADS FOUR_LOADS FOUR_LOADS FOUR_LOADS

#ifdef EACH_LOAD
const uint most_loads = 2048; // GpuChase::most_each
shared uint indices[most_loads];
shared uint latencies[most_loads];
#endif

void main() {
    uint j = start;
    for (uint i = 0; i < before; ++i) {
        ROUND
    }
#ifdef EACH_LOAD
    const uint loads = min(count, most_loads);
    for (uint i = 0; i < loads; ++i) {
        const uint begin = clock2x32ARB().x;
        j = next[j];
        indices[i] = j;
        const uint end = clock2x32ARB().x;
        latencies[i] = end - begin;
    }
    for (uint i = 0; i < loads; ++i) {
        result[2 * i] = indices[i];
        result[2 * i + 1] = latencies[i];
    }
#else
    const uint begin = clock2x32ARB().x;
    for (uint i = 0; i < count; ++i) {
        ROUND
    }
    const uint end = clock2x32ARB().x;
    result[0] = j;
    result[1] = end - begin; // of the low words: right for up to 2^32 cycles
#endif
}
