#pragma once

#include "core/profile/elements/element_range.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/query/compared_sides.h"
#include "core/profile/sums/restriction.h"
#include "core/trace/model/recording.h"
#include "render/view/view_state.h"

#include <string>
#include <vector>

namespace hitmap {

/// What an image in pixels, or one side of a difference of two, is made from. The objects that it refers to
/// must outlive it.
struct ImageSide {
    const RecordingInfo& info;
    const ModelConfig& model;
    FrameRange frames;
    Restriction only;                   ///< the parts that are counted
    std::vector<ElementRange> ranges{}; ///< only accesses to elements within them are counted
};

/// Returns the lines under an image. The window and the command line use the same lines.
[[nodiscard]] std::vector<std::string> image_caption(const PixelQuantity& quantity, const ImageSide& side);
/// Returns the lines under the difference of two images: what it shows, and the lines of each side after its
/// letter.
[[nodiscard]] std::vector<std::string> image_difference_caption(const PixelQuantity& quantity,
                                                                const SideLetters& letters,
                                                                const ImageSide& baseline,
                                                                const ImageSide& compared);
/// Returns the line that says which accesses an image counts. There must be a range.
[[nodiscard]] std::string counted_elements_text(const std::vector<ElementRange>& ranges);
/// Returns why there is no difference of a quantity, without a full stop: the models of the sides count hits
/// and misses in different units. Empty if there is one.
[[nodiscard]] std::string image_difference_refusal(const PixelQuantity& quantity, const ModelConfig& baseline,
                                                   const ModelConfig& compared, const SideLetters& letters);

} // namespace hitmap
