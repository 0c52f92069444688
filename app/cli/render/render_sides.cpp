#include "app/cli/render/render_sides.h"

#include "core/profile/models/cache_model.h"

namespace hitmap {

std::shared_ptr<const Profile> RenderedSide::simulate(const JobContext& job) const {
    return make_profile(*input.source, config, only, input.pool, job);
}

PictureSide RenderedSide::picture(const Profile& profile, const FrameRange& frames) const {
    return {name, input.file.info(), scene, profile, config, only, frames};
}

ImageSide RenderedSide::image(const FrameRange& frames, const std::vector<ElementRange>& ranges) const {
    return {input.file.info(), config, frames, only, ranges};
}

} // namespace hitmap
