#include "tests/trace/import/samples.h"

#include "core/trace/io/byte_input.h"
#include "tests/trace/compressed.h"
#include "tests/trace/memory_file.h"
#include "tests/trace/memtracer/trace_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

namespace hitmap {

namespace {

/// The bytes of a file in tests/trace.
std::string sample_file(const std::string& name) {
    const auto path = std::filesystem::path(HITMAP_TEST_DATA) / "trace" / name;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The decompressed bytes of a small gzip member.
std::string unpacked(const std::string& packed) {
    const auto file = memory_file(packed, "sample");
    std::string bytes(4096, '\0');
    bytes.resize(open_input(*file, {})->read(std::as_writable_bytes(std::span(bytes))));
    return bytes;
}

/// The part of a file in front of its gzip member.
std::string before_gzip(const std::string& bytes) {
    return bytes.substr(0, bytes.find("\x1f\x8b"));
}

std::string memtracer_bytes(std::uint32_t version) {
    MemtracerTrace trace = small_scene_trace();
    trace.accesses.resize(3);
    return trace.bytes(version);
}

std::string nvbit_addresses() {
    std::string addresses;
    for (unsigned lane = 0; lane < 32; ++lane)
        addresses += fmt::format(" 0x{:016x}", lane < 5 ? 0x7f0a00000000 + 8 * lane : 0);
    return addresses + " \n";
}

std::string nvbit_text() {
    const std::string context = "MEMTRACE: CTX 0x000055d0c0de0000 - ";
    return context +
           "LAUNCH - Kernel pc 0x00007f0a00000000 - Kernel name add(int) - grid launch id 0 - grid size "
           "2,1,1 "
           "- block size 64,1,1 - nregs 16 - shmem 0 - cuda stream id 0\n" +
           context + "grid_launch_id 0 - CTA 1,0,0 - warp 3 - LDG.E.64 -" + nvbit_addresses() + context +
           "grid_launch_id 0 - CTA 0,0,0 - warp 1 - STL.128 -" + nvbit_addresses();
}

std::string old_nvbit_text() {
    return "Kernel k - grid size 2,1,1 - block size 32,1,1 - nregs 1 - shmem 0 - cuda stream id 0\n"
           "CTA 1,0,0 - warp 3 - STG -" +
           nvbit_addresses();
}

constexpr const char* csv_text = "sm,warp,lane,address,bytes,operation,line\n"
                                 "0,0,0,0x1000,4,load,a.cu:7\n"
                                 "0,0,1,4100,4,load,a.cu:7\n"
                                 "1,3,31,64,16,store,\n";
constexpr const char* lackey_text = "==12== Lackey, an example Valgrind tool\n"
                                    "I  0401ab70,3\n"
                                    " L 1fff000648,8\n"
                                    "#buf a 0x5000 64 16 12 faces\n"
                                    "#line 0x401ab73 a.c:7 main\n"
                                    "I  0401ab73,5\n"
                                    " M 00005010,70\n"
                                    " S 1fff000640,8\n";
constexpr const char* raw_kernel_text =
    "-kernel name = _Z1kv\n"
    "-grid dim = (2,1,1)\n"
    "-block dim = (33,1,1)\n"
    "-shmem base_addr = 0x1000000\n"
    "-local mem base_addr = 0x2000000\n"
    "-accelsim tracer version = 6\n"
    "-enable lineinfo = 1\n"
    "#traces\n"
    "1 0 0 0 3 4 17 0010 00000003 1 R4 LD.E 1 R2 4 2 0x2000010 -16 7 8 NoVal\n"
    "0 0 0 1 3 5 18 0020 00000001 0 STL 1 R2 4 1 0x10 0\n"
    "0 0 0 1 3 5 18 0030 00000001 0 UTMALDG 0 0 0x10 0 256 0 4 0x7f000000 2 64\n";

constexpr const char* memory_tracker_text =
    "Kernel Launch: k\n"
    "  Memory accesses: 3\n"
    "  [0] Read access of global memory by thread (1,0,0) at address 0x7f00 (size is 4 bytes)\n"
    "  [1] Write access of local memory by thread (2,1,0) at address 0x7f04 (size is 8 bytes)\n";
constexpr const char* memtrace_text = "Format: <data address>: <data size>, <(r)ead/(w)rite/opcode>\n"
                                      "0x401000:  5, call\n"
                                      "0x7ffe00: 64, w\n";
constexpr const char* view_text = "<--record#-> <--instr#->: <---tid---> <record details>\n"
                                  " 1 0: 9 <marker: tid 9 on core 7>\n"
                                  " 2 1: 9 read 8 byte(s) @ 0x5000 by PC 0x401000\n";
constexpr const char* element_text =
    "order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups\n"
    "0,0,2,7,0,box,1,1,0,1,0,1\n"
    "1,2,2,7,1,face,3,,0.5,1,1,1\n";
constexpr const char* ppt_gpu_text = "\n=====\nLDG.E 0x7f0a00000000 0x7f0a00000004 \n=====\nSTG 0x10 ";

/// Numbers of 8, 16, 32 and 64 bits behind one another.
class SampleBytes {
public:
    SampleBytes& number(std::uint64_t value, unsigned bytes) {
        for (unsigned i = 0; i < bytes; ++i)
            text_.push_back(static_cast<char>(value >> (8 * i)));
        return *this;
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// One store of 8 bytes.
std::string memtrace_bytes() {
    return SampleBytes().number(1, 8).number(0x5000, 8).number(8, 8).number(0x401000, 8).text();
}

/// Records of drmemtrace: type, size and value.
std::string drmemtrace_bytes() {
    struct Record {
        std::uint64_t type, size, value;
    };
    constexpr Record records[] = {{25, 0, 5},     {10, 4, 0x401000}, {17, 2, 0x0302},   {28, 3, 7},
                                  {0, 8, 0x5000}, {1, 4, 0x5008},    {10, 2, 0x401004}, {26, 0, 0}};
    SampleBytes bytes;
    for (const Record& record : records)
        bytes.number(record.type, 2).number(record.size, 2).number(record.value, 8);
    return bytes.text();
}

} // namespace

std::string ImportSample::bytes() const {
    return packed.empty() ? start : start + gzip(packed);
}

bool ImportSample::is_text() const {
    return packed.empty() && std::ranges::all_of(start, [](char c) { return c == '\n' || c >= ' '; });
}

std::vector<ImportSample> import_samples() {
    const std::string sums = sample_file("data/rt_plain.trace");
    const std::string sums_gbla = sample_file("data/rt_gbla.trace");
    const std::string gbla_header = before_gzip(sums_gbla);
    return {
        {"csv", "csv", csv_text},
        {"accelsim-kernel", "accelsim", sample_file("accelsim/data/kernel-1.traceg")},
        {"accelsim-raw", "accelsim", raw_kernel_text},
        {"accelsim-xz", "accelsim", xz(sample_file("accelsim/data/kernel-1.traceg"))},
        {"accelsim-list", "accelsim", sample_file("accelsim/data/kernelslist.g")},
        {"nvbit", "nvbit", nvbit_text()},
        {"nvbit-old", "nvbit", old_nvbit_text()},
        {"lackey", "lackey", lackey_text},
        {"memory-tracker", "memory-tracker", memory_tracker_text},
        {"ppt-gpu", "ppt-gpu", ppt_gpu_text},
        {"element-csv", "element-csv", element_text},
        {"drmemtrace", "drmemtrace", drmemtrace_bytes()},
        {"drmemtrace-gzip", "drmemtrace", "", drmemtrace_bytes()},
        {"drmemtrace-zip", "drmemtrace",
         zip({{"chunk.0000", drmemtrace_bytes().substr(0, 40)},
              {"chunk.0001", drmemtrace_bytes().substr(40)}},
             true)},
        {"drmemtrace-view", "drmemtrace-view", view_text},
        {"memtrace", "memtrace", memtrace_text},
        {"memtrace-x86", "memtrace", "0x401000,r,8,0x5000\n0x401004,w,4,0x5008\n"},
        {"memtrace-binary", "memtrace-binary", memtrace_bytes()},
        {"memtracer-4", "memtracer", memtracer_bytes(4)},
        {"memtracer-5", "memtracer", memtracer_bytes(5)},
        {"rtmemtracer", "rtmemtracer", "", unpacked(sums)},
        {"rtmemtracer-gbla", "rtmemtracer", gbla_header, unpacked(sums_gbla.substr(gbla_header.size()))},
        {"memtracer-gzip", "memtracer", gzip(memtracer_bytes(5))},
    };
}

} // namespace hitmap
