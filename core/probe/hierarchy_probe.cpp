#include "core/probe/hierarchy_probe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace hitmap {

namespace {

/// Latencies over the logarithm of sizes.
class LatencyCurve {
public:
    LatencyCurve(std::span<const SweepPoint> points, std::uint64_t stride) {
        std::map<std::uint64_t, double> least;
        for (const SweepPoint& point : points) {
            if (point.order != SweepOrder::random || point.stride != stride) continue;
            const auto [entry, is_new] = least.try_emplace(point.bytes, point.latency);
            if (!is_new) entry->second = std::min(entry->second, point.latency);
        }
        for (const auto& [bytes, latency] : least) {
            largest_ = bytes;
            octaves_.push_back(std::log2(static_cast<double>(bytes)));
            latencies_.push_back(latency);
        }
        for (std::size_t i = latencies_.size(); i-- > 1;)
            latencies_[i - 1] = std::min(latencies_[i - 1], latencies_[i]);
    }
    [[nodiscard]] std::size_t size() const { return octaves_.size(); }
    [[nodiscard]] std::uint64_t largest() const { return largest_; } ///< bytes
    [[nodiscard]] double octave(std::size_t i) const { return octaves_[i]; }
    [[nodiscard]] double latency(std::size_t i) const { return latencies_[i]; }
    /// Between points, latencies are on lines.
    [[nodiscard]] double at(double octave) const {
        const auto next = std::lower_bound(octaves_.begin(), octaves_.end(), octave);
        if (next == octaves_.begin()) return latencies_.front();
        if (next == octaves_.end()) return latencies_.back();
        const auto i = static_cast<std::size_t>(next - octaves_.begin());
        const double share = (octave - octaves_[i - 1]) / (octaves_[i] - octaves_[i - 1]);
        return latencies_[i - 1] + share * (latencies_[i] - latencies_[i - 1]);
    }
    /// The first size, from this one on, at which the latency is reached.
    [[nodiscard]] double octave_of(double latency, double from) const {
        for (std::size_t i = 1; i < size(); ++i) {
            if (octaves_[i] <= from || latencies_[i] < latency) continue;
            const double rise = latencies_[i] - latencies_[i - 1];
            const double share = rise > 0.0 ? (latency - latencies_[i - 1]) / rise : 0.0;
            return octaves_[i - 1] + std::clamp(share, 0.0, 1.0) * (octaves_[i] - octaves_[i - 1]);
        }
        return octaves_.back();
    }

private:
    std::vector<double> octaves_;
    std::vector<double> latencies_;
    std::uint64_t largest_ = 0;
};

/// Latencies rise where they grow by this share within half an octave.
constexpr double least_growth = 0.125;
/// A rise that is smaller altogether is taken for a disturbance.
constexpr double least_rise = 1.25;
constexpr double window = 0.5;

LatencyRise rise_between(const LatencyCurve& curve, double first, double last) {
    const double below = curve.at(first);
    const double above = curve.at(last);
    constexpr double share = 0.25;
    const double size = curve.octave_of(below + share * (above - below), first);
    return {std::exp2(size), std::exp2(first), std::exp2(last), below, above};
}

bool similar(double a, double b) {
    constexpr double factor = 1.25;
    return a < b * factor && b < a * factor;
}

/// Whether the words of so many pages fill a cache, which makes latencies rise as well as a TLB does.
bool fills_a_cache(double pages, const std::vector<ProbedLevel>& levels) {
    // The tag of a line with sectors, which are smaller, represents up to four of them.
    constexpr std::uint64_t usual_line = 64;
    for (const ProbedLevel& level : levels) {
        const std::uint64_t fetched = level.fetched.value_or(usual_line);
        const std::uint64_t most = fetched < usual_line ? 4 * fetched : fetched;
        for (std::uint64_t line = fetched; line <= most; line *= 2)
            if (similar(pages * static_cast<double>(line), static_cast<double>(level.capacity))) return true;
    }
    return false;
}

/// What a miss fetches: the least distance at which the second word of a pair is not fetched with the first.
std::optional<std::uint64_t> fetched_by_miss(std::span<const SweepPoint> points, double capacity,
                                             double next_capacity) {
    constexpr double least_contrast = 0.06;
    std::map<std::uint64_t, double> latency_of;
    for (const SweepPoint& point : points) {
        const auto bytes = static_cast<double>(point.bytes);
        if (point.order != SweepOrder::pairs || bytes < 1.2 * capacity || bytes > next_capacity) continue;
        const auto [entry, is_new] = latency_of.try_emplace(point.stride, point.latency);
        if (!is_new) entry->second = std::min(entry->second, point.latency);
    }
    if (latency_of.size() < 3) return std::nullopt;
    const double near = latency_of.begin()->second;
    const double far = latency_of.rbegin()->second;
    if (far - near < least_contrast * far) return std::nullopt;
    for (const auto& [distance, latency] : latency_of)
        if (latency > (near + far) / 2.0) return distance;
    return std::nullopt;
}

} // namespace

std::vector<LatencyRise> latency_rises(std::span<const SweepPoint> points, std::uint64_t stride) {
    const LatencyCurve curve(points, stride);
    std::vector<LatencyRise> rises;
    bool inside = false;
    double first = 0.0;
    double last = 0.0;
    for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
        const double octave = curve.octave(i);
        if (curve.at(octave + window) > curve.latency(i) * (1.0 + least_growth)) {
            if (!inside) first = octave;
            inside = true;
            last = std::min(octave + window, curve.octave(curve.size() - 1));
        } else if (inside) {
            rises.push_back(rise_between(curve, first, last));
            inside = false;
        }
    }
    if (inside) rises.push_back(rise_between(curve, first, last));
    std::erase_if(rises, [](const LatencyRise& rise) { return rise.above < least_rise * rise.below; });
    return rises;
}

ProbedHierarchy infer_hierarchy(std::span<const SweepPoint> points) {
    const std::vector<LatencyRise> rises = latency_rises(points, size_stride);
    const LatencyCurve curve(points, size_stride);
    ProbedHierarchy found;
    if (curve.size() == 0) return found;
    double plateau = curve.octave(0);
    const auto is_cut = [&](const LatencyRise& rise) {
        return std::log2(rise.last) > curve.octave(curve.size() - 1) - 0.001;
    };
    for (const LatencyRise& rise : rises) {
        if (is_cut(rise)) break; // How far it rises is not known.
        const double middle = (plateau + std::max(plateau, std::log2(rise.first))) / 2.0;
        plateau = std::log2(rise.last);
        found.levels.push_back({static_cast<std::uint64_t>(rise.size), curve.at(middle), {}, {}});
    }
    for (std::size_t i = 0; i < found.levels.size(); ++i) {
        const double next = i + 1 < found.levels.size() ? static_cast<double>(found.levels[i + 1].capacity)
                                                        : std::numeric_limits<double>::infinity();
        found.levels[i].fetched =
            fetched_by_miss(points, static_cast<double>(found.levels[i].capacity), next);
    }
    for (const LatencyRise& rise : latency_rises(points, page_stride))
        if (!fills_a_cache(rise.size / page_stride, found.levels))
            found.tlbs.push_back({static_cast<std::uint64_t>(rise.size), rise.above - rise.below});
    found.largest = curve.largest();
    found.memory_latency = curve.latency(curve.size() - 1);
    found.memory_reached = rises.empty() || !is_cut(rises.back());
    return found;
}

} // namespace hitmap
