#include "widgets/session/panes/simulated_sms.h"

#include "core/base/error.h"
#include "core/cache/gpu/preset_sms.h"
#include "core/geometry/scene.h"
#include "core/raytracer/options/recorded_options.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/recording_part.h"
#include "widgets/session/panes/pane.h"

namespace hitmap {

std::optional<SimulatedSms> simulated_sms(const Pane& pane) {
    const auto recording = pane.recording();
    if (recording == nullptr) return std::nullopt;
    const RecordingInfo& info = recording->info();
    if (info.has_sums() || info.device.sm_count == 0) return std::nullopt;
    return SimulatedSms{recorded_sms(info), info.device.sm_count, gpu_sms(pane.config().preset)};
}

RecordingSpec dealt_to(const OpenRecording& recording, std::uint32_t sms) {
    RecordingSpec spec = recording.spec;
    spec.dealt_sms = sms;
    return spec;
}

std::optional<RecordingSpec> traced_on(const OpenRecording& recording, std::uint32_t sms) {
    const RecordingInfo& info = recording.info();
    RecordingSpec spec = dealt_to(recording, 0);
    if (!spec.part.is_whole() || !spec.layout.empty() || !part_text(info).empty() || info.incomplete)
        return std::nullopt;
    if (!recording.traced && (!recorded_trace_options(info.options) || !is_builtin(info.source_name)))
        return std::nullopt;
    TraceRequest request = request_of(recording);
    if (request.scene.empty()) request.scene = info.source_name;
    request.options.sm_count = sms;
    try {
        check_trace_options(request.options);
    } catch (const UsageError&) {
        return std::nullopt;
    }
    spec.whole = std::move(request);
    return spec;
}

void open_instead(Pane& pane, const RecordingSpec& spec) {
    const PaneChoices choices = pane.choices();
    pane.open(spec, pane.wanted_config(), choices);
}

} // namespace hitmap
