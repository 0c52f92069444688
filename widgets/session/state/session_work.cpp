// Matches the frames of linked panes by work.
#include "core/profile/models/window_of_work.h"
#include "widgets/session/state/session.h"

#include <algorithm>
#include <optional>
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

FinishedWork finished_work_of(const Simulation& simulation, FrameMatch wanted, ThreadPool& pool,
                              const JobContext& job) {
    const OpenRecording& recording = *simulation.recording;
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    return finished_work(*simulation.profile, *source, wanted, job);
}

WorkMatches matches_of(const std::vector<std::shared_ptr<const Simulation>>& panes, ThreadPool& pool,
                       const JobContext& job) {
    WorkMatches matches(panes.size());
    std::vector<const RecordingInfo*> infos;
    std::vector<std::size_t> matched; // the panes that are not null
    for (std::size_t i = 0; i < panes.size(); ++i) {
        if (panes[i] == nullptr) continue;
        infos.push_back(&panes[i]->recording->info());
        matched.push_back(i);
    }
    const FrameMatch wanted = wanted_match(infos);
    if (!is_by_work(wanted)) return matches;
    const FinishedWork first = finished_work_of(*panes[matched.front()], wanted, pool, job);
    std::optional<FrameMatch> least; // the least exact way
    for (const std::size_t i : matched) {
        if (i == matched.front()) continue;
        const FinishedWork other = finished_work_of(*panes[i], wanted, pool, job);
        const FrameMatch by = best_match(first, other);
        if (!is_by_work(by)) continue;
        matches[i] = std::make_shared<const WorkMatch>(first, other, by);
        least = std::max(least.value_or(by), by);
    }
    if (least) matches[matched.front()] = std::make_shared<const WorkMatch>(first, first, *least);
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
    work_job_.start(
        [panes, pool = &library_.pool()](const JobContext& job) { return matches_of(panes, *pool, job); },
        [this, place, recordings](const WorkMatches& matches) {
            // The panes may show other recordings by now, whose match is on its way.
            for (std::size_t i = 0; i < recordings.size(); ++i)
                if (i >= panes_.size() ||
                    (recordings[i].lock() != nullptr && panes_[i]->recording() != recordings[i].lock()))
                    return;
            place(matches);
        });
}

} // namespace hitmap
