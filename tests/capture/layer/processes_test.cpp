#include "tests/capture/layer/recorded_task.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace hitmap::test {

namespace {

using testing::Contains;
using testing::HasSubstr;

/// The names of the recordings in the folder.
std::vector<std::string> recordings(const TemporaryFolder& folder) {
    std::vector<std::string> names;
    for (const auto& [name, text] : folder.files())
        if (name.ends_with(".hmt")) names.push_back(name);
    return names;
}

/// The arguments after `--` of a shell that runs two tasks, one after the other.
const std::string two_programs = fmt::format("sh -c \"'{0}' odd; '{0}' many\"", HITMAP_CAPTURE_PROGRAM);

Outcome record(const TemporaryFolder& folder, const std::string& arguments) {
    return folder.hitmap("record " + arguments, fmt::format("export VK_ICD_FILENAMES='{}'", HITMAP_LAVAPIPE));
}

std::uint64_t requests_of(const TemporaryFolder& folder, const std::string& name) {
    return HmtFile(open_file((folder.path() / name).string())).info().requests;
}

} // namespace

TEST(Processes, ThePlaceOfTheirNumberKeepsThemApart) {
    const TemporaryFolder folder;
    const Outcome outcome = record(folder, "-o p%p.hmt -- " + two_programs);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(recordings(folder).size(), 2U);
}

TEST(Processes, WithoutThePlaceOfTheirNumberTheyAreCounted) {
    const TemporaryFolder folder;
    const Outcome outcome = record(folder, "-o both.hmt -- " + two_programs);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(recordings(folder), testing::ElementsAre("both.2.hmt", "both.hmt"));
    const std::uint64_t first = requests_of(folder, "both.hmt");
    const std::uint64_t second = requests_of(folder, "both.2.hmt");
    EXPECT_THAT(odd_requests, Contains(first + second - 4352U)) << "odd and many";
}

TEST(Processes, TheLayerAloneWritesARecordingForEach) {
    const RecordedTask task;
    const std::string variables = "HITMAP_CAPTURE_OUTPUT=alone-%p.hmt";
    (void)task.validated("odd", variables);
    (void)task.validated("many", variables);
    const auto names = recordings(task.folder());
    ASSERT_EQ(names.size(), 2U);
    const std::uint64_t both = requests_of(task.folder(), names[0]) + requests_of(task.folder(), names[1]);
    EXPECT_THAT(odd_requests, Contains(both - 4352U));
}

TEST(Processes, TheWindowIsOpenedWithTheRecordingsAfterwards) {
    const TemporaryFolder folder;
    // There is no display, which the window says.
    const Outcome outcome =
        record(folder, fmt::format("-o r.hmt --open -- '{}' odd", HITMAP_CAPTURE_PROGRAM));
    EXPECT_THAT(odd_requests, Contains(requests_of(folder, "r.hmt")));
    EXPECT_THAT(outcome.err, HasSubstr("r.hmt: 1 launch, "));
    EXPECT_THAT(outcome.err, HasSubstr("display"));
    EXPECT_THAT(recordings(folder), testing::ElementsAre("r.hmt"));
}

} // namespace hitmap::test
