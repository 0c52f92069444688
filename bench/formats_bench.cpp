// The speed of readers of other programs' recordings, in bytes of the file per second. Equal in all runs:
// files of 64 MiB in memory. "parse" reads into a sink that counts; "import" writes .hmt into memory, as
// `hitmap import` does. The argument is the number of cores.

#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/bytes.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <string>

namespace hitmap {
namespace {

constexpr std::size_t file_bytes = std::size_t{64} << 20;

/// Takes everything and keeps nothing.
class NoSink final : public RecordingSink {
public:
    void begin(const RecordingInfo& /*info*/, const RecordedScene* /*scene*/) override {}
    void begin_launch(const Launch& /*launch*/) override {}
    void add(const Request& request) override { benchmark::DoNotOptimize(request.address[0]); }
    void tag(const LaneTagRun& /*run*/) override {}
    void finish() override {}
    void add_instruction(const Instruction& /*instruction*/) override {}
    void complete(const FinalTables& /*tables*/) override {}
};

std::string lackey(int i) {
    std::string text = fmt::format("I  {:08x},{}\n", 0x401000 + 4 * (i % 700), 3 + i % 4);
    if (i % 2 == 0)
        text += fmt::format(" {} {:08x},8\n", i % 3 == 0 ? 'S' : 'L', 0x4a35040 + 8 * (i * 37LL % 100003));
    return text;
}

std::string memtrace(int i) {
    return fmt::format("{:#x},{},8,{:#x}\n", 0x7f59c2d00000 + 4 * (i % 900), i % 3 == 0 ? 'w' : 'r',
                       0x7ffeacab0000 + 8 * (i * 37LL % 5000));
}

std::string nvbit(int i) {
    std::string text =
        fmt::format("MEMTRACE: CTX 0x000055d0c0de0000 - grid_launch_id 0 - CTA {},0,0 - warp {} - LDG.E - ",
                    i % 997, i % 8);
    for (int lane = 0; lane < 32; ++lane)
        fmt::format_to(std::back_inserter(text), "{:#018x} ",
                       0x7f0a00000000 + i * 53LL % 4099 * 128 + 4 * lane);
    return text + "\n";
}

std::string csv(int i) {
    return fmt::format("{},{},{},{:#x},4,load,trace.cu:{}\n", i / 32 % 5, i / 32 % 7, i % 32,
                       4096 + 4 * (i * 31LL % 65536), 10 + i / 32 % 3);
}

std::string memtrace_binary(int i) {
    ByteWriter record;
    record.u64(i % 3 == 0 ? 1 : 0);
    record.u64(0x7ffeacab0000 + 8 * static_cast<std::uint64_t>(i * 37LL % 5000));
    record.u64(8);
    record.u64(0x7f59c2d00000 + 4 * static_cast<std::uint64_t>(i % 900));
    const Bytes bytes = record.take();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string drmemtrace(int i) {
    ByteWriter entries;
    entries.u16(10); // an instruction
    entries.u16(4);
    entries.u64(0x7f59c2d00000 + 4 * static_cast<std::uint64_t>(i % 900));
    entries.u16(i % 3 == 0 ? 1 : 0);
    entries.u16(8);
    entries.u64(0x7ffeacab0000 + 8 * static_cast<std::uint64_t>(i * 37LL % 5000));
    const Bytes bytes = entries.take();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ImportFiles made_file(const std::string& begin, std::string (*line)(int)) {
    std::string text = begin;
    text.reserve(file_bytes + 4096);
    for (int i = 0; text.size() < file_bytes; ++i)
        text += line(i);
    const auto bytes = std::as_bytes(std::span(text));
    ImportFiles files;
    files.files.push_back(open_memory({bytes.begin(), bytes.end()}, "made"));
    return files;
}

void run(benchmark::State& state, const std::string& begin, std::string (*line)(int), bool parse_only) {
    const ImportFiles files = made_file(begin, line);
    const RecordingFormat* const format = format_of(*files.files.front());
    if (format == nullptr) return state.SkipWithError("not recognised");
    ThreadPool pool(static_cast<unsigned>(state.range(0)));
    ImportedCounts counts;
    for ([[maybe_unused]] auto _ : state) {
        std::vector<std::byte> out;
        const std::unique_ptr<RecordingSink> sink =
            parse_only ? std::make_unique<NoSink>() : write_hmt(create_memory(out), import_options, &pool);
        counts = import_recording(*format, files, *sink, pool, {});
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                            static_cast<std::int64_t>(files.files.front()->size()));
    state.counters["requests/s"] = benchmark::Counter(static_cast<double>(counts.requests),
                                                      benchmark::Counter::kIsIterationInvariantRate);
}

void add(const std::string& name, const std::string& begin, std::string (*line)(int)) {
    for (const bool parse_only : {true, false})
        benchmark::RegisterBenchmark((name + (parse_only ? "/parse" : "/import")).c_str(),
                                     [=](benchmark::State& state) { run(state, begin, line, parse_only); })
            ->Arg(1)
            ->Arg(2)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
}

} // namespace
} // namespace hitmap

int main(int argc, char** argv) {
    using namespace hitmap;
    add("lackey", "", lackey);
    add("memtrace_x86", "", memtrace);
    add("nvbit", "", nvbit);
    add("csv", "sm,warp,lane,address,bytes,operation,line\n", csv);
    add("memtrace_binary", "", memtrace_binary);
    // The header of a trace of version 5.
    add("drmemtrace", std::string("\x19\0\0\0\5\0\0\0\0\0\0\0", 12), drmemtrace);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
