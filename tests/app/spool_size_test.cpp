// When the spool of a recorded program is large, and that the command line says it once.
#include "app/cli/spool/spool_size.h"
#include "app/cli/spool/spool_watch.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t one_gib = std::uint64_t{1} << 30;

TEST(SpoolSize, IsLargeFromAQuarterOfTheRoomOn) {
    EXPECT_FALSE(is_large({0, 0}));
    EXPECT_FALSE(is_large({one_gib, 3 * one_gib}));
    EXPECT_TRUE(is_large({one_gib + 3, 3 * one_gib}));
    EXPECT_TRUE(is_large({1, 0}));
}

TEST(SpoolSize, IsLargeFromEightGibOnWhateverTheRoom) {
    EXPECT_FALSE(is_large({8 * one_gib, 1000 * one_gib}));
    EXPECT_TRUE(is_large({8 * one_gib + 1, 1000 * one_gib}));
    EXPECT_FALSE(is_large({8 * one_gib, {}})) << "the room is not known";
    EXPECT_TRUE(is_large({8 * one_gib + 1, {}}));
}

TEST(SpoolSize, AddsTheSpoolsThatAreThere) {
    const test::TemporaryFolder folder;
    const std::string output = (folder.path() / "a.hmt").string();
    folder.write("a.hmt.run-00000001.7.spool", "12345");
    folder.write("a.hmt.run-00000001.8.spool", "67");
    folder.write("a.hmt.run-00000002.9.spool", "of another run");
    std::vector<SpoolFile> spools = spool_files(output, "run-00000001");
    ASSERT_EQ(spools.size(), 2U);
    spools.push_back({folder.path() / "a.hmt.run-00000001.10.spool", output, "run-00000001", 10}); // gone
    const SpoolSize size = size_of_spools(spools, output);
    EXPECT_EQ(size.bytes, 7U);
    EXPECT_TRUE(size.free.has_value());
}

TEST(SpoolSize, TheTextNamesTheRoomIfItIsKnown) {
    EXPECT_THAT(
        large_spool_text({9 * one_gib, 3 * one_gib / 2}),
        testing::StartsWith("the spool has 9.0 GiB, and 1.5 GiB are left on its disk; the recording"));
    EXPECT_THAT(large_spool_text({9 * one_gib, {}}), Not(HasSubstr("are left")));
}

TEST(SpoolWatch, WarnsOnceWhenTheSpoolIsLarge) {
    constexpr SpoolSize small{1, 100};
    constexpr SpoolSize large{100, 1};
    std::atomic<int> measured{0};
    std::atomic<int> warnings{0};
    std::promise<SpoolSize> warned;
    {
        const SpoolWatch watch([&] { return ++measured < 3 ? small : large; },
                               [&](const SpoolSize& size) {
                                   if (++warnings == 1) warned.set_value(size);
                               },
                               std::chrono::milliseconds(1));
        EXPECT_EQ(warned.get_future().get(), large);
    }
    EXPECT_EQ(warnings.load(), 1);
    EXPECT_EQ(measured.load(), 3) << "nothing is measured after that";
}

TEST(SpoolWatch, EndsWithItsRunWithoutAWarning) {
    std::promise<void> measured;
    std::atomic<bool> is_first{true};
    std::atomic<int> warnings{0};
    {
        // The pause is longer than any test: it must not be waited for.
        const SpoolWatch watch(
            [&] {
                if (is_first.exchange(false)) measured.set_value();
                return SpoolSize{0, 100};
            },
            [&](const SpoolSize&) { ++warnings; }, std::chrono::hours(1));
        measured.get_future().wait();
    }
    EXPECT_EQ(warnings.load(), 0);
}

} // namespace
} // namespace hitmap
