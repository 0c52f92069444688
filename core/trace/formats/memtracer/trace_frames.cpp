#include "core/trace/formats/memtracer/trace_frames.h"

#include "core/trace/io/bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap::rtmemtracer {

namespace {

constexpr std::uint32_t piece_records = 1U << 12; ///< records that are read at once
constexpr std::uint32_t most_frames = 1U << 16;
constexpr std::uint8_t reserved_flags = 0xC1;

} // namespace

std::span<const Descriptor> descriptors() {
    // 0 pixels, 2 boxes, 4 faces, 6 spheres. The tracer does not write others.
    static constexpr std::array<Descriptor, 4> all{
        {{0, pixel_kind}, {2, box_kind}, {4, face_kind}, {6, std::nullopt}}};
    return all;
}

FrameReader::FrameReader(TraceInput& in, const PerKind<std::uint64_t>& element_counts,
                         ImportWarnings& warnings)
    : in_(in), element_counts_(element_counts), warnings_(warnings) {
    frames_ = in.u32("a number of frames");
    if (frames_ == 0 || frames_ > most_frames)
        in.refuse(fmt::format("expected 1 to {} frames, found {}", most_frames, frames_));
    total_ = in.u32("a number of records");
    if (const std::uint32_t operation = in.u32("the operation that joins records"); operation != 0)
        in.refuse(fmt::format("expected 0 (records are added), found {}", operation));
    if (const std::uint32_t normalised = in.u32("whether sums are divided"); normalised != 1)
        in.refuse(fmt::format("expected 1 (sums are divided by look-ups), found {}", normalised));
}

std::span<const RecordedSum> FrameReader::next() {
    sums_.clear();
    Places places; // a new one, because clearing takes time for the largest frame so far
    const std::uint32_t count = in_.u32(fmt::format("frame {} of {}", frame_, frames_));
    records_ += count;
    std::vector<std::byte> piece;
    for (std::uint32_t left = count; left != 0;) {
        const std::uint32_t some = std::min(left, piece_records);
        piece.resize(std::size_t{some} * record_bytes);
        in_.read(piece, fmt::format("{} records of frame {}", count, frame_));
        for (std::size_t at = 0; at < piece.size(); at += record_bytes)
            add(std::span(piece).subspan(at, record_bytes), at, places);
        left -= some;
    }
    if (++frame_ == frames_ && records_ != total_)
        in_.refuse(
            fmt::format("expected {} records in all frames, as the header says, found {}", total_, records_));
    return sums_;
}

void FrameReader::add(std::span<const std::byte> record, std::uint64_t at, Places& places) {
    const BytesPlace place;
    ByteReader fields(record, place);
    RecordedSum sum;
    sum.element = fields.u32("an index");
    const float l2_hits = fields.f32("hits");
    const float l1_hits = fields.f32("hits");
    sum.l2_lookups = fields.u32("look-ups");
    sum.l1_lookups = fields.u32("look-ups");
    const std::uint8_t flags = fields.u8("flags");
    const auto descriptor = std::ranges::find(descriptors(), flags >> 1U & 31U, &Descriptor::number);
    if ((flags & reserved_flags) != 0 || descriptor == descriptors().end())
        in_.refuse(
            fmt::format("expected the flags of a pixel, a box, a face or a sphere, found {:#04x}", flags),
            at + 20);
    if (!descriptor->kind) return warnings_.count("sums of spheres, left out");
    sum.kind = *descriptor->kind;
    if (sum.element >= element_counts_[sum.kind])
        in_.refuse(fmt::format("expected a {} below {}, found {}", element_kinds()[sum.kind].name,
                               element_counts_[sum.kind], sum.element),
                   at);
    if (!element_kinds()[sum.kind].has_look_ups && (sum.l1_lookups != 0 || sum.l2_lookups != 0)) {
        warnings_.count("pixels with look-ups, which are left out");
        sum.l1_lookups = sum.l2_lookups = 0;
    }
    sum.l1_hits = checked_hits(l1_hits, sum.l1_lookups);
    sum.l2_hits = checked_hits(l2_hits, sum.l2_lookups);
    const auto [found, is_new] = places.emplace(std::uint64_t{sum.kind} << 32U | sum.element, sums_.size());
    if (is_new)
        sums_.push_back(sum);
    else
        merge(sums_[found->second], sum, at);
}

void FrameReader::merge(RecordedSum& into, const RecordedSum& sum, std::uint64_t at) {
    warnings_.count("records of an element that the frame already has, added to them");
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    if (into.l1_lookups > most - sum.l1_lookups || into.l2_lookups > most - sum.l2_lookups)
        in_.refuse(fmt::format("expected less than 2^32 look-ups of {} {} in frame {}, found more",
                               element_kinds()[sum.kind].name, sum.element, frame_),
                   at);
    into.l1_lookups += sum.l1_lookups;
    into.l2_lookups += sum.l2_lookups;
    into.l1_hits = checked_hits(into.l1_hits + sum.l1_hits, into.l1_lookups);
    into.l2_hits = checked_hits(into.l2_hits + sum.l2_hits, into.l2_lookups);
}

/// Returns hits from 0 to the look-ups.
float FrameReader::checked_hits(float hits, std::uint32_t lookups) {
    if (!std::isfinite(hits)) {
        warnings_.count("sums of hits that are no numbers, read as 0");
        return 0.0F;
    }
    const double most = lookups;
    if (hits >= 0.0F && double{hits} <= most) return hits;
    // The tracer adds up floats, which can exceed the number of look-ups by their rounding.
    const bool is_rounding = hits >= 0.0F && double{hits} <= most * (1.0 + 1e-4) + 1e-3;
    warnings_.count(is_rounding ? "sums of hits above their look-ups by rounding, reduced to these"
                                : "sums of hits below 0 or above their look-ups, limited to these");
    if (hits < 0.0F) return 0.0F;
    const auto nearest = static_cast<float>(lookups);
    return double{nearest} <= most ? nearest : std::nextafter(nearest, 0.0F);
}

} // namespace hitmap::rtmemtracer
