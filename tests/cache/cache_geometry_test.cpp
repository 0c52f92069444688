#include "core/base/error.h"
#include "core/cache/array/cache_geometry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(CacheGeometry, ReadsCapacityLineAndWays) {
    EXPECT_EQ(parse_cache_geometry("32KiB:128:64"), (CacheGeometry{32768, 128, 128, 64, "lru", "linear"}));
    EXPECT_EQ(parse_cache_geometry("6MiB:32:16"), (CacheGeometry{6291456, 32, 32, 16, "lru", "linear"}));
    EXPECT_EQ(parse_cache_geometry("32KiB:128/32:full:lru:linear"),
              (CacheGeometry{32768, 128, 32, 256, "lru", "linear"}));
}

TEST(CacheGeometry, WritesTextThatReadsTheSame) {
    for (const char* text : {"32KiB:128:64", "6MiB:32:16", "1000000:16:1", "96B:32:2", "48:16:full",
                             "4MiB:128/32:16", "2TiB:4096:full", "16KiB:128:4:fermi:fermi-l1",
                             "24KiB:128/32:48:lru:pascal-l1", "2MiB:128/32:16:plru", "1KiB:64:2:fifo:xor"}) {
        const CacheGeometry geometry = parse_cache_geometry(text);
        EXPECT_EQ(parse_cache_geometry(to_string(geometry)), geometry) << text;
    }
    EXPECT_EQ(to_string(parse_cache_geometry("32 KiB:128/128:64:lru:linear")), "32KiB:128:64");
    EXPECT_EQ(to_string(parse_cache_geometry("32KiB:128/32:256")), "32KiB:128/32:full");
}

TEST(CacheGeometry, TakesWhatIsLeftOutFromAnother) {
    struct Row {
        const char* standard;
        const char* text;
        const char* expected;
    };
    const Row rows[] = {
        {"64KiB:128/32:4:plru:xor", "32KiB", "32KiB:128/32:4:plru:xor"},
        {"64KiB:128/32:full", "32 KiB", "32KiB:128/32:full"},
        {"64KiB:128/32:4:plru:xor", "32KiB:64:2", "32KiB:64/32:2:plru:xor"},
        {"64KiB:128/64:4:plru:xor", "32KiB:32:2:lru", "32KiB:32:2:lru:xor"},
        {"64KiB:128/32:4:plru:xor", "32KiB:64/16:2:lru:linear", "32KiB:64/16:2"},
        {"32KiB:128:64", "64KiB", "64KiB:128:64"},
        {"32KiB:128:64", "64KiB:256:4", "64KiB:256:4"}, // if the standard has no sectors, the result has none
    };
    for (const Row& row : rows) {
        EXPECT_EQ(parse_cache_geometry(row.text, parse_cache_geometry(row.standard)),
                  parse_cache_geometry(row.expected))
            << row.text << " with " << row.standard;
    }
    const CacheGeometry standard = parse_cache_geometry("64KiB:128/32:4");
    for (const char* text : {"", "KiB", "100", "256", "64KiB:128"})
        EXPECT_THROW(static_cast<void>(parse_cache_geometry(text, standard)), UsageError) << text;
}

TEST(CacheGeometry, NamesThePartThatIsWrong) {
    const struct {
        const char* text;
        const char* message;
    } cases[] = {
        {"", "expected CAPACITY:LINE:WAYS"},
        {"32KiB:128", "expected CAPACITY:LINE:WAYS"},
        {"32KiB:128:64:lru:linear:x", "expected CAPACITY:LINE:WAYS"},
        {"32KiB:128/32/8:64", "expected CAPACITY:LINE:WAYS"},
        {"32kb:128:64", "capacity: size '32kb' is not a number of bytes"},
        {"0:128:64", "capacity '0' is not a multiple of the line, 128 bytes"},
        {"1000:128:4", "capacity '1000' is not a multiple of the line, 128 bytes"},
        {"32KiB:100:64", "line '100' is not a power of two from 16 to 4096 bytes"},
        {"32KiB:8:64", "line '8' is not a power of two"},
        {"32KiB:8192:4", "line '8192' is not a power of two"},
        {"32KiB:x:4", "line 'x' is not a power of two"},
        {"32KiB::4", "line '' is not a power of two"},
        {"32KiB:128/256:64", "sector '256' is not a power of two from 16 to 128 bytes, the line"},
        {"32KiB:128/24:64", "sector '24' is not"},
        {"32KiB:128:0", "ways '0' are not a number from 1 to 256 (capacity / line), nor 'full'"},
        {"32KiB:128:257", "ways '257' are not"},
        {"32KiB:128:-1", "ways '-1' are not"},
        {"32KiB:128:64:mru", "policy 'mru' is not known; expected lru"},
        {"32KiB:128:64:lru:prime", "index 'prime' is not known; expected linear, xor"},
        {"99999999999GiB:128:64", "size '99999999999GiB' is not a number of bytes"},
    };
    for (const auto& c : cases) {
        try {
            static_cast<void>(parse_cache_geometry(c.text));
            ADD_FAILURE() << c.text << " was accepted";
        } catch (const UsageError& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(c.message));
            EXPECT_THAT(error.what(), testing::HasSubstr("'" + std::string(c.text) + "'"));
        }
    }
}

TEST(Size, ReadsUnits) {
    EXPECT_EQ(parse_size("4096"), 4096U);
    EXPECT_EQ(parse_size("4096 B"), 4096U);
    EXPECT_EQ(parse_size("32KiB"), 32768U);
    EXPECT_EQ(parse_size("6 MiB"), 6291456U);
    EXPECT_EQ(parse_size("5.5MiB"), 5767168U);
    EXPECT_EQ(parse_size("1GiB"), 1073741824U);
    EXPECT_EQ(parse_size("2TiB"), std::uint64_t{1} << 41);
    EXPECT_EQ(parse_size("18446744073709551615"), ~std::uint64_t{0});
    EXPECT_EQ(parse_size("0"), 0U);
}

TEST(Size, RefusesAnythingElse) {
    for (const char* text :
         {"", "KiB", "-1", "+1", "1 kB", "1e3", "1.5", "1.KiB", ".5KiB", "0.3KiB", "1 KiB ", "1  KiB", " 1",
          "18446744073709551616", "16777216TiB", "1..5KiB", "0x10"})
        EXPECT_THROW(static_cast<void>(parse_size(text)), UsageError) << text;
}

TEST(Size, IsWrittenInTheLargestUnitThatDivides) {
    EXPECT_EQ(format_size(0), "0 B");
    EXPECT_EQ(format_size(1023), "1023 B");
    EXPECT_EQ(format_size(32768), "32 KiB");
    EXPECT_EQ(format_size(6291456), "6 MiB");
    EXPECT_EQ(format_size(6291457), "6291457 B");
    EXPECT_EQ(format_size(std::uint64_t{3} << 30), "3 GiB");
}

} // namespace
} // namespace hitmap
