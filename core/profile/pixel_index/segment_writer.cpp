#include "core/profile/pixel_index/segment_writer.h"

#include <algorithm>
#include <utility>

namespace hitmap {

void SegmentWriter::begin() {
    codec_.emplace(reading_);
    stream_ = {};
    segment_ = {};
    warps_.clear();
}

void SegmentWriter::add(LoggedRequest& request, std::uint32_t launch, std::uint32_t warp) {
    const auto next = static_cast<std::uint32_t>(warps_.size());
    request.warp = warps_.try_emplace(std::uint64_t{launch} << 32 | warp, next).first->second;
    codec_->code(stream_, request);
    // Requests behind the last position belong to it.
    const std::uint64_t last = reading_.positions == 0 ? 0 : reading_.positions - 1;
    const std::uint64_t counted_at = std::min(request.position, last);
    if (segment_.requests == 0) segment_.first = counted_at;
    segment_.end = std::max({segment_.end, counted_at + 1, request.position + request.accesses.size()});
    ++segment_.requests;
}

LogSegment SegmentWriter::take() {
    segment_.words = stream_.finish();
    segment_.words.shrink_to_fit();
    LogSegment done = std::move(segment_);
    begin();
    return done;
}

} // namespace hitmap
