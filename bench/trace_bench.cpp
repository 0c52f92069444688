// The size of recordings and the speed of writing and reading them, on the built-in scenes at 512x512 (the
// defaults of the reference ray tracer). Equal in all runs: requests and scene of a built-in, one core, files
// in memory. Counters: bytes of the whole file per lane access and per element access; rates in lane accesses
// per second. "open" does what `hitmap info` does, on a recording with as many blocks as one of 1 GB.
// With HITMAP_DUMP=FOLDER, an uncompressed dump of each built-in is written there, for comparison with `xz
// -6`: for each request 6 u32 (launch, SM, warp, slot, instruction, mask), then a u64 address for each active
// lane.

#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/element_access.h"

#include <benchmark/benchmark.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>

namespace hitmap {
namespace {

/// The recording of a built-in scene, which is made once.
const HmtFile& recording(const std::string& name) {
    static std::map<std::string, std::unique_ptr<HmtFile>> recordings;
    auto& file = recordings[name];
    if (file == nullptr) {
        ThreadPool pool;
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes), {}, &pool);
        trace_scene(load_scene("builtin:" + name), {}, *sink, pool);
        file = std::make_unique<HmtFile>(open_memory(std::move(bytes), name));
    }
    return *file;
}

void report(benchmark::State& state, const HmtFile& file) {
    const RecordingInfo& info = file.info();
    const auto lanes = static_cast<double>(info.lane_accesses);
    state.counters["lane_accesses/s"] =
        benchmark::Counter(lanes, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["bytes/lane_access"] = static_cast<double>(file.file_bytes()) / lanes;
    state.counters["bytes/element_access"] =
        static_cast<double>(file.file_bytes()) / static_cast<double>(info.positions());
}

void read_blocks(benchmark::State& state, const std::string& name) {
    const HmtFile& file = recording(name);
    RequestBlock block;
    for ([[maybe_unused]] auto _ : state)
        for (std::size_t i = 0; i < file.blocks().size(); ++i)
            file.read_block(i, block);
    report(state, file);
}

void find_elements(benchmark::State& state, const std::string& name) {
    const HmtFile& file = recording(name);
    const ElementAccessFinder finder(file.info());
    RequestBlock block;
    file.read_block(0, block);
    std::vector<ElementAccess> accesses;
    for ([[maybe_unused]] auto _ : state)
        finder.find(block, accesses);
    state.counters["lane_accesses/s"] = benchmark::Counter(static_cast<double>(block.addresses.size()),
                                                           benchmark::Counter::kIsIterationInvariantRate);
}

/// Calls visit(request) for all requests of a file.
template <class Visit>
void for_each_request(const HmtFile& file, const Visit& visit) {
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        file.read_block(i, block);
        for (const auto& entry : block.entries) {
            Request request{entry.launch,      entry.sm,   entry.warp, entry.slot,
                            entry.instruction, entry.mask, {}};
            const std::uint64_t* address = block.addresses_of(entry).data();
            for (std::uint32_t lanes = entry.mask; lanes != 0; lanes &= lanes - 1)
                request.address[static_cast<std::size_t>(std::countr_zero(lanes))] = *address++;
            visit(request);
        }
    }
}

/// Includes reading: subtract the time of read_blocks.
void read_and_write(benchmark::State& state, const std::string& name) {
    const HmtFile& file = recording(name);
    const auto scene = file.read_scene();
    for ([[maybe_unused]] auto _ : state) {
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes));
        sink->begin(file.info(), scene.get());
        sink->begin_launch(file.info().launches.at(0));
        for_each_request(file, [&](const Request& request) { sink->add(request); });
        sink->finish();
    }
    report(state, file);
}

void open_many_blocks(benchmark::State& state) {
    RecordingInfo info;
    info.instructions.emplace_back().bytes_per_lane = 4;
    std::vector<std::byte> bytes;
    HmtWriteOptions options;
    options.block_requests = 1;
    const auto sink = write_hmt(create_memory(bytes), options);
    sink->begin(info, nullptr);
    sink->begin_launch({});
    Request request;
    request.mask = 1;
    for (int i = 0; i < 4000; ++i)
        sink->add(request);
    sink->finish();
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(HmtFile(open_memory(bytes, "many blocks")).info().requests);
}

void dump(const std::filesystem::path& folder, const std::string& name) {
    std::ofstream out(folder / (name + ".dump"), std::ios::binary);
    const auto put = [&](const auto& value) {
        out.write(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    for_each_request(recording(name), [&](const Request& request) {
        for (const std::uint32_t field :
             {request.launch, request.sm, request.warp, request.slot, request.instruction, request.mask})
            put(field);
        for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1)
            put(request.address[static_cast<std::size_t>(std::countr_zero(lanes))]);
    });
}

} // namespace
} // namespace hitmap

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    for (const std::string name : {"atrium", "statue", "teapot"}) {
        const auto add = [&](const std::string& what, auto function) {
            benchmark::RegisterBenchmark((what + "/" + name).c_str(), [=](benchmark::State& state) {
                function(state, name);
            })->Unit(benchmark::kMillisecond);
        };
        add("read", hitmap::read_blocks);
        add("read_and_write", hitmap::read_and_write);
        add("find_elements", hitmap::find_elements);
        if (const char* folder = std::getenv("HITMAP_DUMP")) hitmap::dump(folder, name);
    }
    benchmark::RegisterBenchmark("open/4000_blocks", hitmap::open_many_blocks)->Unit(benchmark::kMillisecond);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
