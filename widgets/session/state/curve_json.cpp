#include "widgets/session/state/curve_json.h"

#include "core/base/error.h"
#include "core/base/json_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace hitmap {

namespace {

PinnedCurve curve_from_json(const Json& object, const std::string& file) {
    ObjectReader reader(object, file);
    std::string of;
    std::string metric;
    std::uint64_t look = 0;
    reader.read("of", of);
    reader.read("metric", metric);
    reader.read("look", look, 0, most_pinned_curves - 1);
    reader.finish();
    PinnedCurve curve;
    curve.look = look;
    try {
        curve.subject = parse_curve_subject(of, "of");
    } catch (const UsageError& error) {
        throw FileError(file, "of", error.what());
    }
    if (metric.empty()) return curve;
    curve.metric = metric_named(metric, metrics_of(curve.subject));
    if (!curve.metric)
        throw FileError(file, "metric", fmt::format("expected a metric of {}, found '{}'", of, metric));
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

std::vector<PinnedCurve> curves_from_json(const Json& array, const std::string& file) {
    if (array.size() > most_pinned_curves)
        throw FileError(
            file, "", fmt::format("expected at most {} curves, found {}", most_pinned_curves, array.size()));
    std::vector<PinnedCurve> curves;
    for (const Json& object : array) {
        at_json_place(fmt::format("/{}", curves.size()), [&] {
            PinnedCurve curve = curve_from_json(object, file);
            if (std::ranges::count(curves, curve.look, &PinnedCurve::look) != 0)
                throw FileError(
                    file, "look",
                    fmt::format("expected another look for each curve, found {} twice", curve.look));
            curves.push_back(std::move(curve));
        });
    }
    return curves;
}

} // namespace hitmap
