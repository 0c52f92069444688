#include "render/image/image.h"
#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class SequenceCommand : public TracedTriangle {
protected:
    /// Runs `hitmap render t.hmt` with small pictures.
    [[nodiscard]] Outcome render(const std::string& options, const std::string& before = "true") const {
        return folder.hitmap("render t.hmt --size 64x64 " + options, before);
    }
    [[nodiscard]] Image picture(const std::string& name) const {
        return read_png((folder.path() / name).string());
    }
    /// A program in the place of ffmpeg. Its last argument is the file.
    void install_encoder(const std::string& script) const {
        std::filesystem::create_directories(folder.path() / "bin");
        folder.write("bin/ffmpeg", "#!/bin/sh\nfor last; do :; done\n" + script);
        std::filesystem::permissions(folder.path() / "bin/ffmpeg", std::filesystem::perms::owner_all);
    }
};

constexpr const char* with_encoder = "PATH=$PWD/bin:$PATH";

TEST_F(SequenceCommand, FramesHaveOneRangeAndTheirNumbers) {
    const Outcome outcome = render("--sequence frames --frames 3 -o out.png");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_FALSE(folder.has("out.png"));
    EXPECT_FALSE(folder.has("out-0003.png"));
    EXPECT_EQ(render("--frames 3 --frame 1 --range all-frames -o single.png").status, 0);
    EXPECT_EQ(picture("out-0001.png"), picture("single.png"));
    // With FIRST..LAST, only these.
    EXPECT_EQ(render("--sequence frames --frames 3 --frame 1..2 -o part.png").status, 0);
    EXPECT_EQ(picture("part-0001.png"), picture("out-0002.png"));
    EXPECT_FALSE(folder.has("part-0002.png"));
    const Outcome one = render("--sequence frames -o one.png");
    EXPECT_EQ(one.status, 2);
    EXPECT_THAT(one.err, HasSubstr("expected 2 or more frames, found 1 of 1"));
}

TEST_F(SequenceCommand, TurntablesAndPathsBeginWithTheirFirstCamera) {
    ASSERT_EQ(render("--sequence turntable --pictures 2 -o turn.png").status, 0);
    EXPECT_EQ(render("-o still.png").status, 0);
    EXPECT_EQ(picture("turn-0000.png"), picture("still.png"));
    EXPECT_NE(picture("turn-0001.png"), picture("still.png"));
    const std::string last = R"({"position": [2, 1, 4], "target": [0, 0, 0]})";
    folder.write("path.json", R"([{"position": [0, 1, 4], "target": [0, 0, 0]}, {"camera": )" + last + "}]");
    folder.write("last.json", R"({"camera": )" + last + "}");
    ASSERT_EQ(render("--sequence path.json --pictures 3 -o way.png").status, 0);
    EXPECT_EQ(render("--view last.json -o last.png").status, 0);
    EXPECT_EQ(picture("way-0002.png"), picture("last.png"));
    EXPECT_NE(picture("way-0001.png"), picture("last.png"));
}

TEST_F(SequenceCommand, AnimationBeginsWithThePictureThatOtherProgramsShow) {
    ASSERT_EQ(render("--sequence turntable --pictures 2 --fps 5 -o turn.apng").status, 0);
    EXPECT_THAT(folder.read("turn.apng"), HasSubstr("fdAT"));
    EXPECT_EQ(render("-o still.png").status, 0);
    EXPECT_EQ(picture("turn.apng"), picture("still.png"));
}

TEST_F(SequenceCommand, VideosGetThePixelsOfAllPictures) {
    install_encoder("wc -c > \"${last#file:}\"\n");
    const Outcome outcome = render("--sequence turntable --pictures 2 -o turn.mp4", with_encoder);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(folder.read("turn.mp4"), std::to_string(2 * 64 * 64 * 3) + "\n");
    install_encoder("exit 3\n");
    const Outcome failed = render("--sequence turntable --pictures 2 -o other.webm", with_encoder);
    EXPECT_EQ(failed.status, 1);
    EXPECT_THAT(failed.err, HasSubstr("ffmpeg failed with exit status 3, so that there is no video"));
    EXPECT_FALSE(folder.has("other.webm"));
    EXPECT_FALSE(folder.has("other.webm.part"));
    // The command line of the tests needs env.
    const Outcome missing = render("--sequence turntable --pictures 2 -o other.webm",
                                   "mkdir only; ln -s $(command -v env) only/env; PATH=$PWD/only");
    EXPECT_EQ(missing.status, 1);
    EXPECT_THAT(missing.err, HasSubstr("A video needs the program ffmpeg"));
}

TEST_F(SequenceCommand, RefusesWhatItCannotDraw) {
    folder.write("short.json", R"([{"position": [0, 1, 4], "target": [0, 0, 0]}])");
    folder.write("wrong.json", R"([{"position": [0, 1, 4], "target": [0, 0, 0]}, {"position": [0, 1]}])");
    EXPECT_THAT(render("--sequence short.json -o a.png").err,
                HasSubstr("short.json: expected 2 to 1000 cameras"));
    EXPECT_THAT(render("--sequence wrong.json -o a.png").err, HasSubstr("wrong.json: camera 2"));
    for (const char* options :
         {"--sequence turntable -o a.svg", "--sequence turntable -o -", "--pictures 3 -o a.png",
          "--fps 3 -o a.png", "--sequence turntable --pictures 1 -o a.png",
          "--sequence turntable --pictures 65537 -o a.png",
          "--sequence frames --frames 2 --pictures 2 -o a.png", "--sequence frames --panel curves -o a.png",
          "--sequence turntable --fps 0 -o a.png", "--sequence turntable --transparent -o a.mp4"})
        EXPECT_EQ(render(options).status, 2) << options;
}

TEST_F(SequenceCommand, AWrongOutputFailsBeforeTheRecordingIsRead) {
    for (const char* name : {"none/a.png", "none/a.apng"}) {
        const Outcome outcome = folder.hitmap(std::string("render none.hmt --sequence turntable -o ") + name);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_THAT(outcome.err, HasSubstr("none/a"));
        EXPECT_THAT(outcome.err, Not(HasSubstr("none.hmt")));
    }
    const Outcome still = render("-o a.apng");
    EXPECT_EQ(still.status, 2);
    EXPECT_THAT(still.err, HasSubstr("add --sequence frames, turntable or CAMERAS.json"));
}

TEST_F(SequenceCommand, ColourVisionReplacesColoursAndNamesAlikeMarks) {
    const Outcome normal = render("--compare t.hmt -o normal.png");
    const Outcome grey = render("--compare t.hmt --colour-vision grey -o grey.png");
    ASSERT_EQ(grey.status, 0) << grey.err;
    EXPECT_EQ(normal.err, "");
    EXPECT_THAT(grey.err,
                HasSubstr("warning: in a grey print, these have similar colours: 'middle values' and "
                          "'B only' (CIEDE2000 "));
    EXPECT_THAT(grey.err, HasSubstr("'lowest values' and 'highest values' ("));
    const Image image = picture("grey.png");
    for (std::size_t at = 0; at < image.rgba.size(); at += 4)
        ASSERT_TRUE(image.rgba[at] == image.rgba[at + 1] && image.rgba[at] == image.rgba[at + 2]);
    EXPECT_NE(picture("normal.png"), image);
    EXPECT_EQ(render("--colour-vision blue -o a.png").status, 2);
    EXPECT_EQ(render("--panel image --colour-vision grey -o a.npy").status, 2);
}

} // namespace
} // namespace hitmap::test
