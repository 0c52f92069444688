#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/capture/spool/made_spool.h"
#include "tests/geometry/temporary_folder.h"

#include <gmock/gmock.h>

#include "capture/spool/make_recording.h"

namespace hitmap::test {

namespace {

using capture::RecordingSummary;

/// A recording that was made of a spool.
class Made {
public:
    explicit Made(const MadeSpool& spool, const capture::RecordingLimits& limits = {})
        : summary_(capture::make_recording(spool.write(path("r.spool")), path("r.hmt"), "test", {}, limits)),
          file_(open_file(path("r.hmt"))) {}

    [[nodiscard]] const std::string& line() const { return summary_.line; }
    [[nodiscard]] std::uint64_t requests() const { return file_.info().requests; }
    /// Empty if the recording has no such option.
    [[nodiscard]] std::string option(const std::string& name) const {
        for (const auto& [key, value] : file_.info().options)
            if (key == name) return value;
        return {};
    }
    [[nodiscard]] const RecordingInfo& info() const { return file_.info(); }

private:
    [[nodiscard]] std::string path(const char* name) const { return folder_.path(name); }

    TemporaryFolder folder_;
    RecordingSummary summary_;
    HmtFile file_;
};

std::vector<capture::Access> loads(std::size_t count) {
    return std::vector(count, MadeSpool::load({{0, 4}}));
}

} // namespace

TEST(SpoolLoss, ReachesTheEndOfPiecesWithGapsBetweenThem) {
    MadeSpool spool;
    // The columns of a mat3 in std430: 36 bytes, of which the last is byte 43.
    spool.accesses = {MadeSpool::load({{0, 12}, {16, 12}, {32, 12}})};
    spool.buffer_bytes = 64 + 44;
    EXPECT_EQ(Made(spool).option("capture-lane-accesses-out-of-range"), "");
    spool.buffer_bytes = 64 + 40;
    EXPECT_EQ(Made(spool).option("capture-lane-accesses-out-of-range"), "1") << "of the lane at byte 64";
}

TEST(SpoolLoss, SaysThatItHoldsAll) {
    MadeSpool spool;
    spool.accesses = loads(3);
    spool.launches = 2;
    const Made made(spool);
    EXPECT_EQ(made.line(), "2 launches, 6 requests, 12 lane accesses, all of them");
    EXPECT_EQ(made.option("capture-held"), "100.00 %");
    EXPECT_EQ(made.requests(), 6U);
}

TEST(SpoolLoss, CountsWhatIsBehindARecordThatIsNone) {
    MadeSpool spool;
    spool.accesses = loads(10);
    spool.unwritten_record = 8; // leaves three records of three units each
    const Made made(spool);
    EXPECT_EQ(made.line(), "1 launch, 7 requests, 14 lane accesses, not all of them: "
                           "72 bytes of the log could not be read");
    EXPECT_EQ(made.option("capture-held"), "76.32 %") << "29 of 38 units";
    EXPECT_EQ(made.option("capture-log-bytes-not-read"), "72");
    EXPECT_EQ(made.requests(), 7U);
}

TEST(SpoolLoss, CountsAllUnitsIfTheFirstRecordIsNone) {
    MadeSpool spool;
    spool.unwritten_record = 0;
    const Made made(spool);
    EXPECT_EQ(made.line(), "1 launch, 0 requests, 0 lane accesses, not all of them: "
                           "72 bytes of the log could not be read");
}

TEST(SpoolLoss, TheRoomAtTheEndOfAFullLogIsPartOfTheLoss) {
    MadeSpool spool;
    spool.lost_units = 100;
    EXPECT_EQ(Made(spool).line(), "1 launch, 1 request, 2 lane accesses, 9.91 % of the log; a log of 1 MiB "
                                  "would hold all, or --lossless");
    spool.room_units = 2;
    const Made made(spool);
    EXPECT_EQ(made.option("capture-log-bytes-not-read"), "");
    // Without a loss, a record is missing there.
    spool.lost_units = 0;
    EXPECT_EQ(Made(spool).line(),
              "1 launch, 1 request, 2 lane accesses, not all of them: 16 bytes of the log could not be read");
}

TEST(SpoolLoss, SaysThatASpoolHasNoEnd) {
    MadeSpool spool;
    spool.ended = false;
    EXPECT_EQ(Made(spool).line(), "1 launch, 1 request, 2 lane accesses, not all of them: the spool has no "
                                  "end: the process was killed, ended by _exit, or could not write it");
    spool.lost_units = 100;
    EXPECT_EQ(
        Made(spool).line(),
        "1 launch, 1 request, 2 lane accesses, 9.91 % of the log; a log of 1 MiB would hold all, or "
        "--lossless; the spool has no end: the process was killed, ended by _exit, or could not write it");
}

TEST(SpoolLoss, RecordsOfLaunchesThatHadNotEndedAreKept) {
    MadeSpool spool;
    spool.ended = false;
    spool.launches = 4;
    spool.unended_launches = 3;
    spool.launches_without_records = 2;
    const Made made(spool);
    EXPECT_EQ(made.line(),
              "2 launches, 2 requests, 4 lane accesses, not all of them: the spool has no end: "
              "the process was killed, ended by _exit, or could not write it; 2 launches that had not ended "
              "left no records");
    EXPECT_EQ(made.option("capture-launches-without-records"), "2");
    EXPECT_EQ(made.requests(), 2U);
    spool.launches = 1;
    spool.unended_launches = 1;
    spool.launches_without_records = 0;
    spool.unended_are_indirect = true;
    const Made indirect(spool);
    EXPECT_EQ(indirect.info().launches.at(0).grid, (std::array<std::uint32_t, 3>{1, 1, 1}));
    EXPECT_EQ(indirect.requests(), 1U);
    spool.launches_without_records = 1;
    EXPECT_THROW(Made{spool}, capture::NothingRecorded);
}

TEST(SpoolLoss, LaunchesThatWereNotSubmittedHaveNoRecords) {
    const TemporaryFolder folder;
    const std::string path = folder.path("r.spool");
    MadeSpool spool;
    spool.unended_launches = 1;
    capture::SpoolWriter writer(path);
    spool.write_to(writer);
    writer.write(capture::SpoolNoBegunLaunches{0, 1});
    EXPECT_EQ(capture::make_recording(path, folder.path("r.hmt"), "test").launches, 1U) << "it has number 0";
    writer.write(capture::SpoolNoBegunLaunches{1, 0});
    EXPECT_EQ(capture::make_recording(path, folder.path("r.hmt"), "test").launches, 1U) << "another device";
    writer.write(capture::SpoolNoBegunLaunches{0, 0});
    try {
        capture::make_recording(path, folder.path("r.hmt"), "test");
        FAIL();
    } catch (const capture::NothingRecorded&) {
        FAIL() << "such a spool is removed, and it has records";
    } catch (const capture::SpoolError& error) {
        EXPECT_EQ(std::string(error.what()), path + ": it has records, but no launch that they belong to");
    }
}

TEST(SpoolLoss, SaysWhatARecordingHasNoRoomFor) {
    MadeSpool spool;
    spool.accesses = loads(5);
    spool.launches = 3;
    spool.buffers = 2;
    capture::RecordingLimits limits;
    limits.launches = 2;
    limits.instructions = 4;
    limits.allocations = 1;
    const Made made(spool, limits);
    EXPECT_EQ(made.line(), "2 launches, 8 requests, 16 lane accesses, not all of them: "
                           "6 records could not be read; "
                           "there is room for 2 launches: 1 launch left out; "
                           "there is room for 4 instructions: 1 instruction left out; "
                           "there is room for 1 allocation: 1 allocation left out");
    EXPECT_EQ(made.requests(), 8U);
    EXPECT_EQ(made.info().instructions.size(), 4U);
    EXPECT_EQ(made.info().allocations.size(), 1U);
    EXPECT_EQ(made.option("capture-launches-left-out"), "1");
    EXPECT_EQ(made.option("capture-instructions-left-out"), "1");
    EXPECT_EQ(made.option("capture-allocations-left-out"), "1");
}

} // namespace hitmap::test
