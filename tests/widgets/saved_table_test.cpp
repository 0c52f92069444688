#include "core/trace/model/element_kind.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/messages/job_bar.h"
#include "widgets/table/data_table.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QTableView>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Rows of two numbers, the second of which falls. A thread that makes row `closed` waits until the gate
/// opens.
class GatedRows final : public RowSource {
public:
    static constexpr std::size_t closed = 2500;
    [[nodiscard]] std::size_t size() const override { return 3000; }
    [[nodiscard]] TableCell cell(std::size_t row, std::size_t column) const override {
        if (row == closed) open.wait(false);
        return count_cell(column == 0 ? row : size() - row);
    }
    mutable std::atomic<bool> open = false;
};

class SavedTableTest : public testing::Test {
protected:
    SavedTableTest()
        : table_(QStringLiteral("saved_table"),
                 {{QStringLiteral("Number"), QStringLiteral("number")},
                  {QStringLiteral("Rest"), QStringLiteral("rest")}},
                 DataTable::Height::scrolls) {
        table_.resize(400, 300);
        table_.show();
        QObject::connect(&table_, &DataTable::saved, [this] { ++saved_; });
        QObject::connect(&table_, &DataTable::failed, [this](const QString& text) { failure_ = text; });
    }
    ~SavedTableTest() override { open_gate(); }
    void open_gate() const {
        rows_->open = true;
        rows_->open.notify_all();
    }
    QString path() { return folder_.filePath(QStringLiteral("rows.csv")); }
    QByteArray contents() {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QStringList files() { return QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden); }
    JobBar& bar() { return *table_.findChild<JobBar*>(QStringLiteral("saved_table_saving")); }
    template <class Condition>
    static bool wait(Condition condition) {
        return QTest::qWaitFor(condition, patience_ms);
    }

    std::shared_ptr<GatedRows> rows_ = std::make_shared<GatedRows>();
    QTemporaryDir folder_;
    int saved_ = 0;
    QString failure_;
    DataTable table_;
};

TEST_F(SavedTableTest, TheFileAppearsWhenItIsCompleteAndHasTheShownOrder) {
    open_gate();
    table_.set_source(rows_);
    table_.view().sortByColumn(1, Qt::AscendingOrder);
    ASSERT_TRUE(wait([this] { return !table_.order_job().running(); }));
    rows_->open = false;
    table_.set_file_stem(QStringLiteral("rows"), "{}\n");
    table_.save_csv(path());
    ASSERT_TRUE(wait([this] { return bar().isVisible(); })) << "the events go on while the file is written";
    EXPECT_FALSE(QFile::exists(path()));
    open_gate();
    ASSERT_TRUE(wait([this] { return saved_ == 1; })) << failure_.toStdString();
    std::string expected = "number,rest\n";
    for (int row = 2999; row >= 0; --row)
        expected += std::to_string(row) + "," + std::to_string(3000 - row) + "\n";
    EXPECT_EQ(contents().toStdString(), expected);
    EXPECT_EQ(files(), (QStringList{QStringLiteral("rows.csv"), QStringLiteral("rows.csv.json")}));
    EXPECT_FALSE(bar().isVisible());
}

TEST_F(SavedTableTest, StoppedItLeavesTheOldFileAlone) {
    {
        QFile old(path());
        ASSERT_TRUE(old.open(QIODevice::WriteOnly));
        old.write("old");
    }
    table_.set_source(rows_);
    table_.save_csv(path());
    ASSERT_TRUE(wait([this] { return bar().isVisible(); }));
    table_.save_csv(folder_.filePath(QStringLiteral("other.csv")));
    EXPECT_NE(failure_.indexOf(QStringLiteral("still being saved")), -1) << failure_.toStdString();
    auto* const stop = bar().findChild<QAbstractButton*>();
    ASSERT_NE(stop, nullptr);
    QTest::mouseClick(stop, Qt::LeftButton);
    EXPECT_FALSE(bar().isVisible());
    open_gate();
    ASSERT_TRUE(wait([this] { return files() == QStringList{QStringLiteral("rows.csv")}; }))
        << files().join(QLatin1Char(' ')).toStdString();
    EXPECT_EQ(contents(), "old");
    EXPECT_EQ(saved_, 0);
}

TEST_F(SavedTableTest, ResultsOfTheSameRowsAreShownWithoutASignalForEveryRow) {
    open_gate();
    table_.set_source(rows_);
    QCoreApplication::processEvents();
    int changed = 0;
    QObject::connect(
        &table_.model(), &QAbstractItemModel::dataChanged,
        [&](const QModelIndex& first, const QModelIndex& last) { changed += last.row() - first.row() + 1; });
    /// The same number of rows, with other values.
    class OtherRows final : public RowSource {
    public:
        [[nodiscard]] std::size_t size() const override { return 3000; }
        [[nodiscard]] TableCell cell(std::size_t row, std::size_t column) const override {
            return count_cell(row + column + 70000);
        }
    };
    const QString before = table_.sorted().index(2, 0).data().toString();
    table_.set_source(std::make_shared<OtherRows>());
    EXPECT_GT(changed, 2) << "those that are visible";
    EXPECT_LT(changed, 300);
    EXPECT_NE(table_.sorted().index(2, 0).data().toString(), before);
}

/// Tables that have rows when a recording is open and an element is selected.
const std::set<std::string>& filled_tables() {
    static const std::set<std::string> names{"accesses",        "allocation_traffic",
                                             "line_traffic",    "recording_allocations",
                                             "recording_facts", "selection",
                                             "simt_rows",       "sms",
                                             "statistics",      "worst"};
    return names;
}

/// Searches in the tables of the window.
class TableSearchTest : public WindowFixture {
protected:
    /// The number of rows in which a condition holds for a cell.
    template <class Holds>
    static int rows_with(const std::vector<TableRow>& rows, Holds holds) {
        return static_cast<int>(std::ranges::count_if(
            rows, [&](const TableRow& row) { return std::ranges::any_of(row, holds); }));
    }
};

TEST_F(TableSearchTest, EveryTableOfTheWindowIsSearchedByTextNumberAndRegularExpression) {
    open_tiny();
    pane().set_selection(Selection{box_kind, 0});
    ASSERT_TRUE(settle());
    std::set<std::string> searched;
    for (DataTable* table : window_->findChildren<DataTable*>()) {
        // Panels fill their tables when they are shown.
        for (QWidget* parent = table; parent != nullptr; parent = parent->parentWidget())
            if (auto* const dock = qobject_cast<QDockWidget*>(parent)) {
                dock->show();
                dock->raise();
            }
        const std::string name = table->objectName().toStdString();
        if (filled_tables().contains(name)) {
            ASSERT_TRUE(wait([&] { return !table->model().rows().empty(); })) << name;
        }
        const std::vector<TableRow> rows = table->model().rows();
        EXPECT_TRUE(table->view().isSortingEnabled()) << table->objectName().toStdString();
        if (rows.empty()) continue;
        SCOPED_TRACE(table->objectName().toStdString());
        searched.insert(name);
        table->find();
        auto* search = window_->findChild<QLineEdit*>(table->objectName() + QStringLiteral("_search"));
        ASSERT_NE(search, nullptr);
        const auto found = [&](const char* text) {
            search->clear();
            QTest::keyClicks(search, QString::fromLatin1(text));
            return table->sorted().rowCount();
        };
        EXPECT_EQ(found("no such text"), 0);
        EXPECT_EQ(found(">= 0.5"), rows_with(rows, [](const TableCell& cell) {
                      const auto number = shown_number(cell);
                      return number && *number >= 0.5;
                  }));
        EXPECT_EQ(found("/[aeiou]{2}/"), rows_with(rows, [](const TableCell& cell) {
                      return cell_text(cell).contains(QRegularExpression(
                          QStringLiteral("[aeiou]{2}"), QRegularExpression::CaseInsensitiveOption));
                  }));
        search->clear();
        EXPECT_EQ(table->sorted().rowCount(), static_cast<int>(rows.size()));
    }
    EXPECT_TRUE(std::ranges::includes(searched, filled_tables()));
}

TEST_F(TableSearchTest, NoTableIsWithoutSearchButMatrices) {
    open_tiny();
    for (QTableView* view : window_->findChildren<QTableView*>()) {
        bool in_data_table = false;
        for (QWidget* parent = view->parentWidget(); parent != nullptr; parent = parent->parentWidget())
            in_data_table = in_data_table || qobject_cast<DataTable*>(parent) != nullptr;
        EXPECT_TRUE(in_data_table || view->objectName().endsWith(QStringLiteral("_matrix")))
            << view->objectName().toStdString();
    }
}

} // namespace
} // namespace hitmap
