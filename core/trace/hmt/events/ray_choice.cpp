#include "core/trace/hmt/events/ray_choice.h"

#include "core/trace/hmt/events/ray_columns.h"

#include <bit>
#include <cmath>
#include <span>
#include <type_traits>

namespace hitmap::hmt {

namespace {

constexpr std::array simple_choices{RayPrediction::same, RayPrediction::before, RayPrediction::own};
constexpr std::array origin_choices{RayPrediction::same, RayPrediction::before, RayPrediction::own,
                                    RayPrediction::step, RayPrediction::hit,    RayPrediction::line};
constexpr std::array direction_choices{RayPrediction::same,    RayPrediction::before, RayPrediction::own,
                                       RayPrediction::step,    RayPrediction::point,  RayPrediction::target,
                                       RayPrediction::crossing};
constexpr std::array unit_choices{RayPrediction::before, RayPrediction::own, RayPrediction::step};
constexpr std::array tmax_choices{RayPrediction::same, RayPrediction::before, RayPrediction::own,
                                  RayPrediction::length, RayPrediction::crossing};

/// The bits that are left of a value.
template <class Value>
unsigned bits_of(Value actual, Value predicted) {
    if constexpr (std::is_same_v<Value, HitShape>)
        return actual == predicted ? 0 : 1;
    else if constexpr (std::is_same_v<Value, float>)
        return static_cast<unsigned>(std::bit_width(float_difference(actual, predicted)));
    else
        return static_cast<unsigned>(
            std::bit_width(zigzag_encode(static_cast<std::int64_t>(std::uint64_t{actual} - predicted))));
}

struct RayChoice {
    std::uint8_t code = 0;
    std::uint64_t bits = ~std::uint64_t{0};
};

/// Finds the best predictions of the rays of an event.
class RayChooser {
public:
    RayChooser(const RayEvents& data, const RayHistory& history, const RayEvents::Entry& event)
        : data_(data), history_(history), event_(event) {}

    /// The choice that leaves the fewest bits. @param bits  of a ray with a prediction
    template <class Bits>
    [[nodiscard]] RayChoice best_of(std::span<const RayPrediction> choices, const Bits& bits) const {
        RayChoice best;
        for (const RayPrediction by : choices) {
            std::uint64_t sum = 0;
            std::size_t index = event_.first;
            for (std::uint32_t rest = event_.mask; rest != 0 && sum < best.bits; rest &= rest - 1, ++index)
                sum += bits(by, history_.of_ray(static_cast<unsigned>(std::countr_zero(rest)), index),
                            data_.rays[index]);
            // Nothing is stored for values that are the same, so that all must be.
            if (sum >= best.bits || (by == RayPrediction::same && sum != 0)) continue;
            best = {static_cast<std::uint8_t>(by), sum};
            if (sum == 0) break;
        }
        return best;
    }

    [[nodiscard]] RayChoice origin() const {
        return best_of(origin_choices, [](RayPrediction by, const RayContext& context, const Ray& ray) {
            unsigned bits = 0;
            for (std::uint8_t axis = 0; axis < 3; ++axis)
                bits += bits_of(ray.origin[axis], predicted_origin(by, context, axis, ray.origin));
            return bits;
        });
    }

    [[nodiscard]] RayChoice direction() const {
        const RayChoice best =
            best_of(direction_choices, [](RayPrediction by, const RayContext& context, const Ray& ray) {
                const glm::vec3 expected = predicted_direction(by, context, ray.origin);
                unsigned bits = 0;
                for (std::uint8_t axis = 0; axis < 3; ++axis)
                    bits += bits_of(ray.direction[axis], expected[axis]);
                return bits;
            });
        if (best.bits == 0) return best;
        RayChoice unit =
            best_of(unit_choices, [](RayPrediction by, const RayContext& context, const Ray& ray) {
                constexpr unsigned axis_bits = 3;
                const glm::vec3 expected = predicted_direction(by, context, ray.origin);
                const std::uint8_t last = largest_axis(ray.direction);
                unsigned bits = axis_bits;
                for (std::uint8_t axis = 0; axis < 3; ++axis)
                    bits += bits_of(
                        ray.direction[axis],
                        axis == last ? unit_component(ray.direction, axis, std::signbit(ray.direction[axis]))
                                     : expected[axis]);
                return bits;
            });
        unit.code = static_cast<std::uint8_t>(unit.code + unit_direction);
        return unit.bits < best.bits ? unit : best;
    }

    [[nodiscard]] RayChoice tmax() const {
        return best_of(tmax_choices, [](RayPrediction by, const RayContext& context, const Ray& ray) {
            return bits_of(ray.tmax, predicted_tmax(by, context, ray.origin));
        });
    }

    template <class Value>
    [[nodiscard]] RayChoice simple(Value Ray::*field) const {
        return best_of(simple_choices, [&](RayPrediction by, const RayContext& context, const Ray& ray) {
            return bits_of(ray.*field, predicted_ray(by, context).*field);
        });
    }

private:
    const RayEvents& data_;
    const RayHistory& history_;
    const RayEvents::Entry& event_;
};

/// The best prediction of a field of hits. @param bits  of a hit, from another one
template <class Bits>
std::uint8_t best_of_hits(const RayEvents& data, const RayHistory& history, const RayEvents::Entry& event,
                          const Bits& bits) {
    bool is_same = true;
    std::uint64_t before = 0;
    std::uint64_t own = 0;
    std::size_t index = event.first;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++index) {
        const auto context = history.of_hit(static_cast<unsigned>(std::countr_zero(rest)), index);
        const unsigned from_before = bits(data.hits[index], context.before);
        is_same = is_same && from_before == 0;
        before += from_before;
        own += context.own == nullptr ? from_before : bits(data.hits[index], *context.own);
    }
    return static_cast<std::uint8_t>(is_same        ? RayPrediction::same
                                     : own < before ? RayPrediction::own
                                                    : RayPrediction::before);
}

} // namespace

RayPredictions chosen_ray_predictions(const RayEvents& data, const RayHistory& history,
                                      const RayEvents::Entry& event) {
    const RayChooser chooser(data, history, event);
    return {chooser.origin().code,
            chooser.simple(&Ray::tmin).code,
            chooser.direction().code,
            chooser.tmax().code,
            chooser.simple(&Ray::flags).code,
            chooser.simple(&Ray::mask).code,
            chooser.simple(&Ray::structure).code};
}

HitPredictions chosen_hit_predictions(const RayEvents& data, const RayHistory& history,
                                      const RayEvents::Entry& event) {
    const auto best = [&](auto RayHit::*field) {
        return best_of_hits(data, history, event, [&](const RayHit& hit, const RayHit& from) {
            return bits_of(hit.*field, from.*field);
        });
    };
    return {best(&RayHit::shape), best(&RayHit::instance), best(&RayHit::geometry), best(&RayHit::primitive),
            best(&RayHit::t)};
}

} // namespace hitmap::hmt
