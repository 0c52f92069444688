#include "widgets/session/recording/library.h"

#include "core/base/error.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/live/live_pixels.h"
#include "core/profile/models/pixel_tables.h"
#include "core/profile/pixel_index/pixel_index_builder.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/session/recording/opening_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

PixelRestriction pixel_restriction(const CountedPixels& counted, const JobContext& job) {
    const Simulation& simulation = *counted.simulation;
    if (counted.ranges.empty()) return simulation.config.only;
    const auto& scene = simulation.recording->scene;
    if (scene == nullptr) throw Error("the recording has no scene, by whose elements accesses are chosen");
    const SceneInTime in_time = scene_in_time(simulation, window_of(counted));
    require_quantities(in_time, counted.ranges);
    return {simulation.config.only, chosen_elements(in_time, counted.ranges, job)};
}

} // namespace

Library::Library(ThreadPool& pool) : pool_(pool), memory_limit_(machine_memory()) {}

Library::SimulationKey Library::key_of(const OpenRecording& recording, const ModelChoice& config) {
    return {&recording,
            {to_string(config.l1), to_string(config.l2), config.preset, to_string(config.only),
             config.explain_misses ? "why" : ""}};
}

void Library::add(const std::shared_ptr<const Simulation>& simulation) {
    recordings_.put(to_text(simulation->recording->spec), simulation->recording);
    if (simulation->base != nullptr) return; // the simulation of a slider lacks some sums
    simulations_.put(key_of(*simulation->recording, simulation->config), simulation);
}

std::shared_ptr<const OpenRecording> Library::recording(const RecordingSpec& spec, const JobContext& job,
                                                        const OpeningLimit& limit,
                                                        const std::shared_ptr<const HmtFile>& whole,
                                                        const TakeTraced& take_traced) {
    return recordings_.get(to_text(spec), job, [&] {
        const Storing keeping{kept_.get(), take_forgotten(spec)};
        return open_recording(spec, pool_, job, limit, whole, keeping, take_traced);
    });
}

void Library::forget(const RecordingSpec& spec) {
    recordings_.forget(to_text(spec));
    const std::scoped_lock lock(forgotten_mutex_);
    forgotten_.insert(to_text(spec));
}

bool Library::take_forgotten(const RecordingSpec& spec) {
    const std::scoped_lock lock(forgotten_mutex_);
    return forgotten_.erase(to_text(spec)) != 0;
}

std::shared_ptr<const Simulation> Library::simulation(const std::shared_ptr<const OpenRecording>& recording,
                                                      const ModelChoice& config, const JobContext& job,
                                                      const std::function<void()>& before, bool writes) {
    return simulations_.get(key_of(*recording, config), job, [&] {
        const Storing keeping{.results = kept_.get(), .writes = writes};
        return simulate(recording, config, pool_, job, keeping, before);
    });
}

std::shared_ptr<const LiveSums> Library::distances(const std::shared_ptr<const OpenRecording>& recording,
                                                   const ModelChoice& config, const JobContext& job) {
    return distances_.get(distances_key_of(*recording, config), job, [&] {
        const auto source = request_source(*recording->file, pool_, 0, recording->scene);
        return std::make_shared<const LiveSums>(keep_distances(*source, config.l1.line, config.l2.line,
                                                               config.only, limit_beside(*recording), pool_,
                                                               job),
                                                pool_);
    });
}

KeptLimit Library::limit_beside(const OpenRecording& recording) const {
    const std::uint64_t limit = memory_limit_;
    return {.bytes = limit - std::min(limit, memory_of(recording, false))};
}

std::shared_ptr<const WindowPixels> Library::live_pixels(const CountedPixels& counted,
                                                         const JobContext& job) {
    const Simulation& live = *counted.simulation;
    const OpenRecording& recording = *live.recording;
    CountedPixels of_base = counted;
    of_base.simulation = live.base;
    const auto base = pixels(of_base, job);
    const auto& sums = live.distances;
    const auto kept = kept_pixels_.get(sums.get(), job, [&] {
        const auto source = request_source(*recording.file, pool_, 0, recording.scene);
        return keep_pixels(*source, sums->kept(), live.config.only, limit_beside(recording), job);
    });
    const auto& config = std::get<SdcmConfig>(live.model);
    LivePixels::Tables tables{sums->table(0, config.l1, job), sums->table(1, config.l2, job)};
    const auto window =
        std::make_shared<const LivePixels>(base, kept, sums, std::move(tables), window_of(counted));
    return window;
}

Library::PixelKey Library::key_of(const CountedPixels& counted, TimeWindow window) {
    std::string text;
    for (const ElementRange& range : counted.ranges)
        text += fmt::format("{}={}:{} ", range.quantity->name, range.from, range.to);
    return {counted.simulation->profile.get(), std::move(text), window.first, window.last};
}

std::shared_ptr<const PixelIndex> Library::index_of(const CountedPixels& counted,
                                                    const JobContext& job) const {
    const Simulation& simulation = *counted.simulation;
    const OpenRecording& recording = *simulation.recording;
    const bool hierarchy = std::holds_alternative<HierarchyConfig>(simulation.model);
    if (!pixel_index_fits(*recording.file, hierarchy, memory_limit_)) return nullptr;
    const auto source = request_source(*recording.file, pool_, 0, recording.scene);
    try {
        return make_pixel_index(*source, simulation.model, pixel_restriction(counted, job),
                                pixel_index_sizes(recording.info()), pool_, job);
    } catch (const PixelIndexTooLarge&) {
        return nullptr;
    }
}

std::shared_ptr<const IndexedSimulation> Library::indexed(const CountedPixels& counted,
                                                          const JobContext& job) {
    if (counted.simulation->base != nullptr) {
        CountedPixels of_base = counted;
        of_base.simulation = counted.simulation->base;
        return indexed(of_base, job);
    }
    const TimeWindow window = depend_on_time(counted.ranges) ? window_of(counted) : TimeWindow{};
    return indices_.get(key_of(counted, window), job, [&] {
        return std::make_shared<const IndexedSimulation>(
            IndexedSimulation{counted.simulation, index_of(counted, job)});
    });
}

std::shared_ptr<const WindowPixels> Library::pixels(const CountedPixels& counted, const JobContext& job) {
    if (counted.simulation->base != nullptr) return live_pixels(counted, job);
    const TimeWindow window = window_of(counted);
    auto indexed = this->indexed(counted, job);
    if (indexed->pixels != nullptr) {
        const auto held = std::make_shared<const CountedWindow>(
            CountedWindow{indexed, IndexedPixels(indexed->pixels, window, pool_)});
        return {held, &held->pixels};
    }
    const auto shared = tables_.get(key_of(counted, window), job, [&] {
        const Simulation& simulation = *counted.simulation;
        const OpenRecording& recording = *simulation.recording;
        const auto source = request_source(*recording.file, pool_, 0, recording.scene);
        return std::make_shared<const CountedTable>(
            CountedTable{indexed, make_pixel_table(*source, simulation.model, pixel_restriction(counted, job),
                                                   window, pool_, job)});
    });
    return {shared, &shared->table};
}

} // namespace hitmap
