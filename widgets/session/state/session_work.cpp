// Matches the frames of linked panes by work.
#include "widgets/session/state/session.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// The panes whose frames belong together: the first one with a mesh, and those with other recordings of this
/// mesh. All null if there is nothing to match. Of recordings with the same accesses, frames are the same.
std::vector<std::shared_ptr<const Simulation>>
panes_to_match(const std::vector<std::unique_ptr<Pane>>& panes) {
    std::vector<std::shared_ptr<const Simulation>> matched(panes.size());
    std::shared_ptr<const Simulation> first;
    bool any_other = false;
    bool any_frames = false;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        const auto simulation = panes[i]->simulation();
        if (simulation == nullptr || simulation->recording->scene == nullptr) continue;
        const RecordingInfo& info = simulation->recording->info();
        if (first == nullptr) first = simulation;
        if (!are_of_one_mesh(info, first->recording->info())) continue;
        any_other = any_other || work_counts(info) != work_counts(first->recording->info());
        any_frames = any_frames || panes[i]->choices().frames.total > 1;
        matched[i] = simulation;
    }
    if (!any_other || !any_frames) std::ranges::fill(matched, nullptr);
    return matched;
}

/// [panes] null for panes that are not matched
using WorkMatches = std::vector<std::shared_ptr<const WorkMatch>>;

WorkMatches matches_of(const std::vector<std::shared_ptr<const Simulation>>& panes, const JobContext& job) {
    WorkMatches matches(panes.size());
    std::vector<std::uint64_t> first; // of the first pane that is matched
    std::uint64_t positions = 0;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        if (panes[i] == nullptr) continue;
        const Profile& profile = *panes[i]->profile;
        const std::vector<std::uint64_t> finished = finished_pixels(profile, job);
        if (first.empty()) {
            if (finished.empty()) return matches;
            first = finished;
            positions = profile.positions();
        }
        if (!finished.empty())
            matches[i] = std::make_shared<const WorkMatch>(first, positions, finished, profile.positions());
    }
    return matches;
}

} // namespace

void Session::match_work() {
    auto panes = panes_to_match(panes_);
    if (!links_.time) std::ranges::fill(panes, nullptr);
    std::vector<std::weak_ptr<const OpenRecording>> recordings;
    for (const auto& pane : panes)
        recordings.push_back(pane != nullptr ? pane->recording : nullptr);
    const bool same = std::ranges::equal(recordings, matched_, [](const auto& a, const auto& b) {
        return a.lock() == b.lock() && !(a.expired() && a.owner_before(std::weak_ptr<const OpenRecording>()));
    });
    const bool any = std::ranges::any_of(panes, [](const auto& pane) { return pane != nullptr; });
    if (same && any) return;
    matched_ = recordings;
    const auto place = [this](const WorkMatches& matches) {
        const bool before = std::exchange(following_, true); // each pane has its own bounds
        for (std::size_t i = 0; i < panes_.size() && i < matches.size(); ++i)
            panes_[i]->set_work_match(matches[i]);
        following_ = before;
    };
    if (!any) {
        work_job_.stop();
        return place(WorkMatches(panes_.size()));
    }
    work_job_.start([panes](const JobContext& job) { return matches_of(panes, job); },
                    [this, place, recordings](const WorkMatches& matches) {
                        // The panes may show other recordings by now, whose match is on its way.
                        for (std::size_t i = 0; i < recordings.size(); ++i)
                            if (i >= panes_.size() || (recordings[i].lock() != nullptr &&
                                                       panes_[i]->recording() != recordings[i].lock()))
                                return;
                        place(matches);
                    });
}

} // namespace hitmap
