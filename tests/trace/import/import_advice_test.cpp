#include "core/trace/import/import_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string_view> advice_on(const std::vector<std::string>& warnings) {
    return import_advice(warnings);
}

TEST(ImportAdvice, SaysWhatIsMissingAndWhatToDo) {
    EXPECT_THAT(advice_on({"thread blocks that are not in their file: 1"}),
                ElementsAre(HasSubstr("sums are too low: record again, let the program end")));
    EXPECT_THAT(advice_on({"invalid lines, left out: 3 (line 2)"}),
                ElementsAre(StartsWith("What was left out")));
    EXPECT_THAT(advice_on({"accesses with generic addresses and unknown windows, taken as global: 9"}),
                ElementsAre(StartsWith("What was taken as something else")));
}

TEST(ImportAdvice, SaysEachThingOnce) {
    EXPECT_THAT(advice_on({"sums of spheres, left out: 2", "files that end within a record: 1",
                           "invalid lines, left out: 3"}),
                ElementsAre(StartsWith("What was left out"), StartsWith("What is missing")));
}

TEST(ImportAdvice, IsSilentAboutWhatChangesNothing) {
    EXPECT_THAT(advice_on({}), IsEmpty());
    EXPECT_THAT(advice_on({"files of the folder that are not of the recording, left out: 1 (a.txt)",
                           "schedules of DynamoRIO, which are not read, left out: 1", "3 odd things"}),
                IsEmpty());
}

} // namespace
} // namespace hitmap
