#include "core/geometry/builtin/reproducible.h"

#include <cmath>
#include <numbers>

namespace hitmap {

namespace {

// Taylor series for |x| <= pi/4. The first omitted term is below 1e-16.
double sin_series(double x) {
    double sum = 0.0;
    for (int k = 17; k >= 3; k -= 2)
        sum = (1.0 - sum) * x * x / (k * (k - 1));
    return x * (1.0 - sum);
}

double cos_series(double x) {
    double sum = 0.0;
    for (int k = 16; k >= 2; k -= 2)
        sum = (1.0 - sum) * x * x / (k * (k - 1));
    return 1.0 - sum;
}

} // namespace

double sin_turns(double t) {
    const double quarters = std::round(t * 4.0);
    const double x = (t - quarters * 0.25) * (2.0 * std::numbers::pi);
    switch (static_cast<std::int64_t>(quarters) & 3) {
    case 0:
        return sin_series(x);
    case 1:
        return cos_series(x);
    case 2:
        return -sin_series(x);
    default:
        return -cos_series(x);
    }
}

double cos_turns(double t) {
    return sin_turns(t + 0.25);
}

} // namespace hitmap
