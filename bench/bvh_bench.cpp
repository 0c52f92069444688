// Time, memory and quality of build_bvh() on built-in scenes, compared with Embree's high-quality builder.
// Equal for both: the mesh, the leaf size, the number of threads and the cost formula (traversal step 1,
// triangle test 1, areas relative to the mesh's own bounds). "sah/embree" compares with a tree in which every
// triangle is in exactly one leaf, as in Hitmap's; "sah/embree_spatial" compares with one in which Embree may
// split triangles, so that several leaves refer to one triangle. Run with --huge for the scene of 12 million
// triangles.

#include "bench/allocation_peak.h"
#include "bench/embree_tree.h"
#include "core/bvh/bvh.h"
#include "core/geometry/scene.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint32_t leaf_size = 4;

/// Reports the cost of the tree. Embree's trees are built once per benchmark, outside the measured time.
void report(benchmark::State& state, const Mesh& mesh, const Bvh& bvh, std::size_t peak, bool huge,
            unsigned threads) {
    const auto triangles = static_cast<double>(mesh.faces.size());
    state.counters["triangles"] = triangles;
    state.counters["triangles/s"] =
        benchmark::Counter(triangles, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["peak_B/triangle"] = static_cast<double>(peak) / triangles;
    state.counters["result_B/triangle"] =
        static_cast<double>(4 * bvh.nodes.size() + 24 * bvh.boxes.size() + 4 * bvh.slot_faces.size()) /
        triangles;
    state.counters["depth"] = bvh.depth;
    state.counters["sah"] = bvh.sah_cost;
    const auto objects = bench::build_embree_tree(mesh, leaf_size, bench::Splits::objects, threads);
    state.counters["sah/embree"] = bvh.sah_cost / objects.sah_cost;
    state.counters["embree_s"] = objects.seconds;
    if (huge) return;
    const auto space = bench::build_embree_tree(mesh, leaf_size, bench::Splits::space, threads);
    state.counters["sah/embree_spatial"] = bvh.sah_cost / space.sah_cost;
    state.counters["embree_spatial_s"] = space.seconds;
    state.counters["embree_spatial_refs/triangle"] = static_cast<double>(space.triangles) / triangles;
}

void build(benchmark::State& state, const std::string& spec, BvhMethod method, unsigned threads, bool huge) {
    const Scene scene = load_scene(spec);
    ThreadPool pool(threads);
    Bvh bvh;
    std::size_t peak = 0;
    for ([[maybe_unused]] auto _ : state) {
        bvh = {};
        const std::size_t before = bench::allocated_bytes();
        bench::reset_peak();
        bvh = build_bvh(scene.mesh, {method, leaf_size}, pool);
        peak = std::max(peak, bench::peak_bytes() - before);
    }
    report(state, scene.mesh, bvh, peak, huge, threads);
}

void add(const std::string& spec, BvhMethod method, unsigned threads, bool huge = false) {
    const std::string name =
        spec + " " + std::string(name_of(method)) + " " + std::to_string(threads) + " threads";
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) { build(state, spec, method, threads, huge); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime()
        ->Iterations(huge ? 1 : 3);
}

} // namespace
} // namespace hitmap

int main(int argc, char** argv) {
    using hitmap::BvhMethod;
    std::vector<char*> arguments(argv, argv + argc);
    const auto huge = std::find(arguments.begin(), arguments.end(), std::string_view("--huge"));
    const bool with_huge = huge != arguments.end();
    if (with_huge) arguments.erase(huge);
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    for (const char* spec : {"builtin:statue?triangles=100000", "builtin:atrium", "builtin:teapot"})
        for (const unsigned threads : {1U, 2U})
            hitmap::add(spec, BvhMethod::sah, threads);
    hitmap::add("builtin:statue?triangles=1000000", BvhMethod::sah, 2);
    hitmap::add("builtin:statue?triangles=1000000", BvhMethod::median, 2);
    if (with_huge) hitmap::add("builtin:statue?triangles=12000000", BvhMethod::sah, 2, true);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
