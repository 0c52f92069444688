#include "tests/widgets/common.h"
#include "widgets/table/row_order.h"
#include "widgets/table/table_model.h"

#include <QtCore/QLocale>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

namespace hitmap {
namespace {

/// Rows of a number, a number that every third row lacks, and a text; counts the cells that were made.
class MadeRows final : public RowSource {
public:
    explicit MadeRows(std::size_t size) : size_(size) {}
    [[nodiscard]] std::size_t size() const override { return size_; }
    [[nodiscard]] TableCell cell(std::size_t row, std::size_t column) const override {
        ++made;
        if (column == 0) return count_cell(row * 7919 % 1000);
        if (column == 1) return row % 3 == 0 ? text_cell({}) : count_cell(row / 2);
        return text_cell(row % 5 == 0 ? QStringLiteral("miss") : QStringLiteral("Hit"));
    }
    mutable std::atomic<std::uint64_t> made = 0;

private:
    std::size_t size_;
};

class RowSourceTest : public testing::Test {
protected:
    RowSourceTest() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    static std::vector<TableColumn> columns() {
        return {{QStringLiteral("Number"), QStringLiteral("number")},
                {QStringLiteral("Half"), QStringLiteral("half")},
                {QStringLiteral("Result"), QStringLiteral("result")}};
    }
    static std::vector<std::uint32_t> ordered(const RowSource& source, const char* query,
                                              std::optional<std::size_t> column, Qt::SortOrder direction) {
        const QStringList titles{QStringLiteral("Number"), QStringLiteral("Half"), QStringLiteral("Result")};
        return ordered_rows(source, titles, {TableQuery(QString::fromUtf8(query)), column, direction}, {});
    }
    /// The reference: all rows in memory, sorted and searched by the table of other panels.
    static std::vector<std::uint32_t> in_memory(const RowSource& source, const char* query,
                                                std::optional<std::size_t> column, Qt::SortOrder direction) {
        TableModel model(columns());
        std::vector<TableRow> rows(source.size());
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t each = 0; each < 3; ++each)
                rows[row].push_back(source.cell(row, each));
        model.set_rows(std::move(rows));
        SortedTable sorted(model);
        sorted.set_query(QString::fromUtf8(query));
        sorted.sort(column ? static_cast<int>(*column) : -1, direction);
        std::vector<std::uint32_t> order;
        for (int row = 0; row < sorted.rowCount(); ++row)
            order.push_back(static_cast<std::uint32_t>(sorted.mapToSource(sorted.index(row, 0)).row()));
        return order;
    }
};

TEST_F(RowSourceTest, SortsAndSearchesAsTablesInMemory) {
    const MadeRows source(300);
    for (const char* const query : {"", "miss", "result = hit", "> 100", "half >= 30, number < 500", "/^m/"})
        for (const auto column : {std::optional<std::size_t>{}, std::optional<std::size_t>{0},
                                  std::optional<std::size_t>{1}, std::optional<std::size_t>{2}})
            for (const auto direction : {Qt::AscendingOrder, Qt::DescendingOrder})
                EXPECT_EQ(ordered(source, query, column, direction),
                          in_memory(source, query, column, direction))
                    << query << " " << column.value_or(9) << " " << direction;
}

TEST_F(RowSourceTest, SortsInPieces) {
    const MadeRows source(200'000);
    const auto rows = ordered(source, "", 0, Qt::AscendingOrder);
    ASSERT_EQ(rows.size(), source.size());
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const std::uint64_t a = rows[i - 1] * 7919ULL % 1000;
        const std::uint64_t b = rows[i] * 7919ULL % 1000;
        ASSERT_TRUE(a < b || (a == b && rows[i - 1] < rows[i])) << i;
    }
}

TEST_F(RowSourceTest, MakesTheShownRowsOnly) {
    const auto source = std::make_shared<MadeRows>(1'000'000);
    TableModel model(columns());
    model.set_source(source);
    EXPECT_EQ(model.rowCount(), 1'000'000);
    EXPECT_EQ(source->made, 0U);
    EXPECT_EQ(model.data(model.index(999'999, 1)).toString(), QStringLiteral("–"));
    EXPECT_EQ(model.data(model.index(500'000, 1)).toString(), QStringLiteral("250,000"));
    EXPECT_LT(source->made, 20U);
    model.set_order({7, 500'000, 4});
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.data(model.index(1, 1)).toString(), QStringLiteral("250,000"));
    EXPECT_EQ(model.source_row(2), 4);
    EXPECT_EQ(model.row_of_source(500'000), 1);
    EXPECT_EQ(model.row_of_source(8), std::nullopt);
}

TEST_F(RowSourceTest, AComparisonMakesTheCellsOfItsColumnOnly) {
    const MadeRows source(1000);
    EXPECT_EQ(ordered(source, "result = miss", {}, Qt::AscendingOrder).size(), 200U);
    EXPECT_EQ(source.made, 1000U);
}

} // namespace
} // namespace hitmap
