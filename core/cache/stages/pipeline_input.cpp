#include "core/cache/stages/pipeline_input.h"

#include "core/base/error.h"
#include "core/trace/model/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace hitmap {

void PipelineInput::number_accesses() {
    first_access.assign(requests.entries.size() + 1, 0);
    for (const ElementAccess& access : accesses)
        ++first_access[access.entry + 1];
    std::partial_sum(first_access.begin(), first_access.end(), first_access.begin());
}

void PipelineInput::find_sms() {
    const auto& entries = requests.entries;
    std::uint32_t last_sm = 0;
    for (const auto& entry : entries)
        last_sm = std::max(last_sm, entry.sm);
    if (last_sm >= RecordingLimits::sms)
        throw Error(
            fmt::format("a request of SM {}: the model has SMs 0 to {}", last_sm, RecordingLimits::sms - 1));
    sms = last_sm + 1;
}

} // namespace hitmap
