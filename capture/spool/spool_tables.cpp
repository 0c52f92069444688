#include "capture/spool/spool_tables.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace hitmap::capture {

namespace {

auto place(const SpoolDescriptor& d) {
    return std::tuple(d.set, d.binding, d.index);
}

/// The key of SpoolTables::launch_of.
std::array<std::uint32_t, 3> key_of(const SpoolLaunch& launch) {
    return {launch.device, launch.dispatch, launch.draw != no_draw ? launch.draw : 0};
}

void add_launch(SpoolTables& tables, SpoolLaunch launch) {
    tables.begun.erase(key_of(launch));
    if (tables.launches.size() >= tables.limits.launches) return void(++tables.left_out_launches);
    const bool is_draw = launch.draw != no_draw;
    if (is_draw) tables.passes.emplace(launch.device, launch.dispatch);
    const bool is_new =
        tables.launch_of.try_emplace(key_of(launch), static_cast<std::uint32_t>(tables.launches.size()))
            .second;
    if (is_draw && !is_new) return; // of a secondary command buffer that the render pass executes again
    tables.launches.push_back(std::move(launch));
}

void forget_begun(SpoolTables& tables, const SpoolNoBegunLaunches& none) {
    tables.begun.erase(tables.begun.lower_bound({none.device, none.dispatch, 0}),
                       tables.begun.upper_bound({none.device, ~0U, ~0U}));
}

/// The process ended, or was killed, before these launches had ended.
void add_begun(SpoolTables& tables) {
    tables.ended_launches = static_cast<std::uint32_t>(tables.launches.size());
    for (auto& [key, launch] : std::exchange(tables.begun, {}))
        add_launch(tables, std::move(launch));
}

void add_loss(SpoolTables& tables, const SpoolLost& lost) {
    tables.loss.held_units += lost.held_units;
    tables.loss.needed_units += lost.needed_units;
    tables.loss.was_split = tables.loss.was_split || lost.log_units != lost.needed_units;
    tables.loss.largest_need = std::max(tables.loss.largest_need, lost.log_units);
}

void add_layers(SpoolTables& tables, SpoolLayers layers) {
    for (std::string& name : layers.names)
        if (std::find(tables.layers.begin(), tables.layers.end(), name) == tables.layers.end())
            tables.layers.push_back(std::move(name));
}

void add(SpoolTables& tables, SpoolReader& spool, SpoolEvent type) {
    tables.ended = false; // a process can go on behind an end, with another device
    // A buffer can be destroyed before the launch that used it is told to have ended.
    const auto launches = static_cast<std::uint32_t>(tables.launches.size() + tables.begun.size());
    switch (type) {
    case SpoolEvent::device:
        tables.devices.push_back(spool.event<SpoolDevice>());
        break;
    case SpoolEvent::module:
        tables.modules.push_back(spool.event<SpoolModule>());
        break;
    case SpoolEvent::buffer: {
        const auto buffer = spool.event<SpoolBuffer>();
        SpooledBuffer& added = tables.buffers[buffer.buffer];
        added.address = buffer.address;
        added.bytes = std::min(buffer.bytes, ~std::uint64_t{0} - buffer.address);
        added.first_launch = launches;
        break;
    }
    case SpoolEvent::buffer_name: {
        auto name = spool.event<SpoolBufferName>();
        tables.buffers[name.buffer].name = std::move(name.name);
        break;
    }
    case SpoolEvent::buffer_end:
        tables.buffers[spool.event<SpoolBufferEnd>().buffer].last_launch = launches;
        break;
    case SpoolEvent::table: {
        auto table = spool.event<SpoolTable>();
        std::sort(table.descriptors.begin(), table.descriptors.end(),
                  [](const auto& a, const auto& b) { return place(a) < place(b); });
        tables.tables[table.table] = std::move(table.descriptors);
        break;
    }
    case SpoolEvent::launch:
        add_launch(tables, spool.event<SpoolLaunch>());
        break;
    case SpoolEvent::begun_launch: {
        SpoolLaunch launch = spool.event<SpoolBegunLaunch>().launch;
        tables.begun[key_of(launch)] = std::move(launch);
        break;
    }
    case SpoolEvent::no_begun_launches:
        forget_begun(tables, spool.event<SpoolNoBegunLaunches>());
        break;
    case SpoolEvent::lost:
        add_loss(tables, spool.event<SpoolLost>());
        break;
    case SpoolEvent::layers:
        add_layers(tables, spool.event<SpoolLayers>());
        break;
    case SpoolEvent::miscount: {
        const auto miscount = spool.event<SpoolMiscount>();
        tables.dispatches_by_device += miscount.by_device;
        tables.dispatches_by_host += miscount.by_host;
        break;
    }
    case SpoolEvent::traversal:
        tables.unrecorded_traversal.push_back(spool.event<SpoolTraversal>().module);
        break;
    case SpoolEvent::left_out:
        tables.unrecorded_launches += spool.event<SpoolLeftOut>().launches;
        break;
    case SpoolEvent::contents:
        tables.buffers[spool.event<SpoolContents>().buffer].has_contents = true;
        break;
    case SpoolEvent::note:
        tables.notes.push_back(spool.event<SpoolNote>().text);
        break;
    case SpoolEvent::end:
        tables.ended = true;
        break;
    case SpoolEvent::build: // read when it is known which structures rays are traced against
    case SpoolEvent::structure_copy:
        break;
    case SpoolEvent::records:
        tables.held_units += spool.event_bytes() / log_unit_bytes;
        break;
    }
}

} // namespace

const SpoolModule* SpoolTables::module_of(std::uint32_t site) const {
    const auto after =
        std::upper_bound(modules.begin(), modules.end(), site,
                         [](std::uint32_t s, const SpoolModule& m) { return s < m.first_site; });
    if (after == modules.begin()) return nullptr;
    const SpoolModule& module = *std::prev(after);
    return site - module.first_site < module.sites.size() ? &module : nullptr;
}

SpoolTables read_tables(SpoolReader& spool, const RecordingLimits& limits) {
    SpoolTables tables;
    tables.limits = limits;
    spool.rewind();
    while (const auto type = spool.next())
        add(tables, spool, *type);
    add_begun(tables);
    std::sort(tables.modules.begin(), tables.modules.end(),
              [](const SpoolModule& a, const SpoolModule& b) { return a.first_site < b.first_site; });
    return tables;
}

namespace {

/// Gives the records of one event to `use`, with their launches.
class EventRecords {
public:
    using Use = std::function<void(std::uint32_t launch, const LogRecord&)>;
    EventRecords(const SpoolTables& tables, std::uint32_t device, const Use& use)
        : tables_(tables), device_(device), use_(use) {}

    void add(const LogRecord& record) {
        if (record.clock == 0)
            give(record);
        else
            timed_.push_back(record);
    }
    /// Records with the time of their shader's clock have the order of these times.
    void finish() {
        std::stable_sort(timed_.begin(), timed_.end(),
                         [](const LogRecord& a, const LogRecord& b) { return a.clock < b.clock; });
        for (const LogRecord& record : timed_)
            give(record);
    }
    [[nodiscard]] std::uint64_t skipped() const { return skipped_; }

private:
    void give(const LogRecord& record) {
        const LoggedSubgroup& subgroup = *record.subgroup;
        if (!has_last_ || subgroup.dispatch != last_ || (is_pass_ && subgroup.group[0] != draw_)) {
            is_pass_ = tables_.passes.contains({device_, subgroup.dispatch});
            draw_ = is_pass_ ? subgroup.group[0] : 0;
            found_ = tables_.launch_of.find({device_, subgroup.dispatch, draw_});
            last_ = subgroup.dispatch;
            has_last_ = true;
        }
        if (found_ == tables_.launch_of.end())
            ++skipped_;
        else
            use_(found_->second, record);
    }

    const SpoolTables& tables_;
    std::uint32_t device_;
    const Use& use_;
    std::vector<LogRecord> timed_;
    decltype(SpoolTables::launch_of)::const_iterator found_;
    std::uint32_t last_ = 0;
    std::uint32_t draw_ = 0;
    bool is_pass_ = false;
    bool has_last_ = false;
    std::uint64_t skipped_ = 0;
};

/// The units behind the last record that could be read of each event.
class UnreadUnits {
public:
    void add(std::uint32_t device, std::span<const std::uint64_t> rest) {
        std::uint64_t& room = rooms_[device];
        units_ += std::exchange(room, 0);
        const bool is_room = rest.size() < longest_record &&
                             std::all_of(rest.begin(), rest.end(), [](std::uint64_t u) { return u == 0; });
        (is_room ? room : units_) += rest.size();
    }
    /// A full log ends with room that the next record did not fit into. It is part of the loss.
    void add_lost(const SpoolLost& lost) {
        if (lost.held_units != 0) rooms_[lost.device] = 0;
    }
    [[nodiscard]] std::uint64_t count() const {
        std::uint64_t count = units_;
        for (const auto& [device, room] : rooms_)
            count += room;
        return count;
    }

private:
    static constexpr std::uint32_t longest_record = record_units(
        record_wide | record_clock | static_cast<std::uint32_t>(Payload::ray) << record_payload_shift, 128);

    std::uint64_t units_ = 0;
    std::map<std::uint32_t, std::uint64_t> rooms_; ///< by device: units at the end that are all zero
};

} // namespace

UnreadRecords for_each_record(SpoolReader& spool, const SpoolTables& tables,
                              const std::function<void(std::uint32_t launch, const LogRecord&)>& use,
                              const std::function<void(std::uint64_t)>& step) {
    UnreadRecords unread;
    UnreadUnits units;
    std::map<std::uint32_t, LogReader> readers; // by device
    spool.rewind();
    while (const auto type = spool.next()) {
        step(spool.position());
        if (*type == SpoolEvent::lost) units.add_lost(spool.event<SpoolLost>());
        if (*type != SpoolEvent::records) continue;
        const auto records = spool.event<SpoolRecords>();
        LogReader& reader = readers[records.device];
        if (records.position == 0) reader.forget_subgroups(); // the log was emptied: none of them runs
        EventRecords event(tables, records.device, use);
        const std::size_t read =
            reader.read(records.units, records.position, [&](const LogRecord& record) { event.add(record); });
        units.add(records.device, std::span(records.units).subspan(read));
        event.finish();
        unread.records += event.skipped();
    }
    for (const auto& [device, reader] : readers)
        unread.records += reader.skipped();
    unread.units = units.count();
    return unread;
}

} // namespace hitmap::capture
