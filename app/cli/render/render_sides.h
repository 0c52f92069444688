#pragma once

#include "app/cli/input/model_input.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/restriction.h"
#include "core/trace/model/recording.h"
#include "render/picture/image_sides.h"
#include "render/view/metric_caption.h"

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// The recording of a picture, or one of the two of a difference, with the model that simulates it.
struct RenderedSide {
    std::string name; ///< of the recording, for captions
    ModelInput& input;
    ModelConfig config;
    Restriction only;
    std::shared_ptr<const RecordedScene> scene; ///< null where no mesh is drawn

    [[nodiscard]] std::shared_ptr<const Profile> simulate(const JobContext& job) const;
    [[nodiscard]] PictureSide picture(const Profile& profile, const FrameRange& frames) const;
    [[nodiscard]] ImageSide image(const FrameRange& frames, const std::vector<ElementRange>& ranges) const;
};

} // namespace hitmap
