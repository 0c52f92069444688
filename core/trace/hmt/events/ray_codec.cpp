#include "core/trace/hmt/events/ray_codec.h"

#include "core/trace/hmt/chunks/info_codec.h"
#include "core/trace/hmt/events/ray_choice.h"
#include "core/trace/hmt/events/ray_columns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

namespace hitmap::hmt {

namespace {

constexpr std::string_view place_row = "a place";

/// Encodes or decodes what the lanes of events have. Writer and reader have the same state.
template <class Coder>
class LaneSession {
public:
    /// A reader appends to `data`, which has memory for all lanes of the chunk.
    using Data = std::conditional_t<Coder::writes, const RayEvents, RayEvents>;
    LaneSession(Coder& coder, Data& data, std::size_t places)
        : coder_(coder), data_(data), history_(data, places) {}

    /// @param warp  number of its warp in the chunk
    void code(const RayEvents::Entry& event, std::uint32_t warp) {
        history_.begin(warp, event.place, event.first);
        if (has_rays(event.kind)) code_rays(event);
        if (has_hits(event.kind)) code_hits(event);
        history_.end(event);
    }

private:
    void code_rays(const RayEvents::Entry& event) {
        RayPredictions by{};
        if constexpr (Coder::writes) by = chosen_ray_predictions(data_, history_, event);
        code_predictions<RayField>(by);
        std::size_t index = event.first;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++index) {
            const RayContext context = history_.of_ray(static_cast<unsigned>(std::countr_zero(rest)), index);
            if constexpr (Coder::writes)
                static_cast<void>(code_ray(by, context, data_.rays[index]));
            else
                data_.rays.push_back(code_ray(by, context, {}));
        }
    }

    void code_hits(const RayEvents::Entry& event) {
        HitPredictions by{};
        if constexpr (Coder::writes) by = chosen_hit_predictions(data_, history_, event);
        code_predictions<HitField>(by);
        std::size_t index = event.first;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++index) {
            const auto context = history_.of_hit(static_cast<unsigned>(std::countr_zero(rest)), index);
            if constexpr (Coder::writes)
                static_cast<void>(code_hit(by, context, data_.hits[index]));
            else
                data_.hits.push_back(code_hit(by, context, {}));
        }
    }

    template <class Field, std::size_t count>
    void code_predictions(std::array<std::uint8_t, count>& by) {
        for (std::size_t field = 0; field < count; ++field) {
            by[field] = coder_.byte(RayColumn::predictions, by[field]);
            if (!is_prediction_of(static_cast<Field>(field), by[field]))
                coder_.fail(fmt::format("expected a prediction of field {} of a {}, found {}", field,
                                        std::is_same_v<Field, RayField> ? "ray" : "hit", by[field]));
        }
    }

    Ray code_ray(const RayPredictions& by, const RayContext& context, const Ray& actual) {
        const auto prediction = [&](RayField field) {
            return static_cast<RayPrediction>(by[static_cast<std::size_t>(field)]);
        };
        Ray ray;
        ray.origin = code_origin(prediction(RayField::origin), context, actual.origin);
        ray.tmin = code_distance(RayColumn::distances, prediction(RayField::tmin), actual.tmin,
                                 predicted_tmin(prediction(RayField::tmin), context));
        ray.direction = code_direction(by[static_cast<std::size_t>(RayField::direction)], context, ray.origin,
                                       actual.direction);
        ray.tmax = code_distance(RayColumn::distances, prediction(RayField::tmax), actual.tmax,
                                 predicted_tmax(prediction(RayField::tmax), context, ray.origin));
        const auto whole = [&](RayField field, RayColumn column, auto Ray::*member) {
            return code_number(column, prediction(field), actual.*member,
                               predicted_ray(prediction(field), context).*member);
        };
        ray.flags = whole(RayField::flags, RayColumn::flags, &Ray::flags);
        ray.mask = whole(RayField::mask, RayColumn::masks, &Ray::mask);
        ray.structure = whole(RayField::structure, RayColumn::structures, &Ray::structure);
        return ray;
    }

    RayHit code_hit(const HitPredictions& by, const RayHistory::HitContext& context, const RayHit& actual) {
        const auto prediction = [&](HitField field) {
            return static_cast<RayPrediction>(by[static_cast<std::size_t>(field)]);
        };
        const auto expected = [&](HitField field) -> const RayHit& {
            return prediction(field) == RayPrediction::own && context.own != nullptr ? *context.own
                                                                                     : context.before;
        };
        const auto whole = [&](HitField field, RayColumn column, auto RayHit::*member) {
            return code_number(column, prediction(field), actual.*member, expected(field).*member);
        };
        RayHit hit;
        hit.shape = expected(HitField::shape).shape;
        if (prediction(HitField::shape) != RayPrediction::same) {
            const std::uint8_t shape =
                coder_.byte(RayColumn::shapes, static_cast<std::uint8_t>(actual.shape));
            if (shape >= hit_shape_count)
                coder_.fail(fmt::format("expected a shape below {}, found {}", hit_shape_count, shape));
            hit.shape = static_cast<HitShape>(shape);
        }
        hit.instance = whole(HitField::instance, RayColumn::instances, &RayHit::instance);
        hit.geometry = whole(HitField::geometry, RayColumn::geometries, &RayHit::geometry);
        hit.primitive = whole(HitField::primitive, RayColumn::primitives, &RayHit::primitive);
        hit.t = code_distance(RayColumn::hit_distances, prediction(HitField::t), actual.t,
                              expected(HitField::t).t);
        return hit;
    }

    /// @param expected  (axis, components before it in the order)
    template <class Expected>
    glm::vec3 code_vector(RayColumn column, const AxisOrder& order, const glm::vec3& actual,
                          const Expected& expected) {
        std::array<std::uint32_t, 3> differences{};
        if constexpr (Coder::writes)
            for (const std::uint8_t axis : order)
                differences[axis] = float_difference(actual[axis], expected(axis, actual));
        code_floats(coder_, column, differences);
        glm::vec3 vector{};
        for (const std::uint8_t axis : order)
            vector[axis] = with_difference(expected(axis, vector), differences[axis]);
        return vector;
    }

    glm::vec3 code_origin(RayPrediction by, const RayContext& context, const glm::vec3& actual) {
        if (by == RayPrediction::same) return context.before.origin;
        return code_vector(RayColumn::origins, origin_order(by, context), actual,
                           [&](std::uint8_t axis, const glm::vec3& known) {
                               return predicted_origin(by, context, axis, known);
                           });
    }

    glm::vec3 code_direction(std::uint8_t code, const RayContext& context, const glm::vec3& origin,
                             const glm::vec3& actual) {
        const auto by = static_cast<RayPrediction>(code % unit_direction);
        if (by == RayPrediction::same) return context.before.direction;
        const glm::vec3 expected = predicted_direction(by, context, origin);
        if (code < unit_direction)
            return code_vector(RayColumn::directions, {0, 1, 2}, actual,
                               [&](std::uint8_t axis, const glm::vec3&) { return expected[axis]; });
        constexpr std::uint8_t negative = 3;
        std::uint8_t last = largest_axis(actual);
        if (std::signbit(actual[last])) last = static_cast<std::uint8_t>(last + negative);
        last = coder_.byte(RayColumn::axes, last);
        if (last >= 2 * negative)
            coder_.fail(fmt::format("expected an axis and a sign below 6, found {}", last));
        const std::uint8_t derived = last % negative;
        return code_vector(RayColumn::directions, with_last(derived), actual,
                           [&](std::uint8_t axis, const glm::vec3& known) {
                               return axis == derived ? unit_component(known, axis, last >= negative)
                                                      : expected[axis];
                           });
    }

    float code_distance(RayColumn column, RayPrediction by, float actual, float expected) {
        return by == RayPrediction::same ? expected : code_float(coder_, column, actual, expected);
    }

    template <class Number>
    Number code_number(RayColumn column, RayPrediction by, Number actual, Number expected) {
        if (by == RayPrediction::same) return expected;
        constexpr std::uint64_t most = std::numeric_limits<Number>::max();
        const std::uint64_t number = code_whole(coder_, column, actual, expected);
        if (number > most) coder_.fail(fmt::format("expected a number up to {}, found {}", most, number));
        return static_cast<Number>(number);
    }

    Coder& coder_;
    Data& data_;
    RayHistory history_;
};

/// Checks that lanes are as many as the head says, before they are decoded.
void check_lanes(ByteReader& in, const RayHead& head, const RayCounts& counts) {
    for (std::size_t kind = 0; kind < ray_event_kind_count; ++kind)
        if (counts.lanes[kind] > head.lanes[kind])
            in.fail(fmt::format("expected {} lanes of events '{}', found more", head.lanes[kind],
                                name_of(static_cast<RayEventKind>(kind))));
}

} // namespace

void encode_ray_places(std::span<const RayPlace> places, ByteWriter& out) {
    out.varint(places.size());
    for (const RayPlace& place : places) {
        out.u8(static_cast<std::uint8_t>(place.kind));
        encode_name(place.stage, out);
        encode_location(place.location, out);
    }
}

std::vector<RayPlace> decode_ray_places(ByteReader& in) {
    std::vector<RayPlace> places;
    std::size_t left = in.count("places of rays", 6, RecordingLimits::table_rows);
    if (left == 0) in.fail("expected a place of rays, found none");
    for (; left != 0; --left) {
        RayPlace& place = places.emplace_back();
        place.kind = static_cast<RayEventKind>(in.varint("a kind of ray event", ray_event_kind_count - 1));
        place.stage = decode_name(in, "a stage");
        place.location = decode_location(in);
    }
    return places;
}

RayCounts RayHead::counts() const {
    RayCounts counts{events, {}};
    std::ranges::copy(lanes, counts.lanes.begin());
    return counts;
}

void encode_ray_head(const RayHead& head, ByteWriter& out) {
    encode_event_head(head, out);
    for (const std::uint32_t lanes : head.lanes)
        out.u32(lanes);
}

RayHead decode_ray_head(ByteReader& in, std::uint64_t stored_bytes) {
    RayHead head{decode_event_head(in, "ray events", stored_bytes), {}};
    for (std::uint32_t& lanes : head.lanes)
        lanes = in.u32("a number of lanes");
    in.expect_end();
    if (head.events > max_chunk_ray_events)
        in.fail(fmt::format("expected at most {} ray events, found {}", max_chunk_ray_events, head.events));
    const std::uint64_t lanes = std::accumulate(head.lanes.begin(), head.lanes.end(), std::uint64_t{0});
    if (lanes < head.events || lanes > allowed_events(stored_bytes))
        in.fail(fmt::format("expected {} to {} lanes in {} bytes, found {}", head.events,
                            allowed_events(stored_bytes), stored_bytes, lanes));
    return head;
}

Bytes encode_rays(const RayEvents& events, std::uint64_t first_request, std::span<const RayPlace> places) {
    EventWriter out(ray_columns);
    const EventLimits limits{.rows = static_cast<std::uint32_t>(places.size())};
    EventSession session(out, limits, place_row, 0, first_request);
    LaneSession lanes(out, events, places.size());
    for (const RayEvents::Entry& e : events.events) {
        session.code({e.request.value, {e.launch, e.sm, e.warp, e.slot}, e.place, e.mask});
        lanes.code(e, session.warp());
    }
    return out.take();
}

void decode_rays(ByteReader& in, const RayHead& head, const EventLimits& limits,
                 std::span<const RayPlace> places, RayEvents& out) {
    const RayCounts expected = head.counts();
    out.clear();
    out.events.reserve(head.events);
    out.rays.reserve(expected.of(RayEventKind::traced));
    out.hits.reserve(expected.of(RayEventKind::candidate) + expected.of(RayEventKind::committed) +
                     expected.of(RayEventKind::reported));
    EventReader reader(in, ray_columns);
    EventSession session(reader, limits, place_row, head.launches, head.first_request);
    LaneSession lanes(reader, out, places.size());
    RayCounts found;
    decode_events(in, head, session, [&] {
        const CodedEvent e = session.code({});
        const RayEvent event{
            RequestIndex(e.request), e.warp.launch, e.warp.sm, e.warp.warp, e.warp.slot, e.row, e.mask,
            places[e.row].kind};
        found.add(event);
        check_lanes(in, head, found);
        out.append(event, {});
        lanes.code(out.events.back(), session.warp());
    });
    if (found != expected)
        in.fail("expected as many lanes of each kind of event as the head says, found fewer");
    reader.finish();
}

} // namespace hitmap::hmt
