#include "tests/layout/small_recording.h"

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace hitmap::test {

namespace {

template <class T>
Allocation stored(std::uint64_t address, const std::vector<T>& values) {
    Allocation allocation;
    allocation.address = address;
    allocation.bytes = values.size() * sizeof(T);
    allocation.contents.resize(allocation.bytes);
    std::memcpy(allocation.contents.data(), values.data(), allocation.bytes);
    return allocation;
}

} // namespace

HmtFile small_recording(std::uint32_t grid_width) {
    RecordingInfo info;
    info.device = {"", 1, 1};
    const std::vector<std::uint32_t> faces{0, 1, 2, 1, 2, 3};
    const std::vector<float> vertices{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 2};
    const std::vector<float> boxes{0, 0, 0, 1, 1, 2};
    info.allocations = {stored(0x2000, vertices), stored(0x3000, faces), stored(0x4000, boxes)};
    Allocation image;
    image.address = 0x1000;
    image.bytes = 64;
    info.allocations.push_back(image);
    info.instructions.resize(3);
    info.instructions[0].bytes_per_lane = 12;
    info.instructions[1].bytes_per_lane = 24;
    info.instructions[2].bytes_per_lane = 4;
    info.instructions[2].operation = Operation::store;
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    sink->begin(info, nullptr);
    Launch launch;
    launch.grid = {grid_width, 1, 1};
    launch.block = {32, 1, 1};
    sink->begin_launch(launch);
    const auto access = [&](std::uint32_t instruction, std::uint64_t address) {
        Request request;
        request.mask = 1;
        request.instruction = instruction;
        request.address[0] = address;
        sink->add(request);
    };
    access(1, 0x4000);
    for (const std::uint64_t face : {0U, 1U}) {
        access(0, 0x3000 + face * 12);
        for (std::uint64_t corner = 0; corner < 3; ++corner)
            access(0, 0x2000 + (face + corner) * 12);
    }
    access(2, 0x1004);
    sink->finish();
    return HmtFile(open_memory(std::move(bytes), "small"));
}

std::string small_layout(const std::string& pixels) {
    return R"({"format": "hitmap layout", "version": 1, "allocations": [
        {"name": "v", "role": "vertices", "address": 8192, "bytes": 48, "stride": 12},
        {"name": "f", "role": "faces", "address": 12288, "bytes": 24, "stride": 12},
        {"name": "b", "role": "boxes", "address": 16384, "bytes": 24, "stride": 24},
        {"name": "p", "role": "framebuffer", "address": 4096, "bytes": 64, "stride": 4}],
        "image": {"width": 4, "height": 4}, "pixels": ")" +
           pixels + "\"}";
}

std::string error_of_layout(std::string_view json, const HmtFile& file) {
    try {
        std::vector<std::byte> written;
        ThreadPool pool(1);
        RecordingLayout layout = layout_from_json(json, "a.json");
        layout.mesh = {}; // other files
        apply_layout(file, layout, create_memory(written), pool, {});
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace hitmap::test
