#include "core/profile/query/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace hitmap {

namespace {

MetricInfo texts_of(Metric metric) {
    const QuantityInfo& quantity = info_of(metric.quantity);
    const bool l1 = metric.level == Level::l1;
    const std::string level(metric.level ? name_of(*metric.level) : "");
    const std::string before_name = !metric.level ? "" : l1 ? "l1-" : "l2-";
    const std::string before_title = !metric.level ? "" : level + " ";
    MetricInfo info;
    info.metric = metric;
    info.name = fmt::format("{}{}", before_name, quantity.name);
    info.key = info.name;
    std::replace(info.key.begin(), info.key.end(), '-', '_');
    info.title = fmt::format("{}{}", before_title, quantity.title);
    info.explanation = fmt::format(fmt::runtime(quantity.explanation), fmt::arg("level", level),
                                   fmt::arg("owner", l1 ? "its SM" : "the device"));
    if (quantity.term) {
        info.undefined = "no box";
        info.value_of = quantity.title;
        return info;
    }
    const bool lacks_lookups = quantity.lacks == "look-ups";
    // Each accessed element with look-ups has look-ups in L1.
    if (quantity.lacks.empty() || (lacks_lookups && l1)) return info;
    info.undefined = fmt::format("no {} {}", level, quantity.lacks);
    info.value_of = lacks_lookups ? level : fmt::format("{} {}", level, quantity.lacks);
    return info;
}

/// Whether two quantities stand next to each other within one level, before the list goes on with the next
/// level. In a table of kinds these are all quantities of look-ups, otherwise the classes of misses.
bool stand_together(const QuantityInfo& a, const QuantityInfo& b, Subject subject) {
    if (!a.of_lookups() || !b.of_lookups()) return false;
    return subject == Subject::kind || (a.is_class_of_misses() && b.is_class_of_misses());
}

std::vector<MetricInfo> make_table(Subject subject) {
    std::vector<Quantity> quantities;
    for (std::size_t row = 0; row < quantity_table.size(); ++row)
        if (quantity_table[row].subjects.has(subject)) quantities.push_back(static_cast<Quantity>(row));
    std::vector<MetricInfo> table;
    for (auto group = quantities.begin(); group != quantities.end();) {
        const auto next = std::find_if(group + 1, quantities.end(), [&](Quantity quantity) {
            return !stand_together(info_of(*group), info_of(quantity), subject);
        });
        if (info_of(*group).of_lookups()) {
            for (const Level level : both_levels)
                for (auto quantity = group; quantity != next; ++quantity)
                    table.push_back(texts_of({*quantity, level}));
        } else {
            table.push_back(texts_of({*group, std::nullopt}));
        }
        group = next;
    }
    return table;
}

} // namespace

std::span<const MetricInfo> metric_table(Subject subject) {
    static const std::array tables{make_table(Subject::element), make_table(Subject::kind),
                                   make_table(Subject::part)};
    return tables[static_cast<std::size_t>(subject)];
}

const MetricInfo& info_of(Metric metric) {
    const EnumSet<Subject> subjects = info_of(metric.quantity).subjects;
    const Subject subject = subjects.has(Subject::element) ? Subject::element
                            : subjects.has(Subject::kind)  ? Subject::kind
                                                           : Subject::part;
    const auto table = metric_table(subject);
    return *std::ranges::find(table, metric, &MetricInfo::metric);
}

std::optional<Side> better_side(Better better, double difference) {
    if (better == Better::neither || !(std::abs(difference) > 0.0)) return std::nullopt;
    return (difference > 0.0) == (better == Better::more) ? Side::compared : Side::baseline;
}

double metric_value(Metric metric, const ElementSums& sums, std::uint64_t count) {
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (quantity.sums.intersects(reuse_sums)) return undefined_value;
    QuantitySums of_element;
    of_element.positions = count;
    of_element.accesses = sums.accesses;
    of_element.last_access = sums.last_access;
    if (metric.level) of_element.level = sums.of(*metric.level);
    return quantity.value(of_element);
}

} // namespace hitmap
