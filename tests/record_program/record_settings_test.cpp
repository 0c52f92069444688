#include "app/record_program/record_check.h"
#include "app/record_program/record_settings.h"
#include "core/base/error.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <gmock/gmock.h>

#include <functional>

namespace hitmap {
namespace {

using testing::HasSubstr;

RecordSettings least() {
    RecordSettings settings;
    settings.program = QStringLiteral("./renderer");
    settings.contents = false;
    return settings;
}

RecordSettings unusual() {
    RecordSettings settings;
    settings.program = QStringLiteral("./my renderer");
    settings.arguments = QStringLiteral("'a b' --size 64x64");
    settings.folder = QStringLiteral("/tmp/a folder");
    settings.environment = QStringLiteral("VK_ICD_FILENAMES=/x/lvp.json\n\n WORDS=two words \nEMPTY=\n");
    settings.output = QStringLiteral("it's.hmt");
    settings.kernels = QStringLiteral("trace.comp, 3");
    settings.dispatches = QStringLiteral(" 0:1 ");
    settings.every = 10;
    settings.groups = QStringLiteral(":1000");
    settings.log = QStringLiteral("64 MiB");
    settings.sms = 4;
    settings.lossless = settings.blocks = settings.time_stamps = settings.count_only = true;
    return settings;
}

std::string joined_arguments(const RecordSettings& settings) {
    return record_arguments(settings).join(QLatin1Char('|')).toStdString();
}

TEST(RecordSettings, BecomeArgumentsOfTheCommand) {
    EXPECT_EQ(joined_arguments(least()), "record|-o|recording.hmt|--|./renderer");
    RecordSettings usual = least();
    usual.contents = true;
    EXPECT_EQ(joined_arguments(usual), "record|-o|recording.hmt|--contents|on|--|./renderer");
    EXPECT_EQ(
        joined_arguments(unusual()),
        "record|-o|it's.hmt|--kernels|trace.comp,3|--dispatches|0:1|--every|10|--groups|:1000|--log|64 MiB|"
        "--lossless|--blocks|--contents|on|--time-stamps|--sms|4|--count-only|--|./my renderer|a b|--size|"
        "64x64");
    RecordSettings dashes = least();
    dashes.output = QStringLiteral("-a.hmt");
    dashes.kernels = QStringLiteral("-k");
    EXPECT_EQ(joined_arguments(dashes), "record|--output=-a.hmt|--kernels=-k|--|./renderer");
    RecordSettings open = least();
    open.arguments = QStringLiteral("'a");
    EXPECT_THROW((void)record_arguments(open), UsageError);
}

TEST(RecordSettings, BecomeACommandThatAShellReadsAsTheyAre) {
    EXPECT_EQ(record_command(least()).toStdString(), "hitmap record -o recording.hmt -- ./renderer");
    EXPECT_THAT(
        record_command(unusual()).toStdString(),
        testing::StartsWith("cd '/tmp/a folder' && env VK_ICD_FILENAMES=/x/lvp.json WORDS='two words' EMPTY= "
                            "hitmap record -o 'it'\\''s.hmt' --kernels trace.comp,3 "));
    // A real shell, in which hitmap prints where and with what it runs.
    QTemporaryDir folder;
    RecordSettings settings = unusual();
    settings.folder = folder.filePath(QStringLiteral("a folder"));
    ASSERT_TRUE(QDir().mkpath(settings.folder));
    QProcess shell;
    shell.start(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"), QStringLiteral("hitmap() { printf '%s|' \"$@\"; }; env() { export \"$1\" "
                                              "\"$2\" \"$3\"; shift 4; pwd; echo \"$WORDS,$EMPTY\"; hitmap "
                                              "\"$@\"; }; ") +
                                   record_command(settings)});
    ASSERT_TRUE(shell.waitForFinished());
    EXPECT_EQ(shell.readAllStandardOutput().toStdString(),
              settings.folder.toStdString() + "\ntwo words,\n" + joined_arguments(settings) + "|");
}

TEST(RecordSettings, AreStoredAsText) {
    EXPECT_EQ(record_settings(to_text(unusual())), unusual());
    EXPECT_EQ(record_settings(to_text(least())), least());
    EXPECT_EQ(record_settings(QStringLiteral("no JSON")), RecordSettings());
    RecordSettings every;
    every.every = 3;
    EXPECT_EQ(record_settings(QStringLiteral(R"({"every": 3, "program": 7, "of a later version": true})")),
              every);
}

TEST(RecordSettings, NoRecordingIsReplaced) {
    QTemporaryDir folder;
    const auto touch = [&](const char* name) {
        QFile file(folder.filePath(QLatin1String(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    };
    RecordSettings settings = least();
    settings.folder = folder.path();
    settings.output = QStringLiteral("a.b.hmt");
    EXPECT_EQ(free_output(settings), QStringLiteral("a.b.hmt"));
    touch("a.b.hmt");
    EXPECT_EQ(free_output(settings), QStringLiteral("a.b-2.hmt"));
    touch("a.b-2.hmt");
    touch("a.b-3.hmt.layout.json");
    EXPECT_EQ(free_output(settings), QStringLiteral("a.b-4.hmt")) << "the layout of another recording";
    const auto number = [&](const char* name) {
        return number_of_output(settings, folder.filePath(QLatin1String(name)));
    };
    EXPECT_EQ(number("a.b.hmt"), 1);
    EXPECT_EQ(number("a.b-12.hmt"), 12);
    for (const char* other :
         {"a.b-1.hmt", "a.b-02.hmt", "a.b-x.hmt", "a.b.2.hmt", "a.hmt", "a.b-2.csv", "x/a.b.hmt", ""})
        EXPECT_EQ(number(other), 0) << other;
    QTemporaryDir other;
    const QString link = other.filePath(QStringLiteral("link"));
    ASSERT_TRUE(QFile::link(folder.path(), link));
    EXPECT_EQ(number_of_output(settings, link + QStringLiteral("/a.b-2.hmt")), 2);
    EXPECT_EQ(number_of_output(settings, link + QStringLiteral("/./a.b.hmt")), 1);
    settings.output = QStringLiteral("a-%p.hmt");
    EXPECT_EQ(free_output(settings), settings.output);
}

class RecordCheck : public testing::Test {
protected:
    RecordCheck() {
        settings_.folder = folder_.path();
        settings_.program = QStringLiteral("./renderer");
        write("renderer", true);
        write("text", false);
    }
    void write(const char* name, bool runs) const {
        QFile file(folder_.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n");
        if (runs) file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
    }
    /// The only problem, with the number of its field; "" if there is none.
    std::string problem(const std::function<void(RecordSettings&)>& change) const {
        RecordSettings settings = settings_;
        change(settings);
        std::string text;
        for (const RecordProblem& each : problems_of(settings))
            text += std::to_string(static_cast<int>(each.field)) + ": " + each.text.toStdString();
        return text;
    }
    std::string of_program(const char* program) const {
        return problem([&](RecordSettings& settings) { settings.program = QLatin1String(program); });
    }

    QTemporaryDir folder_;
    RecordSettings settings_;
};

TEST_F(RecordCheck, NamesWhatIsWrongWithTheProgram) {
    EXPECT_EQ(of_program("./renderer"), "");
    EXPECT_EQ(of_program("sh"), "") << "found in PATH";
    const std::string top = folder_.path().toStdString();
    EXPECT_EQ(of_program("  "), "0: Expected a program.");
    EXPECT_EQ(of_program("./none"), "0: Expected a program, found no file " + top + "/none.");
    EXPECT_EQ(of_program("./text"),
              "0: Expected a program, found a file that may not be executed: " + top + "/text.");
    EXPECT_EQ(of_program("../"), "0: Expected a program, found a folder: " +
                                     QDir::cleanPath(folder_.path() + QStringLiteral("/..")).toStdString() +
                                     ".");
    EXPECT_EQ(of_program("no-such-program-here"),
              "0: Expected a program in PATH, found none named no-such-program-here.");
    EXPECT_EQ(of_program("renderer"),
              "0: Expected a program in PATH, found none of this name; for that in the "
              "folder, write ./renderer.");
    EXPECT_EQ(problem([&](RecordSettings& settings) {
                  settings.program = QStringLiteral("renderer");
                  settings.environment = QStringLiteral("PATH=/nowhere:%1").arg(folder_.path());
              }),
              "")
        << "the PATH that the program gets";
}

TEST_F(RecordCheck, NamesWhatIsWrongWithOtherFields) {
    const std::string top = folder_.path().toStdString();
    const auto with = [&](QString RecordSettings::*field, const QString& text) {
        return problem([&](RecordSettings& settings) { settings.*field = text; });
    };
    EXPECT_EQ(with(&RecordSettings::arguments, QStringLiteral("'a")),
              "1: Expected another ' that ends what the last one begins.");
    EXPECT_EQ(with(&RecordSettings::folder, folder_.filePath(QStringLiteral("none"))),
              "2: Expected a folder, found none: " + top + "/none.");
    EXPECT_EQ(with(&RecordSettings::folder, folder_.filePath(QStringLiteral("text"))),
              "2: Expected a folder, found a file: " + top + "/text.");
    EXPECT_EQ(with(&RecordSettings::environment, QStringLiteral("A=1\nB")),
              "3: Expected NAME=VALUE, found B.");
    EXPECT_EQ(with(&RecordSettings::environment, QStringLiteral("=1")), "3: Expected NAME=VALUE, found =1.");
    EXPECT_THAT(with(&RecordSettings::output, QStringLiteral("a.txt")),
                HasSubstr("ends with .hmt, found 'a.txt'."));
    EXPECT_EQ(with(&RecordSettings::output, QStringLiteral("none/a.hmt")),
              "4: Expected a folder, found none: " + top + "/none.");
    EXPECT_THAT(with(&RecordSettings::kernels, QStringLiteral("a,,b")), HasSubstr("found 'a,,b'."));
    for (const char* range : {"1", "2:1", "a:b", "1:99999999999", "1:2:3", ":-1"})
        EXPECT_THAT(with(&RecordSettings::dispatches, QLatin1String(range)),
                    testing::StartsWith("6: Expected A:B with A at most B, found '"))
            << range;
    for (const char* range : {"", ":", "0:1", "5:", ":7", " 2:2 "})
        EXPECT_EQ(with(&RecordSettings::groups, QLatin1String(range)), "") << range;
    EXPECT_THAT(with(&RecordSettings::log, QStringLiteral("many")),
                testing::StartsWith("8: Expected a size such as 256MiB: "));
}

} // namespace
} // namespace hitmap
