#include "widgets/session/recording/opening_memory.h"

#include "core/analysis/regions/face_regions.h"
#include "core/analysis/regions/scene_regions.h"
#include "core/jobs/memory.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/models/model_memory.h"
#include "core/profile/pixel_index/pixel_index_builder.h"
#include "core/trace/io/limited_memory.h"

#include <algorithm>
#include <thread>

namespace hitmap {

namespace {

/// Without an index of pixels.
std::uint64_t simulating_memory(const HmtFile& file, bool hierarchy) {
    const unsigned threads = std::max(std::thread::hardware_concurrency(), 1U);
    const ModelMemory model =
        estimate_model_memory(file, hierarchy || !any_model_counts(file.info()), threads);
    return model.bytes(std::min<std::uint64_t>(usual_read_ahead(threads), file.blocks().size())) +
           estimate_profile_bytes(file.info());
}

} // namespace

std::uint64_t opening_memory(const HmtFile& file, bool hierarchy) {
    const RecordingInfo& info = file.info();
    const bool has_image = info.scene.width != 0 && info.scene.height != 0 && !info.has_sums();
    const bool has_index = has_image && pixel_index_fits(file, hierarchy, machine_memory());
    const std::uint64_t faces = info.scene.face_slots;
    return simulating_memory(file, hierarchy) + (has_index ? estimate_pixel_index_bytes(info) : 0) +
           (faces >= SceneRegions::fewest_faces ? estimate_region_bytes(faces) : 0);
}

bool pixel_index_fits(const HmtFile& file, bool hierarchy, std::uint64_t limit) {
    const std::uint64_t index = estimate_pixel_index_bytes(file.info());
    return index <= limit && simulating_memory(file, hierarchy) <= limit - index;
}

bool copy_of_requests_fits(const HmtFile& file, bool hierarchy, std::uint64_t limit) {
    // The copies of the built-in scenes take 1.9 bytes a lane access; random addresses take more.
    constexpr std::uint64_t bytes_per_access = 4;
    const std::uint64_t accesses = file.info().lane_accesses;
    if (accesses > limit / bytes_per_access) return false;
    const std::uint64_t copy = accesses * bytes_per_access;
    return opening_memory(file, hierarchy) <= limit - copy;
}

bool any_model_counts(const RecordingInfo& info) {
    return info.scene.present && !info.axis_is_requests();
}

std::uint64_t machine_memory() {
    const std::uint64_t physical = physical_memory_bytes();
    return std::min(physical != 0 ? physical : any_memory, free_address_space().value_or(any_memory));
}

} // namespace hitmap
