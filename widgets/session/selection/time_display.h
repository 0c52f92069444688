#pragma once

#include "core/base/name_table.h"
#include "render/plot/rate_axis.h"

namespace hitmap {

inline constexpr NameTable<RateAxis, 2> rate_axis_names = {
    {{RateAxis::fitted, "fitted"}, {RateAxis::full, "full"}}};

/// How the Time panel of a pane draws curves.
struct TimeDisplay {
    RateAxis rates = RateAxis::fitted;
    friend bool operator==(const TimeDisplay&, const TimeDisplay&) = default;
};

template <class Archive>
void fields(Archive& a, TimeDisplay& v) {
    a("rate_axis", v.rates, rate_axis_names);
}

} // namespace hitmap
