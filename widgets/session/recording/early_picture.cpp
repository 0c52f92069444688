#include "widgets/session/recording/early_picture.h"

#include "core/profile/models/model_texts.h"
#include "core/profile/preview/preview_profile.h"
#include "widgets/base/tr.h"
#include "widgets/session/recording/library.h"

#include <new>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

std::shared_ptr<const Simulation> early_simulation(std::shared_ptr<const OpenRecording> recording,
                                                   const ModelChoice& config,
                                                   std::shared_ptr<const Preview> preview) {
    auto simulation = std::make_shared<Simulation>();
    simulation->config = config;
    simulation->model = model_config(config);
    const std::uint64_t positions = recording->info().positions();
    simulation->profile = std::make_shared<const PreviewProfile>(std::move(preview), positions);
    simulation->totals = simulation->profile->totals({0, positions});
    simulation->recording = std::move(recording);
    return simulation;
}

std::shared_ptr<const FrameValues> values_of_preview(std::shared_ptr<const Simulation> simulation,
                                                     const WantedValues& wanted, const JobContext& job) {
    WantedValues request = wanted;
    request.simulation = std::move(simulation);
    request.frames = {}; // a preview knows no other window
    request.ranges = {}; // nor which elements are within ranges of metrics
    request.reference = nullptr;
    request.colour_by = ColourBy::face; // to find regions takes a while
    return frame_values(request, job);
}

/// The number of lane accesses. While the recording is traced, one that its pixels make probable: the
/// built-in scenes have 94 to 400 a pixel (docs/performance.md), and more with secondary rays.
std::uint64_t probable_accesses(const OpenRecording& recording) {
    constexpr std::uint64_t a_pixel = 150;
    if (recording.file != nullptr) return recording.info().lane_accesses;
    const SceneSummary& scene = recording.info().scene;
    return std::uint64_t{scene.width} * scene.height * a_pixel;
}

QString percent_of_share(double share) {
    const double percent = 100.0 * share;
    return tr("%1 %").arg(percent, 0, 'f', percent < 10.0 ? 2 : 1);
}

/// "88.3 % ± 2.63 %"
QString estimated_rate(const Preview& preview, std::size_t level) {
    const QString rate = percent_of_share(preview.hit_rate[level]);
    const auto& error = preview.error[level];
    return error ? tr("%1 ± %2").arg(rate, percent_of_share(*error)) : tr("%1, with unknown error").arg(rate);
}

} // namespace

QString why_no_early_preview(const OpenRecording& recording, const ModelChoice& config) {
    if (!config.preset.empty())
        return tr("There is no preview with the hierarchy model, which needs all requests in order.");
    if (!config.only.empty()) return tr("There is no preview of a part of the accesses.");
    if (recording.info().has_sums() || !recording.has_elements() || recording.scene == nullptr)
        return tr("There is no preview without requests of elements.");
    return {};
}

EarlyPicture scene_picture(std::shared_ptr<const OpenRecording> recording, const ModelChoice& config,
                           const WantedValues& wanted, const JobContext& job) {
    const auto nothing = empty_preview(recording->info());
    return {values_of_preview(early_simulation(std::move(recording), config, nothing), wanted, job), nullptr};
}

EarlyPicture preview_picture(std::shared_ptr<const OpenRecording> recording, const ModelChoice& config,
                             const WantedValues& wanted, ThreadPool& pool, const JobContext& job) {
    const auto model = std::get<SdcmConfig>(model_config(config));
    const auto preview = make_preview(*recording->file, recording->scene, model,
                                      preview_within(recording->info(), preview_accesses), pool, job);
    return {values_of_preview(early_simulation(std::move(recording), config, preview), wanted, job), preview};
}

std::shared_ptr<const FrameValues> early_values(const EarlyPicture& picture, const WantedValues& wanted,
                                                const JobContext& job) {
    return values_of_preview(picture.values->simulation, wanted, job);
}

void make_early_pictures(const Library& library, const std::shared_ptr<const OpenRecording>& recording,
                         const ModelChoice& config, const WantedValues& wanted, const JobContext& job,
                         const std::function<void(const EarlyPicture&)>& show) {
    if (!recording->has_mesh() || probable_accesses(*recording) < library.early_from()) return;
    try {
        show(scene_picture(recording, config, wanted, job));
        if (recording->file != nullptr && why_no_early_preview(*recording, config).isEmpty())
            show(preview_picture(recording, config, wanted, library.pool(), job));
    } catch (const std::bad_alloc&) { // the simulation may fit nevertheless
    }
}

QString early_text(const EarlyPicture& picture) {
    if (picture.preview == nullptr) {
        const QString text = tr("The scene alone: its accesses are not known yet.");
        if (picture.recording().file == nullptr) return text; // whether a preview follows is not known either
        const QString none = why_no_early_preview(picture.recording(), picture.values->simulation->config);
        return none.isEmpty() ? text : text + QLatin1Char(' ') + none;
    }
    const Preview& preview = *picture.preview;
    return tr("Preview from %1 of lines in %2 of the requests, over the whole recording: hit rate of L1 %3, "
              "of L2 %4 (intervals of about 95 %). In all recordings that were measured, the estimate of L1 "
              "was "
              "too high, by up to 4 percentage points. Light grey elements may have been accessed, too. The "
              "exact result follows.")
        .arg(percent_of_share(preview.options.line_rate), percent_of_share(preview.request_share()),
             estimated_rate(preview, 0), estimated_rate(preview, 1));
}

} // namespace hitmap
