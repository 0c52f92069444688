#include "app/record_program/output_lines.h"
#include "app/record_program/record_outcome.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

std::string text_of_lines(const QStringList& lines) {
    return lines.join(QLatin1Char('|')).toStdString();
}

TEST(OutputLines, AreThoseThatATerminalShows) {
    OutputLines lines;
    EXPECT_EQ(text_of_lines(lines.take("one\ntw")), "one");
    EXPECT_EQ(lines.rest(), QStringLiteral("tw"));
    EXPECT_EQ(text_of_lines(lines.take("o\r\n\nlast")), "two|");
    EXPECT_EQ(text_of_lines(lines.take("\r 10 %")), "");
    EXPECT_EQ(lines.rest(), QStringLiteral(" 10 %")) << "a carriage return begins the line anew";
    EXPECT_EQ(text_of_lines(lines.take("\r 20 %\r")), "");
    EXPECT_EQ(lines.rest(), QStringLiteral(" 20 %")) << "until something follows";
    EXPECT_EQ(text_of_lines(lines.take("done\n")), "done");
    EXPECT_EQ(lines.take_rest(), QString());
    EXPECT_EQ(text_of_lines(lines.take("\x1b[1;31mred\x1b[0m\x07\tx\n")), "red\\x07    x");
    const QByteArray letter = QStringLiteral("ß").toUtf8();
    EXPECT_EQ(text_of_lines(lines.take(letter.left(1))), "");
    EXPECT_EQ(text_of_lines(lines.take(letter.mid(1) + "\n")), "ß") << "bytes end anywhere";
    EXPECT_EQ(text_of_lines(lines.take("no end")), "");
    EXPECT_EQ(lines.take_rest(), QStringLiteral("no end"));
    EXPECT_EQ(lines.take(QByteArray(200'000, 'x')).size(), 3) << "a line without an end takes no memory";
}

RecordOutcome outcome_of(const char* output, std::initializer_list<const char*> lines) {
    RecordReader reader(QStringLiteral("/work folder"), QLatin1String(output), QStringLiteral("./renderer"));
    for (const char* line : lines)
        reader.take(QString::fromUtf8(line));
    return reader.outcome();
}

TEST(RecordOutcome, IsReadFromTheLinesOfTheCommand) {
    RecordOutcome outcome = outcome_of(
        "mine.hmt", {"frame 1", "hitmap capture: vertex shaders are not recorded: no subgroups",
                     "hitmap capture: vertex shaders are not recorded: no subgroups", "hitmap: interrupted",
                     "mine.hmt: something of the program", "./renderer: ended with status 3",
                     "other.hmt: 1 launch, 2 requests, 3 lane accesses, all of them",
                     "mine.hmt: work groups of trace.comp are in twice as many subgroups",
                     "mine.hmt: 1 launch, 6177791 requests, 24900964 lane accesses, all of them"});
    outcome.status = 3;
    EXPECT_EQ(
        outcome_text(outcome).toStdString(),
        "Recorded /work folder/mine.hmt: 1 launch, 6177791 requests, 24900964 lane accesses, all of them.\n"
        "hitmap record ended with exit status 3.\n"
        "• vertex shaders are not recorded: no subgroups\n"
        "• something of the program\n"
        "• ./renderer: ended with status 3\n"
        "• work groups of trace.comp are in twice as many subgroups");
    outcome.was_stopped = true;
    EXPECT_THAT(outcome_text(outcome).toStdString(),
                testing::HasSubstr("\nIt was stopped. What was recorded until then is kept.\n"));
}

TEST(RecordOutcome, HasARecordingForEachProcess) {
    const RecordOutcome numbered = outcome_of(
        "a.b.hmt", {"a.b.hmt: 2 launches, 4 requests, 9 lane accesses, all of them",
                    "process 8: nothing was recorded: it submitted no dispatch, draw or launch of rays",
                    "a.b.2.hmt: 1 launch, 2 requests, 3 lane accesses, all of them",
                    "a.b.hmt.run-1.9.spool: kept; 'hitmap record --spool ...' makes its recording"});
    ASSERT_EQ(numbered.recordings.size(), 2U);
    EXPECT_EQ(numbered.recordings[1].path, QStringLiteral("/work folder/a.b.2.hmt"));
    EXPECT_EQ(numbered.remarks.size(), 2);
    const RecordOutcome named =
        outcome_of("/x/r-%p.hmt", {"/x/r-123.hmt: 1 launch, records counted and not kept",
                                   "/x/r-y.hmt: 1 launch, 2 requests"});
    ASSERT_EQ(named.recordings.size(), 1U);
    EXPECT_EQ(named.recordings[0].path, QStringLiteral("/x/r-123.hmt"));
}

TEST(RecordOutcome, SaysWhyNothingWasRecorded) {
    RecordOutcome outcome = outcome_of("mine.hmt", {"hitmap: ./renderer: nothing was recorded: no device"});
    outcome.status = 1;
    EXPECT_EQ(outcome_text(outcome).toStdString(),
              "Nothing was recorded.\n• ./renderer: nothing was recorded: no device");
    outcome.was_stopped = true;
    EXPECT_THAT(outcome_text(outcome).toStdString(),
                testing::StartsWith("It was stopped, and nothing was recorded."));
    RecordOutcome unstarted;
    unstarted.problem = QStringLiteral("/x cannot be started: no.");
    EXPECT_EQ(outcome_text(unstarted), unstarted.problem);
    RecordReader reader({}, QStringLiteral("m.hmt"), QStringLiteral("p"));
    for (int i = 0; i < 150; ++i)
        reader.take(QStringLiteral("hitmap capture: %1").arg(i));
    EXPECT_EQ(reader.outcome().remarks.size(), 100);
    EXPECT_EQ(reader.outcome().left_out, 50);
}

} // namespace
} // namespace hitmap
