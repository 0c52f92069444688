#include "widgets/comparison/ranking_results.h"

#include "core/analysis/comparison/layouts_to_try.h"
#include "widgets/session/recording/opening_memory.h"

#include <QtCore/QCoreApplication>

#include <utility>

namespace hitmap {

bool GrowingRanking::is_of(const Simulation& other) const {
    // A recording that was saved has another name and the same profile.
    return simulation_->profile == other.profile ||
           (simulation_->recording == other.recording && simulation_->model == other.model);
}

std::vector<TriedLayout> GrowingRanking::tried() const {
    const std::scoped_lock lock(mutex_);
    return tried_;
}

std::vector<RefusedLayouts> GrowingRanking::refused() const {
    const std::scoped_lock lock(mutex_);
    return refused_;
}

void GrowingRanking::try_all(ThreadPool& pool, const JobContext& job) {
    job.begin("looking for layouts");
    const HmtFile& file = *simulation_->recording->file;
    const SourceMesh mesh = mesh_of(*simulation_->recording);
    const OpenRecording& recording = *simulation_->recording;
    // Blocks that were dealt and addresses that were moved would have to be so again for each tree.
    const bool tries_trees = !recording.dealt && !recording.relaid;
    const LayoutTrial trial{file,
                            mesh,
                            simulation_->model,
                            tries_trees ? recording.unreplayed.get() : nullptr,
                            recording.spec.replay,
                            machine_memory()};
    PossibleLayouts possible = layouts_to_try(trial, pool, job);
    {
        const std::scoped_lock lock(mutex_);
        refused_ = std::move(possible.refused);
    }
    try_layouts(
        trial, possible.layouts,
        [this](TriedLayout layout) {
            const std::scoped_lock lock(mutex_);
            tried_.push_back(std::move(layout));
        },
        pool, job);
}

QString why_no_ranking(const Simulation& simulation) {
    if (!simulation.recording->info().has_sums()) return {};
    return QCoreApplication::translate("WhatIfPanel",
                                       "This recording has sums of frames in the place of requests, so that "
                                       "it is not known what another memory layout would do.");
}

} // namespace hitmap
