import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFunctions, isOnSignature, kernelSignatures } from '../src/signatures';

/** First and last line of the signatures, from 1. */
function lines(text: string, language = 'cpp'): [number, number][] {
    return findFunctions(text, language).map((each) => [each.first + 1, each.last + 1]);
}

test('functions in namespaces and classes are found, blocks in functions are not', () => {
    const text = `namespace a {
class Tracer final : public Base {
public:
    int trace(int x) const noexcept { if (x) { return 1; } return 0; }
};
Task traverse(Warp& warp,
              const Gpu& gpu)
{
    for (int i = 0; i < 3; ++i) { use([&](int y) { return y; }); }
}
} // namespace a`;
    assert.deepEqual(lines(text), [[4, 4], [6, 8]]);
});

test('kernels of CUDA, GLSL, HLSL, Slang, WGSL, Metal and Rust are found', () => {
    assert.deepEqual(lines('template <int N>\n__global__ void __launch_bounds__(128) trace(float* out) {\n}\n'), [[1, 2]]);
    assert.deepEqual(lines('layout(local_size_x = 8) in;\nlayout(binding = 0) buffer Nodes { vec4 nodes[]; };\nvoid main()\n{\n}\n'), [[3, 4]]);
    assert.deepEqual(lines('cbuffer Sizes : register(b0) { uint count; };\n[numthreads(8, 8, 1)]\nvoid main(uint3 id : SV_DispatchThreadID)\n{\n}\n'), [[2, 4]]);
    assert.deepEqual(lines('float4 shade(float2 at : TEXCOORD) : SV_Target {\n}\n'), [[1, 1]]);
    assert.deepEqual(lines('[shader("compute")]\n[numthreads(8, 8, 1)]\nvoid trace<T : IRay>(uint3 id : SV_DispatchThreadID)\n    where T : IScene {\n}\n'), [[1, 4]]);
    assert.deepEqual(
        lines('struct Node { low: vec3f }\n@group(0) @binding(0) var<storage, read> nodes: array<Node>;\n@compute @workgroup_size(8, 8)\nfn trace(@builtin(global_invocation_id) id: vec3u) {\n  for (var i = 0; i < 3; i++) { }\n}\nfn hit(a: f32) -> bool {\n}\n'),
        [[3, 4], [7, 7]],
    );
    assert.deepEqual(lines('kernel void trace(device float* out [[buffer(0)]], uint id [[thread_position_in_grid]]) {\n}\n'), [[1, 1]]);
    assert.deepEqual(lines('#[kernel] pub fn trace(out: &mut [f32]) {\n}\n'), [[1, 1]]);
    assert.deepEqual(lines("fn trace<'a>(x: &'a u32) -> u32 {\n    1\n}\n"), [[1, 1]]);
});

test('braces in comments, texts and preprocessor lines count for nothing', () => {
    const text = `// void a() {
/* void b() { */
#define OPEN \\
    void c() {
const char* text = "void d() { \\" {";
int n = 1'000'000; char brace = '{';
int table[] = {1, 2};
void e() {}`;
    assert.deepEqual(lines(text), [[8, 8]]);
});

test('only functions with numbers are kernels', () => {
    const text = 'void a() {\n    x;\n}\nvoid b() {\n    y;\n}\n';
    assert.deepEqual(kernelSignatures(text, 'cpp', [4]), [{ first: 3, last: 3, end: 5 }]);
    assert.deepEqual(kernelSignatures(text, 'cpp', [6]), []);
});

test('unfinished text is no error', () => {
    assert.deepEqual(findFunctions('}} void a() { if (x', 'cpp'), []);
});

test('kernels of Python are found by their indentation', () => {
    const text = `import triton  # def a():
@triton.jit
def trace(nodes, count: tl.constexpr,
          text="def b():"):
    \"\"\"Traces.
def c():
    \"\"\"
    x = tl.load(nodes)

    # a comment at any place
# such as here
    if x: return {'a': 1}[
'a']

class Tracer:
    @staticmethod
    @cuda.jit(device=True)
    def hit(ray) -> dict[str, int]: return ray
    async def later(self):
\tpass
defend = 1
`;
    assert.deepEqual(findFunctions(text, 'python'), [
        { first: 1, last: 3, end: 12 },
        { first: 15, last: 17, end: 17 },
        { first: 18, last: 18, end: 19 },
    ]);
    assert.deepEqual(findFunctions('def a(x,\n', 'python'), [{ first: 0, last: 1, end: 1 }]);
});

test('a kernel of Python in a function is found without that function', () => {
    const text = 'def make(count):\n    offset = 1\n    @cuda.jit\n    def trace(out):\n        out[0] = offset\n    return trace\n';
    assert.deepEqual(kernelSignatures(text, 'python', [4]), [{ first: 2, last: 3, end: 4 }]);
    assert.deepEqual(kernelSignatures(text, 'python', [1, 4]), [{ first: 0, last: 0, end: 5 }, { first: 2, last: 3, end: 4 }]);
});

test('a line is on a signature from its first to its last line', () => {
    const signatures = [{ first: 2, last: 3, end: 9 }];
    assert.deepEqual([1, 2, 3, 4].map((line) => isOnSignature(line, signatures)), [false, true, true, false]);
});
