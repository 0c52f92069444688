import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFunctions, kernelSignatures } from '../src/signatures';

/** First and last line of the signatures, from 1. */
function lines(text: string): [number, number][] {
    return findFunctions(text).map((each) => [each.first + 1, each.last + 1]);
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

test('kernels of CUDA, GLSL and Rust are found', () => {
    assert.deepEqual(lines('template <int N>\n__global__ void __launch_bounds__(128) trace(float* out) {\n}\n'), [[1, 2]]);
    assert.deepEqual(lines('layout(local_size_x = 8) in;\nlayout(binding = 0) buffer Nodes { vec4 nodes[]; };\nvoid main()\n{\n}\n'), [[3, 4]]);
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
    assert.deepEqual(kernelSignatures(text, [4]), [{ first: 3, last: 3, end: 5 }]);
    assert.deepEqual(kernelSignatures(text, [6]), []);
});

test('unfinished text is no error', () => {
    assert.deepEqual(findFunctions('}} void a() { if (x'), []);
});
