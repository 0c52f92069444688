#include "core/replay/driver/driver_judge.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

constexpr std::size_t most_tries = 64;

/// A candidate of the log, with the distances at which an intersection shader reported hits.
struct LoggedCandidate {
    RayHit hit;
    std::vector<float> reported;
};

bool same_hit(const RayHit& a, const RayHit& b) {
    return same_element(a, b) && (a.shape == HitShape::box || a.t == b.t);
}

std::vector<LoggedCandidate> candidates_of(const RayLog& log) {
    std::vector<LoggedCandidate> candidates;
    for (const ShownHit& shown : log.shown) {
        if (shown.kind == RayEventKind::reported) {
            if (!candidates.empty()) candidates.back().reported.push_back(shown.hit.t);
            continue;
        }
        // An any-hit shader is called for a hit that an intersection shader reported.
        const bool is_report = shown.hit.shape == HitShape::box && !std::isnan(shown.hit.t);
        if (!is_report) candidates.push_back({shown.hit, {}});
    }
    return candidates;
}

class Tries {
public:
    Tries(const DriverTree& tree, const Ray& ray, const RayLog& log, DriverWalk& walk)
        : tree_(tree), ray_(ray), log_(log), walk_(walk), candidates_(candidates_of(log)) {}

    bool run() {
        for (std::size_t tries = 0; tries < most_tries; ++tries) {
            if (try_once()) return true;
            if (!choose_next()) break;
        }
        choices_.clear();
        try_once();
        return false;
    }

private:
    struct Choice {
        std::size_t chosen = 0;
        std::size_t possible = 1;
    };

    bool try_once() {
        next_ = 0;
        asked_ = 0;
        differs_ = false;
        walk_tree(
            tree_, ray_, [this](const RayHit& candidate) { return decide(candidate); }, walk_);
        if (differs_ || next_ != candidates_.size()) return false;
        const bool is_known = log_.outcome.kind != RayOutcome::Kind::unknown;
        const bool is_hit = log_.outcome.kind == RayOutcome::Kind::hit;
        return !is_known || (is_hit ? walk_.hit && same_element(*walk_.hit, log_.outcome.hit) : !walk_.hit);
    }
    /// The next way, of which the first choices are those of this one.
    bool choose_next() {
        choices_.resize(std::min(choices_.size(), asked_));
        while (!choices_.empty() && choices_.back().chosen + 1 == choices_.back().possible)
            choices_.pop_back();
        if (choices_.empty()) return false;
        ++choices_.back().chosen;
        return true;
    }

    DriverDecision decide(const RayHit& candidate) {
        if (next_ == candidates_.size() || !same_hit(candidates_[next_].hit, candidate)) {
            if (!log_.is_query && candidate.shape == HitShape::triangle) {
                walk_.candidates.pop_back(); // it has no any-hit shader
                return {candidate.t, false};
            }
            differs_ = true;
            return {};
        }
        const std::vector<DriverDecision> possible = possible_for(candidates_[next_], candidate);
        ++next_;
        if (asked_ == choices_.size()) choices_.push_back({0, possible.size()});
        return possible[choices_[asked_++].chosen];
    }
    [[nodiscard]] std::vector<DriverDecision> possible_for(const LoggedCandidate& logged,
                                                           const RayHit& candidate) const {
        const DriverDecision rejected;
        const RayHit& hit = log_.outcome.hit;
        switch (log_.outcome.kind) {
        case RayOutcome::Kind::missed:
            return {rejected};
        case RayOutcome::Kind::hit: {
            if (same_element(hit, candidate)) return {{hit.t, false}, {hit.t, true}, rejected};
            if (candidate.shape == HitShape::triangle && candidate.t <= hit.t) return {rejected};
            // It may have been the hit until a nearer one was found.
            const float behind = std::nextafter(hit.t, std::numeric_limits<float>::infinity());
            return {rejected,
                    {candidate.shape == HitShape::triangle ? candidate.t : reported(logged).value_or(behind),
                     false}};
        }
        case RayOutcome::Kind::unknown:
            break;
        }
        // A program leaves its query at the last candidate that it asks for.
        if (log_.is_query && next_ + 1 == candidates_.size()) return {{std::nullopt, true}};
        const std::optional<float> t =
            candidate.shape == HitShape::triangle ? std::optional(candidate.t) : reported(logged);
        if (!t) return {rejected};
        return {{t, false}, rejected, {t, true}};
    }
    [[nodiscard]] static std::optional<float> reported(const LoggedCandidate& logged) {
        if (logged.reported.empty()) return std::nullopt;
        return *std::ranges::min_element(logged.reported);
    }

    const DriverTree& tree_;
    const Ray& ray_;
    const RayLog& log_;
    DriverWalk& walk_;
    std::vector<LoggedCandidate> candidates_;
    std::vector<Choice> choices_;
    std::size_t next_ = 0;  ///< candidate of the log
    std::size_t asked_ = 0; ///< choices that were made
    bool differs_ = false;
};

} // namespace

bool walk_as_logged(const DriverTree& tree, const Ray& ray, const RayLog& log, DriverWalk& walk) {
    walk.clear();
    const bool was_asked = log.outcome.kind != RayOutcome::Kind::unknown || !log.shown.empty();
    if (log.is_query && !was_asked) return true;
    return Tries(tree, ray, log, walk).run();
}

} // namespace hitmap
