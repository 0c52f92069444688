#include "core/report/contents/eviction_columns.h"

namespace hitmap {

ReportColumns<EvictionRow> eviction_columns() {
    return {
        {{.key = "kind",
          .title = "Kind",
          .type = CellType::text,
          .help = "Whether rows tell allocations apart, or the levels of the boxes in lines"},
         &EvictionRow::kind},
        {{.key = "level", .title = "Cache", .type = CellType::text},
         [](const EvictionRow& row) { return CellValue(name_of(row.level)); }},
        {{.key = "evicted",
          .title = "Evicted",
          .type = CellType::text,
          .help = "What the line was put in for"},
         &EvictionRow::evicted},
        {{.key = "evicted_by",
          .title = "Evicted by",
          .type = CellType::text,
          .help = "What the line that took its place was put in for"},
         &EvictionRow::evicted_by},
        {{.key = "evictions", .title = "Evictions", .help = "Lines that were evicted"},
         [](const EvictionRow& row) { return row.cell.evictions; }},
        {{.key = "asked_again",
          .title = "Asked again",
          .help = "Those that were put in again later: each is a miss that the eviction caused"},
         [](const EvictionRow& row) { return row.cell.asked_again; }},
        {{.key = "dirty", .title = "Dirty", .help = "Those with sectors that had to be written back"},
         [](const EvictionRow& row) { return row.cell.dirty; }},
    };
}

} // namespace hitmap
