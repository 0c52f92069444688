#include "app/cli/input/model_input.h"

#include "app/cli/base/option_check.h"
#include "app/cli/base/terminal.h"
#include "app/cli/input/input_warnings.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/cache/results/named_errors.h"
#include "core/profile/models/model_memory.h"
#include "core/relayout/dealing/deal_blocks.h"
#include "core/trace/model/estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// Returns the number of blocks to decode ahead such that the memory stays within `limit`. Throws Error if
/// not even one block fits.
/// @param extra  memory that the caller takes besides the model
unsigned read_ahead_within(std::uint64_t limit, bool hierarchy, std::uint64_t extra,
                           const ModelInput& input) {
    const ModelMemory memory = estimate_model_memory(input.file, hierarchy, input.pool.size());
    const std::uint64_t least = memory.bytes(1) + extra;
    if (limit < least)
        throw Error(fmt::format("{}: needs about {} MiB of memory, more than the limit of {}", input.path,
                                (least + mib - 1) / mib, format_size(limit)));
    const std::uint64_t affordable = (limit - memory.bytes(0) - extra) / memory.block_ahead;
    return static_cast<unsigned>(std::min<std::uint64_t>(usual_read_ahead(input.pool.size()), affordable));
}

/// A recording with sums has the results of one model, to which no option applies.
void refuse_other_models(const HmtFile& file, const ModelTexts& texts) {
    if (!file.info().has_sums()) return;
    for (const ModelSetting setting : model_settings())
        if (const WrittenChoice* const choice = texts.find(setting); choice != nullptr)
            choice->place.refuse(fmt::format("{} has sums of hits for each frame, which {} recorded, and no "
                                             "requests, so that nothing else "
                                             "can be simulated",
                                             file.name(), file.info().producer));
}

/// Whether the recording was made in memory, in another layout or on other SMs.
bool is_made_in_memory(const HmtFile& file, const ModelOptions& options) {
    const bool is_dealt = !options.deal_blocks.empty() && !dealing_text(file.info()).empty();
    return is_dealt || !options.layout.relayouts.empty();
}

} // namespace

HmtFile open_as_asked(const std::string& path, const ModelOptions& options, const JobContext& job) {
    const auto sms = options.dealt_sms();
    const std::uint64_t limit = parse_memory_limit(options.memory_limit).value_or(any_memory);
    HmtFile file = open_recording(path, options.part.part(), job, options.layout, limit);
    if (!sms || *sms == file.info().device.sm_count) return file;
    ThreadPool pool(options.threads);
    HmtFile dealt = with_errors_of(path, [&] { return dealt_file(file, *sms, limit, pool, job); });
    tell("{}: its thread blocks, recorded on {} SMs, are dealt to {}\n", printable(path),
         recorded_sms(file.info()), *sms);
    return dealt;
}

void require_whole_frames(const ModelInput& input, std::uint64_t q) {
    const std::uint64_t frames = input.file.info().sums.frames;
    if (frames == 0 || frames % q == 0) return;
    std::vector<std::uint64_t> divisors;
    for (std::uint64_t divisor = 1; divisor <= frames; ++divisor)
        if (frames % divisor == 0) divisors.push_back(divisor);
    throw UsageError(fmt::format("--frames: {} has the sums of {} frames, of which whole ones are joined; "
                                 "expected {}, found {}",
                                 input.path, frames, fmt::join(divisors, ", "), q));
}

void require_vertex_positions(const ModelInput& input) {
    if (!knows_vertex_positions(input.file.info()))
        throw FileError(input.path, "scene",
                        "expected faces with positions, found that the vertices of the faces are assumed");
}

std::unique_ptr<ModelInput>
open_model_input(const std::string& path, std::initializer_list<ModelConfig> configs,
                 const ModelOptions& options, const JobContext& job,
                 const std::function<std::uint64_t(const RecordingInfo&)>& extra_bytes) {
    const auto limit = parse_memory_limit(options.memory_limit);
    bool has_hierarchy = false;
    for (const ModelConfig* config = configs.begin(); config != configs.end(); ++config) {
        if (std::find(configs.begin(), config, *config) == config) warn_of_geometry(*config);
        has_hierarchy = has_hierarchy || std::holds_alternative<HierarchyConfig>(*config);
    }
    auto input = std::make_unique<ModelInput>(path, options, job);
    refuse_other_models(input->file, options.texts);
    warn_if_incomplete(input->file);
    warn_if_estimate(input->file);
    warn_if_launches_interleave(input->file, job);
    for (const ModelConfig& config : configs)
        warn_if_nothing_counts(input->file, config);
    unsigned read_ahead = 0;
    if (limit) {
        const std::uint64_t made = is_made_in_memory(input->file, options) ? input->file.file_bytes() : 0;
        const std::uint64_t extra = extra_bytes ? extra_bytes(input->file.info()) : 0;
        read_ahead = read_ahead_within(*limit, has_hierarchy, extra + made, *input);
    }
    input->source = request_source(input->file, input->pool, read_ahead);
    return input;
}

} // namespace hitmap
