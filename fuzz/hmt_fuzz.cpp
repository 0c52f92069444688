#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

/// Runs one way of reading. A FileError is the correct reaction to invalid bytes; any other exception is a
/// bug.
template <class Read>
void attempt(const Read& read) {
    try {
        read();
    } catch (const hitmap::FileError&) { // NOLINT(bugprone-empty-catch)
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    attempt([&] {
        hitmap::ThreadPool pool(1);
        const hitmap::HmtFile file(hitmap::open_memory({bytes.begin(), bytes.end()}, "input"), {},
                                   hitmap::CrcCheck::off);
        attempt([&] { file.validate(pool); });
        attempt([&] { static_cast<void>(file.read_scene()); });
        attempt([&] {
            const auto scene = file.read_scene_without_normals();
            if (scene != nullptr) static_cast<void>(file.read_normals(*scene));
        });
        attempt([&] { static_cast<void>(file.normal_count()); });
        attempt([&] { static_cast<void>(file.read_lane_tags()); });
        std::vector<hitmap::BlockExecution> executions;
        for (std::size_t i = 0; i < file.execution_chunks(); ++i)
            attempt([&] { file.read_executions(i, executions); });
        hitmap::RayEvents rays;
        for (std::size_t i = 0; i < file.ray_chunks(); ++i)
            attempt([&] { file.read_rays(i, rays); });
        hitmap::RequestBlock block;
        for (std::size_t i = 0; i < file.blocks().size(); ++i)
            attempt([&] { file.read_block(i, block); });
    });
    return 0;
}
