// Fuzzes the decoder of acceleration structures of drivers, and sends rays through what it accepts.
#include "core/base/error.h"
#include "core/replay/driver/driver_judge.h"
#include "core/replay/driver/lavapipe_layout.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace {

void walk(const hitmap::DriverTree& tree) {
    using namespace hitmap;
    constexpr std::array<std::uint32_t, 4> flags{0, ray_no_opaque, ray_ends_at_first_hit, ray_culls_back};
    DriverWalk walk;
    RayLog log;
    log.outcome.kind = RayOutcome::Kind::missed;
    for (std::uint32_t i = 0; i < flags.size(); ++i) {
        Ray ray;
        ray.origin = {0.1F, 0.2F, -3.0F};
        ray.direction = {0.0F, 0.1F * static_cast<float>(i), 1.0F};
        ray.tmax = 1e30F;
        ray.mask = 0xff;
        ray.flags = flags[i];
        log.is_query = i % 2 == 0;
        (void)walk_as_logged(tree, ray, log, walk);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmap;
    // The first two bytes are the size of the structure of instances, which follows.
    if (size < 2) return 0;
    const std::span<const std::uint8_t> bytes(data + 2, size - 2);
    const std::size_t top = std::min(bytes.size(), data[0] | static_cast<std::size_t>(data[1]) << 8);
    const BytesPlace place{"input", "structure"};
    try {
        DriverTree tree;
        tree.structures.push_back(lavapipe::read_structure(bytes.first(top), 0x10000, place));
        tree.structures.push_back(lavapipe::read_structure(bytes.subspan(top), 0x20000, place));
        if (!tree.structures[1].instances.empty()) return 0; // driver_tree.cpp refuses it
        if (!tree.structures[0].triangles.empty() || !tree.structures[0].boxes.empty()) return 0;
        for (DriverInstance& instance : tree.structures[0].instances)
            instance.structure = 1;
        walk(tree);
    } catch (const FileError&) { // NOLINT(bugprone-empty-catch): the correct reaction to invalid bytes
    }
    return 0;
}
