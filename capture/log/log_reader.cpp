#include "capture/log/log_reader.h"

#include <bit>

namespace hitmap::capture {

namespace {

std::uint32_t low(std::uint64_t unit) {
    return static_cast<std::uint32_t>(unit);
}
std::uint32_t high(std::uint64_t unit) {
    return static_cast<std::uint32_t>(unit >> 32);
}
constexpr std::size_t begin_units = 3;

} // namespace

std::size_t LogReader::read_record(std::span<const std::uint64_t> units, LogRecord& record) {
    if (units.size() < 2) return 0;
    const std::uint32_t first = low(units[0]);
    if ((first & record_written) == 0) return 0;
    record.site = first & record_site_mask;
    record.payload = static_cast<Payload>(first >> record_payload_shift & 7);
    const std::uint32_t head = record_head_units(first);
    if (units.size() < head) return 0;
    const bool is_wide = (first & record_wide) != 0;
    record.subgroup_number = low(units[1]);
    record.mask[0] = units[0] >> 32 | std::uint64_t{high(units[1])} << 32;
    record.mask[1] = is_wide ? units[2] : 0;
    record.clock = (first & record_clock) != 0 ? units[is_wide ? 3 : 2] : 0;
    record.lanes = static_cast<std::uint32_t>(std::popcount(record.mask[0]) + std::popcount(record.mask[1]));
    const std::uint32_t size = record_units(first, record.lanes);
    if (units.size() < size) return 0;
    record.lane_units = units.subspan(head, size - head);
    if (record.payload == Payload::begin) begin(record, units.subspan(head - begin_units, begin_units));
    return size;
}

void LogReader::begin(const LogRecord& record, std::span<const std::uint64_t> head) {
    auto subgroup = std::make_shared<LoggedSubgroup>();
    subgroup->site = record.site;
    subgroup->number = record.subgroup_number;
    subgroup->dispatch = low(head[0]);
    subgroup->size = high(head[0]);
    subgroup->group = {low(head[1]), high(head[1]), low(head[2])};
    subgroup->core = high(head[2]);
    subgroup->mask = record.mask;
    subgroup->invocations.reserve(record.lanes);
    for (std::uint32_t i = 0; i < record.lanes; ++i)
        subgroup->invocations.push_back(record.word(i, 0));
    subgroups_[record.subgroup_number] = std::move(subgroup);
}

std::size_t LogReader::read(std::span<const std::uint64_t> units, std::uint32_t position,
                            const std::function<void(const LogRecord&)>& use) {
    std::size_t done = 0;
    while (done < units.size()) {
        LogRecord record;
        const std::size_t size = read_record(units.subspan(done), record);
        if (size == 0) break;
        // The number of a subgroup is the position of its begin record.
        const bool is_misplaced = record.payload == Payload::begin &&
                                  record.subgroup_number != position + static_cast<std::uint32_t>(done);
        if (is_misplaced) break;
        done += size;
        const auto subgroup = subgroups_.find(record.subgroup_number);
        if (subgroup == subgroups_.end()) {
            ++skipped_;
            continue;
        }
        // Shared, since `use` may forget subgroups.
        const std::shared_ptr<const LoggedSubgroup> kept = subgroup->second;
        record.subgroup = kept.get();
        use(record);
    }
    return done;
}

} // namespace hitmap::capture
