#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/preview/preview.h"
#include "widgets/session/recording/frame_values.h"

#include <QtCore/QString>

#include <cstdint>
#include <functional>
#include <memory>

namespace hitmap {

class Library;

/// What a view draws of a recording before its simulation is complete, or before it is traced.
struct EarlyPicture {
    /// Their simulation is that of the preview, so that values of another metric follow from it.
    std::shared_ptr<const FrameValues> values;
    /// The sample that the values are estimated from. Null: the scene alone, without values.
    std::shared_ptr<const Preview> preview;

    [[nodiscard]] const OpenRecording& recording() const { return *values->simulation->recording; }
};

/// Number of lane accesses that a preview reads, which takes about a second.
inline constexpr std::uint64_t preview_accesses = 16'000'000;

/// Returns why there is no preview with this configuration, as a sentence; empty if there is one.
[[nodiscard]] QString why_no_early_preview(const OpenRecording& recording, const ModelChoice& config);

/// The scene alone. The recording must have one. Throws what frame_values() throws.
/// @param wanted  the values that will be shown; its simulation and frames do not matter
[[nodiscard]] EarlyPicture scene_picture(std::shared_ptr<const OpenRecording> recording,
                                         const ModelChoice& config, const WantedValues& wanted,
                                         const JobContext& job);
/// The scene with values of a preview, over the whole recording. Throws what make_preview() and
/// frame_values() throw.
/// @param config  why_no_early_preview() must be empty
[[nodiscard]] EarlyPicture preview_picture(std::shared_ptr<const OpenRecording> recording,
                                           const ModelChoice& config, const WantedValues& wanted,
                                           ThreadPool& pool, const JobContext& job);

/// Returns the values of a picture for other choices. Throws what frame_values() throws.
/// @param wanted  as for scene_picture()
[[nodiscard]] std::shared_ptr<const FrameValues>
early_values(const EarlyPicture& picture, const WantedValues& wanted, const JobContext& job);

/// Calls show() with the scene and then with a preview, if the recording has a scene to draw and the library
/// shows recordings of its size early. While a recording is traced, its size is estimated from its pixels,
/// and only its scene is shown. Throws what scene_picture() and preview_picture() throw.
void make_early_pictures(const Library& library, const std::shared_ptr<const OpenRecording>& recording,
                         const ModelChoice& config, const WantedValues& wanted, const JobContext& job,
                         const std::function<void(const EarlyPicture&)>& show);

/// Says what is shown: a sentence or two.
[[nodiscard]] QString early_text(const EarlyPicture& picture);

} // namespace hitmap
