#version 460
// The memory model of Vulkan, and atomics of many types.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) coherent buffer B {
    uint v[64];
    float f;
    uint64_t l;
    uint u;
};
void main() {
    uint i = gl_LocalInvocationIndex;
    v[i] = atomicLoad(u, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) + 1u;
    atomicAdd(f, 1.0);
    atomicMax(l, 3ul);
    atomicStore(u, i, gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    atomicCompSwap(u, 3u, 4u);
}
