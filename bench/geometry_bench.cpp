// Import and generation of scenes. Equal in all runs: seed 1, one pool of all cores, files in the page cache.
#include "bench/allocation_peak.h"
#include "core/base/error.h"
#include "core/geometry/mesh_import.h"
#include "core/geometry/scene.h"
#include "core/mesh_reader/formats/mesh_folder.h"
#include "core/mesh_reader/formats/read_mesh.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace hitmap {
namespace {

void report(benchmark::State& state, const Mesh& mesh) {
    const double triangles = static_cast<double>(mesh.faces.size());
    const std::size_t bytes = (mesh.positions.size() + mesh.normals.size()) * sizeof(glm::vec3) +
                              (mesh.faces.size() + mesh.normal_faces.size()) * sizeof(glm::uvec3);
    state.counters["triangles"] = triangles;
    state.counters["triangles/s"] =
        benchmark::Counter(triangles * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
    state.counters["bytes/triangle"] = static_cast<double>(bytes) / triangles;
}

void generate(benchmark::State& state, const std::string& name) {
    const std::string spec = "builtin:" + name + "?triangles=" + std::to_string(state.range(0));
    Scene scene;
    for (auto _ : state)
        scene = load_scene(spec);
    report(state, scene.mesh);
}

/// Stops the generation of the statue at moments spread over its duration. "worst ms" is the longest time
/// from the request to Cancelled, "peak bytes/triangle" the peak allocation of the whole generation.
void stop(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    constexpr int moments = 12;
    const std::string spec = "builtin:statue?triangles=" + std::to_string(state.range(0));
    for (auto _ : state) {
        bench::reset_peak();
        const auto start = Clock::now();
        const std::size_t triangles = load_scene(spec).mesh.faces.size();
        const Seconds whole = Clock::now() - start;
        state.counters["peak bytes/triangle"] =
            static_cast<double>(bench::peak_bytes()) / static_cast<double>(triangles);
        double worst = 0.0;
        for (int i = 0; i < moments; ++i) {
            std::stop_source stop;
            Clock::time_point asked = Clock::time_point::max(); // if the generation ends before the request
            std::jthread clock([&] {
                std::this_thread::sleep_for(whole * (i + 0.5) / moments);
                asked = Clock::now();
                stop.request_stop();
            });
            try {
                (void)load_scene(spec, {stop.get_token(), nullptr});
                clock.join();
            } catch (const Cancelled&) {
                const auto stopped = Clock::now();
                clock.join();
                worst = std::max(worst, Seconds(stopped - asked).count());
            }
        }
        state.counters["worst ms"] = 1e3 * worst;
    }
}

/// Writes a mesh as OBJ or binary PLY, with positions and faces only.
std::string write_file(const Mesh& mesh, const std::string& ending) {
    const std::string path = (std::filesystem::temp_directory_path() / ("hitmap_bench." + ending)).string();
    std::ofstream file(path, std::ios::binary);
    if (ending == "obj") {
        for (const glm::vec3& p : mesh.positions)
            file << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
        for (const glm::uvec3& f : mesh.faces)
            file << "f " << f.x + 1 << ' ' << f.y + 1 << ' ' << f.z + 1 << '\n';
        return path;
    }
    file << "ply\nformat binary_little_endian 1.0\nelement vertex " << mesh.positions.size()
         << "\nproperty float x\nproperty float y\nproperty float z\nelement face " << mesh.faces.size()
         << "\nproperty list uchar uint vertex_indices\nend_header\n";
    file.write(reinterpret_cast<const char*>(mesh.positions.data()),
               static_cast<std::streamsize>(mesh.positions.size() * sizeof(glm::vec3)));
    for (const glm::uvec3& f : mesh.faces) {
        file.put(3);
        file.write(reinterpret_cast<const char*>(&f), sizeof f);
    }
    return path;
}

void import(benchmark::State& state, const std::string& ending) {
    const std::string path = write_file(load_scene("builtin:statue").mesh, ending);
    ImportedMesh imported;
    for (auto _ : state)
        imported = import_mesh(path);
    report(state, imported.mesh);
    std::filesystem::remove(path);
}

/// Imports in this process instead of a separate one: the difference is the cost of the process.
void import_here(benchmark::State& state, const std::string& ending) {
    const std::string path = write_file(load_scene("builtin:statue").mesh, ending);
    ReadMesh read;
    for (auto _ : state) {
        MeshFolder folder(path, {}, [](std::uint64_t) {});
        read = read_mesh(folder, {});
        add_vertex_normals(read.mesh, {});
    }
    report(state, read.mesh);
    std::filesystem::remove(path);
}

BENCHMARK_CAPTURE(generate, teapot, "teapot")
    ->Arg(25'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(generate, atrium, "atrium")->Arg(260'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(generate, statue, "statue")
    ->Arg(300'000)
    ->Arg(1'000'000)
    ->Arg(12'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(stop)->Arg(300'000)->Arg(12'000'000)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(import, obj, "obj")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(import, ply, "ply")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(import_here, obj, "obj")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(import_here, ply, "ply")->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
