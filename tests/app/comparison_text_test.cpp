#include "app/cli/report/comparison_text.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(Grouped, PutsACommaBeforeEveryThreeDigits) {
    struct Row {
        double number;
        int decimals;
        const char* text;
    };
    for (const Row& row :
         {Row{0, 0, "0"}, Row{999, 0, "999"}, Row{1000, 0, "1,000"}, Row{1234567.26, 1, "1,234,567.3"},
          Row{-1234567, 0, "-1,234,567"}, Row{-123, 1, "-123.0"}, Row{100000, 0, "100,000"}})
        EXPECT_EQ(grouped(row.number, row.decimals), row.text);
}

TEST(ComparisonTable, IsForAPerson) {
    KindSums a;
    a.accesses = 1200;
    a.elements_accessed = 10;
    a.l1 = {std::uint64_t{hit_unit} * 873, 1000, 0, 0};
    KindSums b = a;
    b.accesses = 1216;
    b.elements_accessed = 10;
    b.l1.hits += std::uint64_t{hit_unit} * 31 + hit_unit / 8 * 3;
    b.l2 = {0, 4, 0, 0};
    const auto table =
        compare_totals(std::vector{a, KindSums{}, KindSums{}}, std::vector{b, KindSums{}, KindSums{}});
    EXPECT_EQ(comparison_table(std::span(table).subspan(1, 1)),
              R"(                                     A                 B             B - A
boxes
  accesses                       1,200             1,216               +16      +1.3 %
  elements accessed                 10                10                 0       0.0 %
  L1 hit rate                   87.3 %            90.4 %           +3.1 pp
  L1 hits                        873.0             904.4             +31.4      +3.6 %
  L1 look-ups                    1,000             1,000                 0       0.0 %
  L1 misses                      127.0              95.6             -31.4     -24.7 %
  L2 hit rate                        -             0.0 %                 -
  L2 hits                            0                 0                 0
  L2 look-ups                        0                 4                +4
  L2 misses                          0                 4                +4
)");
    EXPECT_EQ(comparison_table(std::span(table).subspan(3, 1)),
              R"(                                     A                 B             B - A
pixels
  accesses                           0                 0                 0
  elements accessed                  0                 0                 0
)");
}

} // namespace
} // namespace hitmap
