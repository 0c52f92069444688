#include "app/cli/model_options.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

/// Memory of one decoded block, at most.
std::uint64_t largest_block_bytes(const HmtFile& file) {
    std::uint64_t largest = 0;
    for (const HmtBlock& block : file.blocks())
        largest = std::max(largest, block.requests * sizeof(RequestBlock::Entry) +
                                        block.lane_accesses * sizeof(std::uint64_t));
    return largest;
}

/// Scene arrays, and two words of state for each line of 32 bytes or more that boxes, faces and vertices
/// span.
std::uint64_t fixed_bytes(const RecordingInfo& info) {
    constexpr std::uint64_t program = 32U << 20; // code, libraries and tables
    std::uint64_t bytes =
        program + info.scene.vertices * 12 + info.scene.face_slots * 40 + info.scene.boxes * 30;
    for (const Allocation& a : info.allocations)
        if (a.role == Role::boxes || a.role == Role::faces || a.role == Role::vertices)
            bytes += a.bytes / 32 * 16;
    return bytes;
}

} // namespace

SdcmConfig ModelOptions::config() const {
    SdcmConfig config;
    if (!l1.empty()) config.l1 = parse_cache_geometry(l1);
    if (!l2.empty()) config.l2 = parse_cache_geometry(l2);
    return config;
}

void add_model_options(CLI::App& command, ModelOptions& options) {
    const SdcmConfig defaults;
    command
        .add_option("--model", options.model,
                    "Cache model: the stack distance cache model, look-ups counted per lane")
        ->check(CLI::IsMember({"sdcm"}))
        ->type_name("sdcm")
        ->capture_default_str();
    command.add_option("--l1", options.l1, "L1 cache of each SM, CAPACITY:LINE:WAYS; WAYS may be full")
        ->type_name("CACHE")
        ->default_str(to_string(defaults.l1));
    command.add_option("--l2", options.l2, "L2 cache of the device")
        ->type_name("CACHE")
        ->default_str(to_string(defaults.l2));
    command.add_option("--threads", options.threads, "Cores to use; 0 for all. Results do not depend on it")
        ->capture_default_str();
    command.add_option("--memory-limit", options.memory_limit, "Stay within this much memory, e.g. 1GiB")
        ->type_name("SIZE");
}

std::unique_ptr<ModelInput> open_model_input(const std::string& path, const ModelOptions& options,
                                             std::uint64_t (*extra_bytes)(const RecordingInfo&)) {
    auto input = std::make_unique<ModelInput>(path, options.threads);
    unsigned read_ahead = 0;
    if (!options.memory_limit.empty()) {
        const std::uint64_t limit = parse_size(options.memory_limit);
        const std::uint64_t block =
            std::max<std::uint64_t>(1, 2 * largest_block_bytes(input->file)); // and its outcomes
        const std::uint64_t fixed =
            fixed_bytes(input->file.info()) + (extra_bytes != nullptr ? extra_bytes(input->file.info()) : 0);
        if (limit < fixed + 3 * block)
            throw Error(fmt::format("{}: needs about {} MiB of memory, more than the limit of {}", path,
                                    (fixed + 3 * block + (1U << 20) - 1) >> 20, format_size(limit)));
        read_ahead = static_cast<unsigned>(std::min<std::uint64_t>(64, (limit - fixed) / block - 2));
    }
    input->source = request_source(input->file, input->pool, read_ahead);
    return input;
}

} // namespace hitmap
