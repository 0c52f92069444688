#include "widgets/session/state/curve_json.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace hitmap {

namespace {

PinnedCurve curve_from_json(JsonNode& object) {
    std::string of;
    std::string metric;
    std::uint64_t look = 0;
    object.read("of", of);
    object.read("metric", metric);
    object.read("look", look, 0, most_pinned_curves - 1);
    object.finish();
    PinnedCurve curve;
    curve.look = look;
    try {
        curve.subject = parse_curve_subject(of, "of");
    } catch (const UsageError& error) {
        object.refuse("of", error.what());
    }
    if (metric.empty()) return curve;
    curve.metric = metric_named(metric, metrics_of(curve.subject));
    if (!curve.metric)
        object.refuse("metric", fmt::format("expected a metric of {}, found '{}'", of, metric));
    return curve;
}

} // namespace

Json curves_to_json(const std::vector<PinnedCurve>& curves) {
    Json array = Json::array();
    for (const PinnedCurve& curve : curves) {
        Json object{{"of", to_string(curve.subject)}, {"look", curve.look}};
        if (curve.metric) object["metric"] = info_of(*curve.metric).name;
        array.push_back(std::move(object));
    }
    return array;
}

std::vector<PinnedCurve> curves_from_json(const JsonNode& array) {
    const std::size_t count = array.value().size();
    if (count > most_pinned_curves)
        array.refuse(fmt::format("expected at most {} curves, found {}", most_pinned_curves, count));
    std::vector<PinnedCurve> curves;
    for (JsonNode& object : array.items()) {
        PinnedCurve curve = curve_from_json(object);
        if (std::ranges::count(curves, curve.look, &PinnedCurve::look) != 0)
            object.refuse("look",
                          fmt::format("expected another look for each curve, found {} twice", curve.look));
        curves.push_back(std::move(curve));
    }
    return curves;
}

} // namespace hitmap
