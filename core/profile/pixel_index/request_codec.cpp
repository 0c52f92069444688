#include "core/profile/pixel_index/request_codec.h"

#include "core/cache/results/hit_unit.h"
#include "core/profile/sums/stack_traffic.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

constexpr std::size_t most_shapes = 255;

/// The pixel of a lane before its first request.
constexpr std::uint32_t no_pixel_yet = std::numeric_limits<std::uint32_t>::max();

/// Codes a value of another type than the stream's.
template <class Stream, class T>
void code_bits(Stream& stream, T& value, unsigned width) {
    std::uint64_t wide = value;
    stream.bits(wide, width);
    value = static_cast<T>(wide);
}
template <class Stream, class T>
void code_number(Stream& stream, T& value) {
    std::uint64_t wide = value;
    stream.number(wide);
    value = static_cast<T>(wide);
}
/// Codes a value that is mostly near `expected`.
template <class Stream, class T>
void code_near(Stream& stream, T& value, std::int64_t expected) {
    const std::int64_t difference = static_cast<std::int64_t>(value) - expected;
    std::uint64_t zigzag =
        static_cast<std::uint64_t>(difference) << 1 ^ static_cast<std::uint64_t>(difference >> 63);
    stream.number(zigzag);
    const auto decoded = static_cast<std::int64_t>(zigzag >> 1 ^ (~(zigzag & 1) + 1));
    value = static_cast<T>(expected + decoded);
}

/// Returns by how many lanes the words of a lane are shared, if its sum says so; otherwise 0.
std::uint64_t sharing_lanes(std::uint64_t stack, std::uint64_t words) {
    if (words == 0 || words == 255 || stack == 0) return 0;
    const std::uint64_t lanes = words * StackSums::unit / stack;
    return lanes <= 8 && lanes * stack == words * StackSums::unit ? lanes : 0;
}

} // namespace

void RequestCodec::code(BitOutput& stream, LoggedRequest& request) {
    code_request(stream, request);
}

void RequestCodec::code(BitInput& stream, LoggedRequest& request) {
    code_request(stream, request);
}

template <class Stream>
void RequestCodec::code_request(Stream& stream, LoggedRequest& request) {
    code_position(stream, request);
    code_warp(stream, request);
    Warp& warp = warps_[request.warp];
    bool same = request.mask == warp.mask;
    stream.flag(same);
    if (same)
        request.mask = warp.mask;
    else
        code_bits(stream, request.mask, warp_size);
    warp.mask = request.mask;
    code_pixels(stream, request, warp);
    const Shape shape = code_shape(stream, request, warp);
    if (shape.has_others)
        code_bits(stream, request.active_mask, warp_size);
    else
        request.active_mask = request.mask;
    code_lanes(stream, request, shape);
    if (request.stack_words != 0) code_stack(stream, request);
    if (log_.has_outcomes) code_outcomes(stream, request);
    if (log_.has_traffic) code_traffic(stream, request.traffic, request.active_mask);
    next_position_ = request.position + (log_.counts_requests ? 1 : request.accesses.size());
}

template <class Stream>
void RequestCodec::code_position(Stream& stream, LoggedRequest& request) {
    std::uint64_t gap = request.position - next_position_;
    stream.number(gap);
    request.position = next_position_ + gap;
}

template <class Stream>
void RequestCodec::code_warp(Stream& stream, LoggedRequest& request) {
    const std::uint32_t expected = warps_.empty() ? 0 : warps_[last_warp_].next;
    bool is_expected = request.warp == expected;
    stream.flag(is_expected);
    if (is_expected)
        request.warp = expected;
    else
        code_bits(stream, request.warp, static_cast<unsigned>(std::bit_width(warps_.size())));
    if (!warps_.empty()) warps_[last_warp_].next = request.warp;
    if (request.warp == warps_.size()) {
        warps_.emplace_back();
        warps_.back().next = request.warp + 1;
        warps_.back().pixels.fill(no_pixel_yet);
    }
    last_warp_ = request.warp;
}

template <class Stream>
void RequestCodec::code_pixels(Stream& stream, LoggedRequest& request, Warp& warp) {
    if constexpr (Stream::writes) {
        request.moved = 0;
        for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1)
            if (request.pixels[lowest_lane(rest)] != warp.pixels[lowest_lane(rest)])
                request.moved |= rest & ~(rest - 1);
    }
    bool any = request.moved != 0;
    stream.flag(any);
    if (!any) {
        request.moved = 0;
    } else {
        code_bits(stream, request.moved, warp_size);
        for (std::uint32_t rest = request.moved; rest != 0; rest &= rest - 1) {
            std::uint32_t& pixel = warp.pixels[lowest_lane(rest)];
            pixel = request.pixels[lowest_lane(rest)];
            code_near(stream, pixel, last_pixel_);
            last_pixel_ = pixel;
        }
    }
    if constexpr (!Stream::writes) request.pixels = warp.pixels;
}

RequestCodec::Shape RequestCodec::shape_of(const LoggedRequest& request) {
    Shape shape;
    shape.stack_words = request.stack_words;
    shape.has_others = request.active_mask != request.mask;
    const auto lanes = static_cast<std::size_t>(std::popcount(request.active_mask));
    const std::size_t each = request.accesses.size() / lanes;
    if (each > shape.kinds.size() || each * lanes != request.accesses.size()) return shape;
    std::size_t next = 0;
    for (std::uint32_t rest = request.active_mask; rest != 0; rest &= rest - 1)
        for (std::size_t i = 0; i < each; ++i, ++next)
            if (request.accesses[next].lane != lowest_lane(rest) ||
                request.accesses[next].kind != request.accesses[i].kind)
                return shape;
    std::uint64_t nodes = 0;
    if (request.has_nodes) {
        nodes = request.nodes[lowest_lane(request.mask)];
        for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1)
            if (request.nodes[lowest_lane(rest)] != nodes) return shape;
        if (nodes > 255) return shape;
    }
    shape.is_uniform = true;
    shape.nodes = static_cast<std::uint8_t>(nodes);
    shape.accesses = static_cast<std::uint8_t>(each);
    for (std::size_t i = 0; i < each; ++i)
        shape.kinds[i] = request.accesses[i].kind;
    return shape;
}

template <class Stream>
RequestCodec::Shape RequestCodec::code_shape(Stream& stream, const LoggedRequest& request, Warp& warp) {
    Shape shape;
    std::uint64_t number = 0;
    const std::uint8_t expected = next_shapes_[warp.shape];
    if constexpr (Stream::writes) {
        shape = shape_of(request);
        if (expected < shapes_.size() && shapes_[expected] == shape)
            number = expected;
        else
            number = static_cast<std::uint64_t>(std::ranges::find(shapes_, shape) - shapes_.begin());
    }
    bool is_expected = number == expected;
    stream.flag(is_expected);
    if (is_expected)
        number = expected;
    else
        stream.number(number);
    if (number < shapes_.size()) {
        shape = shapes_[number];
    } else {
        code_new_shape(stream, shape);
        if (shapes_.size() < most_shapes) shapes_.push_back(shape);
    }
    next_shapes_[warp.shape] = static_cast<std::uint8_t>(number);
    warp.shape = static_cast<std::uint8_t>(number);
    return shape;
}

template <class Stream>
void RequestCodec::code_new_shape(Stream& stream, Shape& shape) {
    stream.flag(shape.is_uniform);
    stream.flag(shape.has_others);
    code_bits(stream, shape.accesses, 8);
    for (std::uint8_t& kind : shape.kinds)
        code_bits(stream, kind, 8);
    code_bits(stream, shape.nodes, 8);
    code_bits(stream, shape.stack_words, 8);
}

void RequestCodec::fill_lanes(LoggedRequest& request, const Shape& shape) {
    request.accesses.resize(shape.accesses * static_cast<std::size_t>(std::popcount(request.active_mask)));
    auto access = request.accesses.begin();
    for (std::uint32_t rest = request.active_mask; rest != 0 && shape.accesses != 0; rest &= rest - 1)
        for (std::size_t i = 0; i < shape.accesses; ++i, ++access) {
            access->lane = static_cast<std::uint8_t>(lowest_lane(rest));
            access->kind = shape.kinds[i];
        }
    request.has_nodes = shape.nodes != 0;
    if (request.has_nodes) request.nodes.fill(shape.nodes);
}

template <class Stream>
void RequestCodec::code_lanes(Stream& stream, LoggedRequest& request, const Shape& shape) {
    request.stack_words = shape.stack_words;
    if (shape.is_uniform) {
        if constexpr (!Stream::writes) fill_lanes(request, shape);
        return;
    }
    constexpr unsigned lane_bits = 5;
    constexpr unsigned kind_bits = 8;
    std::size_t count = request.accesses.size();
    code_number(stream, count);
    if constexpr (!Stream::writes) request.accesses.resize(count);
    for (LoggedAccess& access : request.accesses) {
        code_bits(stream, access.lane, lane_bits);
        code_bits(stream, access.kind, kind_bits);
    }
    stream.flag(request.has_nodes);
    for (std::uint32_t rest = request.has_nodes ? request.mask : 0; rest != 0; rest &= rest - 1)
        stream.number(request.nodes[lowest_lane(rest)]);
}

template <class Stream>
void RequestCodec::code_stack(Stream& stream, LoggedRequest& request) {
    constexpr unsigned sharing_bits = 3;
    std::array<std::uint64_t, warp_size> sharing{};
    bool are_known = true;
    bool are_alone = true;
    if constexpr (Stream::writes) {
        for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1) {
            sharing[lowest_lane(rest)] = sharing_lanes(request.stack[lowest_lane(rest)], request.stack_words);
            are_known = are_known && sharing[lowest_lane(rest)] != 0;
            are_alone = are_alone && sharing[lowest_lane(rest)] == 1;
        }
    }
    stream.flag(are_alone);
    if (!are_alone) stream.flag(are_known);
    for (std::uint32_t rest = request.mask; rest != 0; rest &= rest - 1) {
        std::uint64_t& lanes = sharing[lowest_lane(rest)];
        std::uint64_t& stack = request.stack[lowest_lane(rest)];
        if (!are_alone && !are_known) {
            stream.number(stack);
            continue;
        }
        std::uint64_t others = are_alone ? 0 : lanes - 1;
        if (!are_alone) stream.bits(others, sharing_bits);
        stack = request.stack_words * StackSums::unit / (others + 1);
    }
}

template <class Stream>
void RequestCodec::code_outcomes(Stream& stream, LoggedRequest& request) {
    for (LoggedAccess& access : request.accesses)
        if ((request.mask >> access.lane & 1U) != 0)
            code_outcome(stream, access.outcome, outcomes_.at(access.kind));
}

template <class Stream>
void RequestCodec::code_outcome(Stream& stream, LoggedOutcome& outcome, KindOutcomes& kind) {
    bool same = outcome == kind.last;
    stream.flag(same);
    if (same) {
        outcome = kind.last;
        return;
    }
    std::array lookups{outcome.l1_lookups, outcome.l2_lookups};
    auto number = static_cast<std::size_t>(std::ranges::find(kind.lookups, lookups) - kind.lookups.begin());
    code_number(stream, number);
    if (number < kind.lookups.size()) {
        lookups = kind.lookups[number];
    } else {
        code_bits(stream, lookups[0], 8);
        code_bits(stream, lookups[1], 8);
        number = kind.lookups.size() - 1;
        kind.lookups[number] = lookups;
    }
    std::rotate(kind.lookups.begin(), kind.lookups.begin() + static_cast<std::ptrdiff_t>(number),
                kind.lookups.begin() + static_cast<std::ptrdiff_t>(number) + 1);
    outcome.l1_lookups = lookups[0];
    outcome.l2_lookups = lookups[1];
    code_hits(stream, outcome.l1_hits, lookups[0]);
    code_hits(stream, outcome.l2_hits, lookups[1]);
    kind.last = outcome;
}

/// Most look-ups hit or miss as a whole. Some have a probability.
template <class Stream>
void RequestCodec::code_hits(Stream& stream, std::uint32_t& hits, std::uint8_t lookups) {
    std::uint32_t misses = lookups * hit_unit - hits;
    bool is_whole = misses % hit_unit == 0;
    stream.flag(is_whole);
    if (is_whole) {
        std::uint64_t whole = misses / hit_unit;
        stream.number(whole);
        misses = static_cast<std::uint32_t>(whole) * hit_unit;
    } else {
        code_bits(stream, misses, 24 + static_cast<unsigned>(std::bit_width(lookups)));
    }
    hits = lookups * hit_unit - misses;
}

template <class Stream>
void RequestCodec::code_traffic(Stream& stream, RequestTraffic& traffic, std::uint32_t active_mask) {
    RequestLevels& levels = traffic.levels;
    const auto code_causes = [&](RequestMisses& causes, std::int64_t misses) {
        code_number(stream, causes.cold);
        code_number(stream, causes.conflict);
        code_near(stream, causes.capacity, misses - causes.cold - causes.conflict);
    };
    code_near(stream, traffic.sectors, std::popcount(active_mask) / 2);
    code_near(stream, levels.l1_lookups, traffic.sectors);
    code_number(stream, levels.l1_hits);
    const std::int64_t l1_misses = std::int64_t{levels.l1_lookups} - levels.l1_hits;
    code_near(stream, levels.l2_lookups, l1_misses);
    code_number(stream, levels.l2_hits);
    const std::int64_t l2_misses = std::int64_t{levels.l2_lookups} - levels.l2_hits;
    code_near(stream, traffic.fetched, l2_misses);
    if (!log_.has_causes) return;
    code_causes(traffic.l1_misses, l1_misses);
    code_causes(traffic.l2_misses, l2_misses);
}

} // namespace hitmap
