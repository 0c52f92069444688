// The speed of the reader of Accel-Sim traces, on a generated kernel file with two instructions without and
// one with addresses of each kind. "parse" reads one core's pieces of text; "import" does what `hitmap
// import` does, on all cores, into a recording in memory. Rates are in bytes of text. HITMAP_TRACE=FILE takes
// another file.
#include "core/trace/formats/accelsim/kernel_input.h"
#include "core/trace/formats/accelsim/kernel_piece.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/import/line_pieces.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace hitmap {
namespace {

std::string warp_text(std::mt19937& random) {
    std::string text;
    const auto line = [&](const auto& format, const auto&... arguments) {
        fmt::format_to(std::back_inserter(text), fmt::runtime(format), arguments...);
    };
    for (unsigned i = 0; i < 12; ++i) {
        const auto base = static_cast<std::uint32_t>(random() % (1U << 28U));
        const auto mask = static_cast<std::uint32_t>(random()) | 1U;
        line("{:04x} ffffffff 1 R{} FFMA 2 R{} R{} 0 \n", i * 96, random() % 200, random() % 200,
             random() % 200);
        line("{:04x} ffffffff 1 R{} IADD3 2 R{} R{} 0 \n", i * 96 + 16, random() % 200, random() % 200, 255);
        line("{:04x} ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 0x7f0a{:08x} 4 \n", i * 96 + 32, base);
        line("{:04x} {:08x} 1 R6 LDG.E.128.SYS 1 R2 16 2 0x7f0a{:08x} ", i * 96 + 48, mask, base);
        for (int lane = 1; lane < std::popcount(mask); ++lane)
            line("{} ", 16 * (static_cast<int>(random() % 4096) - 2048));
        line("\n{:04x} 0000000f 0 STG.E.SYS 2 R2 R4 4 0 ", i * 96 + 64);
        for (int lane = 0; lane < 4; ++lane)
            line("0x00007f0a{:08x} ", base + lane * 4096);
        text += '\n';
    }
    return text;
}

/// A kernel file of about 64 MB.
const ByteSource& trace() {
    static const std::unique_ptr<ByteSource> file = [] {
        if (const char* const path = std::getenv("HITMAP_TRACE")) return open_file(path);
        std::mt19937 random(1);
        std::vector<std::string> warps;
        for (int i = 0; i < 64; ++i)
            warps.push_back(warp_text(random));
        std::string text =
            "-kernel name = trace\n-grid dim = (1000000,1,1)\n-block dim = (256,1,1)\n-nregs = 32\n"
            "-binary version = 75\n-accelsim tracer version = 4\n#traces\n";
        for (int block = 0; text.size() < 64'000'000; ++block) {
            text += fmt::format("#BEGIN_TB\nthread block = {},0,0\n", block);
            for (int warp = 0; warp < 8; ++warp)
                text += fmt::format("warp = {}\ninsts = 60\n{}", warp, warps[random() % warps.size()]);
            text += "#END_TB\n";
        }
        const auto bytes = std::as_bytes(std::span(text));
        return open_memory({bytes.begin(), bytes.end()}, "kernel-1.traceg");
    }();
    return *file;
}

/// Hands out the bytes of a file that stays open.
class Shared final : public ByteSource {
public:
    explicit Shared(const ByteSource& file) : file_(file) {}
    [[nodiscard]] std::uint64_t size() const override { return file_.size(); }
    void read(std::uint64_t offset, std::span<std::byte> out) const override { file_.read(offset, out); }
    [[nodiscard]] const std::string& name() const override { return file_.name(); }

private:
    const ByteSource& file_;
};

void parse(benchmark::State& state) {
    const accelsim::KernelHeader header = accelsim::read_kernel_header(trace(), {});
    for ([[maybe_unused]] auto _ : state) {
        const auto input = accelsim::open_kernel(trace(), {});
        LinePieces pieces(*input);
        LinePiece piece;
        while (pieces.next(piece))
            benchmark::DoNotOptimize(accelsim::parse_kernel_piece(piece, header, trace().name()));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(trace().size()) * state.iterations());
}
BENCHMARK(parse)->Unit(benchmark::kMillisecond);

void read_all(benchmark::State& state) {
    ImportFiles files;
    files.files.push_back(std::make_unique<Shared>(trace()));
    ThreadPool pool;
    for ([[maybe_unused]] auto _ : state) {
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes), import_options, &pool);
        import_recording(*format_of(*files.files.front()), files, *sink, pool, {});
        state.counters["bytes of the recording"] = static_cast<double>(bytes.size());
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(trace().size()) * state.iterations());
}
BENCHMARK(read_all)->Name("import")->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace hitmap

BENCHMARK_MAIN();
