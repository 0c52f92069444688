#include "widgets/panels/traffic_table.h"

#include "core/cache/results/access_outcome.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"

#include <QtCore/QCoreApplication>

#include <utility>

namespace hitmap {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("TrafficTable", text);
}

/// A row's numbers; what the model does not know is nothing.
struct TrafficCells {
    AllocationSums sums;
    bool knows_requests = true;
    std::optional<MovedBytes> moved;
    QString dram_detail = {};
    std::optional<MissClasses> l1_misses = {};
    std::optional<MissClasses> l2_misses = {};
};

void explain(TrafficCells& cells, const TrafficSums& sums) {
    cells.l1_misses = sums.l1_misses;
    cells.l2_misses = sums.l2_misses;
}

std::uint64_t misses_of(const LevelSums& sums) {
    return sums.lookups * hit_unit - sums.hits;
}

/// Of misses, which may be fractions.
TableCell miss_share_cell(const LevelSums& sums, const LevelSums& all) {
    if (misses_of(all) == 0) return {CellType::rate, {}, {}};
    const auto whole = [](const LevelSums& level) {
        return count_text((misses_of(level) + hit_unit / 2) / hit_unit);
    };
    return {CellType::rate, static_cast<double>(misses_of(sums)) / static_cast<double>(misses_of(all)),
            translated("%1 of %2 misses").arg(whole(sums), whole(all))};
}

TableCell class_cell(const std::optional<MissClasses>& misses, std::uint64_t MissClasses::*which) {
    if (!misses) return {CellType::count, {}, {}};
    TableCell cell = count_cell((*misses).*which);
    if (misses->misses() != 0)
        cell.detail = translated("%1 of %2 misses")
                          .arg(share_text((*misses).*which, misses->misses()), count_text(misses->misses()));
    return cell;
}

/// In the order of number_columns().
void append_numbers(TableRow& row, const TrafficCells& cells, const AllocationSums& all) {
    const AllocationSums& sums = cells.sums;
    const auto count = [](std::optional<double> value) { return number_cell(CellType::count, value); };
    const auto lookups = [](const LevelSums& level) {
        return level.lookups == 0 ? TableCell{CellType::count, {}, {}} : count_cell(level.lookups);
    };
    const auto bytes = [&](std::uint64_t MovedBytes::*level) {
        return cells.moved ? bytes_cell((*cells.moved).*level) : TableCell{CellType::bytes, {}, {}};
    };
    row.push_back(cells.knows_requests ? count_cell(sums.requests) : TableCell{CellType::count, {}, {}});
    row.push_back(count_cell(sums.sectors));
    std::optional<double> each;
    if (cells.knows_requests && sums.requests != 0)
        each = static_cast<double>(sums.sectors) / static_cast<double>(sums.requests);
    row.push_back(number_cell(CellType::number, each));
    row.insert(row.end(), {rate_cell(sums.l1), rate_cell(sums.l2), count(defined_hits(sums.l1)),
                           count(defined_hits(sums.l2)), lookups(sums.l1), lookups(sums.l2),
                           share_cell(sums.sectors, all.sectors), miss_share_cell(sums.l1, all.l1),
                           miss_share_cell(sums.l2, all.l2), bytes(&MovedBytes::l1), bytes(&MovedBytes::l2),
                           bytes(&MovedBytes::dram)});
    if (row.back().defined()) row.back().detail += cells.dram_detail;
    for (const auto which : {&MissClasses::cold, &MissClasses::capacity, &MissClasses::conflict})
        for (const auto* const misses : {&cells.l1_misses, &cells.l2_misses})
            row.push_back(class_cell(*misses, which));
}

void append_no_numbers(TableRow& row) {
    using enum CellType;
    for (const CellType type : {count, count, number, rate,  rate,  count, count, count, count, rate, rate,
                                rate,  bytes, bytes,  bytes, count, count, count, count, count, count})
        row.push_back({type, {}, {}});
}

/// Of a table whose first column is the name. L2 under L1, what a rate is made of beside it: what matters
/// fits a narrow dock.
std::vector<TableColumn> number_columns(TableColumn name) {
    return {
        std::move(name),
        {translated("Requests"), QStringLiteral("requests"), true,
         translated("Requests of warps; under them, the sectors of 32 bytes that they are coalesced into"),
         2},
        {translated("Sectors"), QStringLiteral("sectors")},
        {translated("Per request"), QStringLiteral("sectors_per_request"), true,
         translated(
             "Sectors per request: 4 where 32 lanes read 4 bytes each, side by side; 32 where they are "
             "scattered")},
        {translated("L1 rate"), QStringLiteral("l1_hit_rate"), true,
         translated("Hits divided by look-ups: sectors of requests where a GPU is chosen, look-ups of lanes "
                    "with stack distances"),
         5},
        {translated("L2 rate"), QStringLiteral("l2_hit_rate")},
        {translated("L1 hits"), QStringLiteral("l1_hits"), true, translated("Hits of look-ups"), 7, 8},
        {translated("L2 hits"), QStringLiteral("l2_hits"), true, {}, {}, 9},
        {translated("L1 look-ups"), QStringLiteral("l1_lookups")},
        {translated("L2 look-ups"), QStringLiteral("l2_lookups")},
        {translated("Traffic"), QStringLiteral("share_of_sectors"), true, translated("Share of all sectors")},
        {translated("L1 misses"), QStringLiteral("share_of_l1_misses"), true,
         translated("Share of all misses of the level"), 12},
        {translated("L2 misses"), QStringLiteral("share_of_l2_misses")},
        {translated("L1 bytes"), QStringLiteral("l1_bytes"), true,
         translated("Moved between SMs and L1; under it, between L1 (or SMs past it) and L2"), 14},
        {translated("L2 bytes"), QStringLiteral("l2_bytes")},
        {translated("DRAM bytes"), QStringLiteral("dram_bytes"), true,
         translated("Moved between L2 and memory")},
        {translated("L1 cold"), QStringLiteral("l1_cold_misses"), true,
         translated("Misses that no capacity would have helped; under them, those of L2. Known where misses "
                    "are explained (under Caches)"),
         17},
        {translated("L2 cold"), QStringLiteral("l2_cold_misses")},
        {translated("L1 capacity"), QStringLiteral("l1_capacity_misses"), true,
         translated("Misses of a fully associative LRU cache of the same capacity, too"), 19},
        {translated("L2 capacity"), QStringLiteral("l2_capacity_misses")},
        {translated("L1 conflict"), QStringLiteral("l1_conflict_misses"), true,
         translated("Misses that a fully associative LRU cache of the same capacity has not"), 21},
        {translated("L2 conflict"), QStringLiteral("l2_conflict_misses")},
    };
}

QString dram_detail(const TrafficWindow& traffic) {
    return traffic.knows_written
               ? QString()
               : translated("; what L2 writes to memory is known for the whole recording alone");
}

AllocationSums sum_of_all(const TrafficNumbers& numbers) {
    if (numbers.traffic) return allocation_sums(numbers.traffic->total);
    AllocationSums all;
    for (const AllocationSums& sums : numbers.allocations.allocations)
        all += sums;
    return all;
}

} // namespace

std::vector<TableColumn> allocation_traffic_columns() {
    auto columns = number_columns({translated("Allocation"), QStringLiteral("allocation")});
    columns.push_back({translated("Role"), QStringLiteral("role")});
    return columns;
}

std::vector<TableRow> allocation_traffic_rows(const RecordingInfo& info, const TrafficNumbers& numbers) {
    const AllocationSums all = sum_of_all(numbers);
    std::vector<TableRow> rows;
    const auto add = [&](const TableCell& name, const TrafficCells& cells, const QString& role) {
        rows.push_back({name});
        append_numbers(rows.back(), cells, all);
        rows.back().push_back(text_cell(role));
    };
    const QString detail = numbers.traffic ? dram_detail(*numbers.traffic) : QString();
    TrafficCells everything{all, numbers.traffic.has_value(), {}, detail};
    if (numbers.traffic) everything.moved = moved_bytes(numbers.traffic->total);
    if (numbers.explained) explain(everything, numbers.traffic->total);
    add(text_cell(translated("Everything")), everything, {});
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < numbers.allocations.allocations.size(); ++i) {
        TrafficCells cells{numbers.allocations.allocations[i], true, {}, detail};
        if (numbers.traffic) cells.moved = moved_bytes(numbers.traffic->allocations[i]);
        if (numbers.explained) explain(cells, numbers.traffic->allocations[i]);
        add(text_cell(text_of(labels[i])), cells, capitalised(name_of(info.allocations[i].role)));
    }
    return rows;
}

std::vector<TrafficLine> traffic_lines(const RecordingInfo& info, const std::optional<TrafficWindow>& traffic,
                                       bool each_instruction) {
    const std::vector<TrafficSums> none(traffic ? 0 : info.instructions.size());
    const std::vector<TrafficSums>& sums = traffic ? traffic->instructions : none;
    std::vector<TrafficLine> lines;
    for (SourceLineSums& line : sums_by_line(info, sums, true)) {
        if (!each_instruction) {
            lines.push_back(
                {line.file, line.line, line.name, std::move(line.instructions), false, line.sums});
            continue;
        }
        for (const std::uint32_t instruction : line.instructions)
            lines.push_back({line.file, line.line, line.name, {instruction}, true, sums[instruction]});
    }
    return lines;
}

QString name_of_line(const TrafficLine& line) {
    QString name = line.file.empty() ? translated("not known") : text_of(line.name);
    if (line.one_instruction) name += QStringLiteral(" #%1").arg(line.instructions.front());
    return name;
}

std::vector<TableColumn> line_traffic_columns() {
    auto columns = number_columns({translated("Source line"), QStringLiteral("source_line")});
    for (TableColumn& column : columns) {
        if (column.csv_name != QStringLiteral("dram_bytes")) continue;
        column.title = translated("DRAM read");
        column.tool_tip = translated(
            "Bytes moved from memory into L2. What L2 writes to memory is known by allocation alone");
    }
    columns.push_back(
        {translated("Source"), QStringLiteral("source"), true, translated("The line as it is written")});
    columns.push_back({translated("Function"), QStringLiteral("function")});
    columns.push_back(
        {translated("Operation"), QStringLiteral("operation"), true, translated("Of its instructions")});
    return columns;
}

namespace {

struct LineTexts {
    QString source;
    QString function;
    QString operations;
};

LineTexts texts_of(const RecordingInfo& info, const SourceTexts& sources, const TrafficLine& line) {
    LineTexts texts{text_of(sources.line(line.file, line.line)), {}, {}};
    QStringList functions;
    QStringList operations;
    for (const std::uint32_t i : line.instructions) {
        const Instruction& instruction = info.instructions[i];
        functions.append(text_of(instruction.location.function));
        operations.append(
            translated("%1 %2, %3 B")
                .arg(text_of(name_of(instruction.operation)), text_of(name_of(instruction.space)))
                .arg(instruction.bytes_per_lane));
    }
    functions.removeDuplicates();
    operations.removeDuplicates();
    texts.function = functions.join(QStringLiteral(", "));
    texts.operations = operations.join(QStringLiteral("; "));
    return texts;
}

/// What the tool tip of a line's name says below it.
QString detail_of(const TrafficLine& line, const LineTexts& texts) {
    QStringList lines{QStringLiteral("%1:%2").arg(text_of(line.file), QString::number(line.line))};
    if (line.file.empty()) lines = QStringList{translated("The recording does not say which line this is")};
    for (const QString& text : {texts.function, texts.source})
        if (!text.isEmpty()) lines.append(text);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

std::vector<TableRow> line_traffic_rows(const RecordingInfo& info, const std::vector<TrafficLine>& lines,
                                        const TrafficNumbers& numbers) {
    const std::optional<TrafficWindow>& traffic = numbers.traffic;
    std::vector<TableRow> rows;
    const auto append_texts = [](TableRow& row, const LineTexts& texts) {
        for (const QString& text : {texts.source, texts.function, texts.operations})
            row.push_back(text_cell(text));
    };
    const auto add = [&](const TableCell& name, const TrafficSums& sums, const LineTexts& texts) {
        rows.push_back({name});
        if (traffic) {
            MovedBytes moved = moved_bytes(sums);
            moved.dram = moved.dram_read; // of everything, too, so that lines are shares of it
            TrafficCells cells{allocation_sums(sums), true, moved, {}};
            if (numbers.explained) explain(cells, sums);
            append_numbers(rows.back(), cells, allocation_sums(traffic->total));
        } else {
            append_no_numbers(rows.back());
        }
        append_texts(rows.back(), texts);
    };
    add(text_cell(translated("Everything"),
                  translated("With what L1 writes back, which belongs to no instruction")),
        traffic ? traffic->total : TrafficSums{}, {});
    const SourceTexts sources(info);
    for (const TrafficLine& line : lines) {
        const LineTexts texts = texts_of(info, sources, line);
        add(text_cell(name_of_line(line), detail_of(line, texts)), line.sums, texts);
    }
    return rows;
}

} // namespace hitmap
