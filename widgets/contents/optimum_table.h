#pragma once

#include "widgets/contents/contents_results.h"
#include "widgets/table/data_table.h"

namespace hitmap {

/// The hit rates of lines of L1 and L2 beside those of optimal replacement.
class OptimumTable : public DataTable {
    Q_OBJECT
public:
    explicit OptimumTable(QWidget* parent = nullptr);

    /// @param results  null: no rows
    void show(const ContentsResults* results);
};

} // namespace hitmap
