#include "widgets/accesses/address_counts.h"

#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/base/tr.h"
#include "widgets/model/model_box.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

HierarchyConfig hierarchy_of(const Simulation& simulation) {
    HierarchyConfig config = std::get<HierarchyConfig>(simulation.model);
    config.explain_misses = false;
    return config;
}

bool has_same_outcomes(const Simulation& a, const Simulation& b) {
    return &a == &b || (a.recording == b.recording && hierarchy_of(a) == hierarchy_of(b));
}

} // namespace

bool WantedAddresses::answers(const WantedAddresses& wanted) const {
    return has_same_outcomes(*simulation, *wanted.simulation) && addresses == wanted.addresses &&
           time == wanted.time && (explained || !wanted.explained);
}

QString why_no_addresses(const Simulation& simulation) {
    const RecordingInfo& info = simulation.recording->info();
    if (info.has_sums())
        return tr("A recording of sums has no requests, so that it is not known which addresses they ask "
                  "for.");
    if (!std::holds_alternative<HierarchyConfig>(simulation.model))
        return tr("The stack distance cache model looks up elements alone, not all of memory: for addresses, "
                  "%1.")
            .arg(choose_gpu_text());
    if (AddressAxis(info, {}, 1, l1_of(simulation.model).line).rows().empty())
        return tr("This recording has no allocations, so that its addresses have no rows.");
    return {};
}

WantedAddresses address_request(std::shared_ptr<const Simulation> simulation, const AddressDisplay& display) {
    const std::uint64_t positions = std::max<std::uint64_t>(1, simulation->recording->info().positions());
    TimeWindow time = clamped(display.time.value_or(TimeWindow{0, positions}), positions);
    if (time.count() == 0) time = {0, positions};
    const bool explained = display.quantity->is_cause || simulation->config.explain_misses;
    return {std::move(simulation), display.addresses, time, explained};
}

AddressMap empty_address_map(const WantedAddresses& request) {
    const RecordingInfo& info = request.simulation->recording->info();
    const std::uint32_t line = l1_of(request.simulation->model).line;
    AddressAxis axis(info, request.addresses, usual_address_rows, line);
    if (axis.rows().empty()) axis = AddressAxis(info, {}, usual_address_rows, line);
    return {std::move(axis), request.time.first, request.time.last, info.positions()};
}

std::shared_ptr<const AddressCounts> count_addresses(const WantedAddresses& request, ThreadPool& pool,
                                                     const JobContext& job) {
    auto counts = std::make_shared<AddressCounts>(AddressCounts{request, empty_address_map(request), false});
    HierarchyConfig config = std::get<HierarchyConfig>(request.simulation->model);
    config.explain_misses = request.explained;
    HierarchySinks sinks;
    sinks.addresses = {&counts->map, 1};
    const OpenRecording& recording = *request.simulation->recording;
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    simulate_hierarchy(*source, config, sinks, pool, job);
    return counts;
}

std::shared_ptr<const AddressCounts> estimated_addresses(const WantedAddresses& wanted,
                                                         const AddressCounts& known) {
    auto counts = std::make_shared<AddressCounts>(AddressCounts{wanted, empty_address_map(wanted), true});
    if (!has_same_outcomes(*wanted.simulation, *known.request.simulation)) return counts;
    counts->request.explained = known.request.explained;
    AddressMap& map = counts->map;
    const auto rows = map.axis().rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto from = known.map.axis().find(rows[row].allocation, rows[row].first);
        for (std::uint64_t interval = 0; from && interval < map.intervals(); ++interval) {
            const std::uint64_t position = map.first_of(interval);
            const TimeWindow& time = known.request.time;
            if (time.first <= position && position < time.last)
                map.cell(row, interval) = known.map.cell(*from, known.map.interval_of(position));
        }
    }
    return counts;
}

} // namespace hitmap
