#include "core/report/rows/address_columns.h"

#include "core/report/rows/level_columns.h"

#include <string>
#include <utility>

namespace hitmap {

namespace {

using Cell = AddressCellRow;

ReportColumns<Cell> cell_columns() {
    return {
        {{.key = "allocation", .title = "Allocation", .type = CellType::text}, &Cell::allocation},
        {{.key = "address",
          .title = "Address",
          .type = CellType::address,
          .help = "First byte; in local memory, the offset in that of a lane"},
         [](const Cell& row) { return row.addresses.first; }},
        {{.key = "address_end",
          .title = "End",
          .type = CellType::address,
          .help = "The byte behind the last one"},
         [](const Cell& row) { return row.addresses.last; }},
        {{.key = "first", .title = "First", .help = "Position at which the interval begins"}, &Cell::first},
        {{.key = "last", .title = "Last", .help = "Position at which the next interval begins"}, &Cell::last},
        {{.key = "sectors",
          .title = "Sectors",
          .help = "Sectors of requests, each once for each request and allocation that ask for it"},
         [](const Cell& row) { return row.sums.sectors; }},
    };
}

ReportColumns<Cell> columns_of_level(const std::string& key, const std::string& name,
                                     std::uint64_t AddressSums::*hits, std::uint64_t AddressSums::*lookups) {
    return one_level_columns<Cell>(key, name, [hits, lookups](const Cell& row) {
        return reported_level(row.sums.*hits, row.sums.*lookups);
    });
}

ReportColumns<Cell> cause_columns(const std::string& level, MissClasses AddressSums::*misses) {
    ReportColumns<Cell> columns;
    const auto add = [&](const std::string& cause, std::uint64_t MissClasses::*of) {
        std::string title = level;
        title[0] = 'L';
        columns.push_back({{.key = level + "_" + cause + "_misses", .title = title + " " + cause},
                           [misses, of](const Cell& row) {
                               return row.explained ? CellValue(row.sums.*misses.*of) : CellValue();
                           }});
    };
    add("cold", &MissClasses::cold);
    add("capacity", &MissClasses::capacity);
    add("conflict", &MissClasses::conflict);
    return columns;
}

} // namespace

const ReportColumns<AddressCellRow>& address_columns() {
    static const ReportColumns<AddressCellRow> columns = [] {
        ReportColumns<Cell> all = cell_columns();
        for (auto& part :
             {columns_of_level("l1_", "L1 ", &AddressSums::l1_hits, &AddressSums::l1_lookups),
              columns_of_level("l2_", "L2 ", &AddressSums::l2_hits, &AddressSums::l2_lookups),
              cause_columns("l1", &AddressSums::l1_misses), cause_columns("l2", &AddressSums::l2_misses)})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return columns;
}

} // namespace hitmap
