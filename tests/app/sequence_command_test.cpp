#include "render/image/image.h"
#include "tests/app/csv_table.h"
#include "tests/app/fan_scene.h"
#include "tests/app/traced_triangle.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class SequenceCommand : public TracedTriangle {
protected:
    std::string size = "64x64";
    /// Runs `hitmap render t.hmt` with small pictures.
    [[nodiscard]] Outcome render(const std::string& options, const std::string& before = "true") const {
        return folder.hitmap("render t.hmt --size " + size + " " + options, before);
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
    EXPECT_EQ(render("--frames 3 --frame 1 -o single.png").status, 0);
    EXPECT_EQ(picture("out-0001.png"), picture("single.png"));
    // With FIRST..LAST, only these.
    EXPECT_EQ(render("--sequence frames --frames 3 --frame 1..2 -o part.png").status, 0);
    EXPECT_EQ(picture("part-0001.png"), picture("out-0002.png"));
    EXPECT_FALSE(folder.has("part-0002.png"));
    const Outcome one = render("--sequence frames -o one.png");
    EXPECT_EQ(one.status, 2);
    EXPECT_THAT(one.err, HasSubstr("expected 2 or more frames, found 1 of 1"));
}

/// The smallest and the largest of some values.
struct Ends {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void add(double value) {
        if (!std::isfinite(value)) return;
        min = std::min(min, value);
        max = std::max(max, value);
    }
    /// The option that gives a single picture this range; of differences, which is symmetric, around 0.
    [[nodiscard]] std::string option() const { return fmt::format(" --range {:.9g}:{:.9g}", min, max); }
    [[nodiscard]] std::string symmetric_option() const {
        const double end = std::max(std::abs(min), std::abs(max));
        return fmt::format(" --range {:.9g}:{:.9g}", -end, end);
    }
};

constexpr std::array<const char*, 3> frame_names{"0", "1", "2"};

/// Three frames of a few triangles.
class SequenceOfPanels : public SequenceCommand {
protected:
    void SetUp() override {
        write_fan(folder);
        trace_fan(folder, "t.hmt");
        size = "400x300"; // with axes
    }
    static std::string frame(const char* name) { return std::string(" --frames 3 --frame ") + name; }
    /// Adds the values of an image, which another program could read.
    void add_image_values(const std::string& options, Ends& ends) const {
        ASSERT_EQ(render("-o values.npy " + options).status, 0);
        const std::string file = folder.read("values.npy");
        ASSERT_GT(file.size(), 10U);
        const std::size_t header =
            10U + static_cast<unsigned char>(file[8]) + 256U * static_cast<unsigned char>(file[9]);
        ASSERT_EQ((file.size() - header) / sizeof(double), 24U * 16U);
        for (std::size_t at = header; at < file.size(); at += sizeof(double)) {
            double value = 0.0;
            std::memcpy(&value, &file[at], sizeof(value));
            ends.add(value);
        }
    }
    /// Draws the sequence and compares its pictures with single ones, which get the options of `range`.
    /// Returns the pictures.
    [[nodiscard]] std::vector<Image> expect_sequence(const std::string& options,
                                                     const std::string& range) const {
        const Outcome outcome = render("-o all.png --sequence frames --frames 3 " + options, "rm -f all-*");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_FALSE(folder.has("all-0003.png"));
        std::vector<Image> pictures;
        for (const char* name : frame_names) {
            pictures.push_back(picture(std::string("all-000") + name + ".png"));
            const Outcome single = render("-o single.png " + options + range + frame(name));
            EXPECT_EQ(single.status, 0) << single.err;
            EXPECT_TRUE(pictures.back() == picture("single.png")) << options << ", frame " << name;
        }
        EXPECT_FALSE(pictures[0] == pictures[1] || pictures[1] == pictures[2]) << options;
        return pictures;
    }
    /// Whether each picture would have the same range without the others.
    [[nodiscard]] bool same_with_own_range(const std::vector<Image>& pictures,
                                           const std::string& options) const {
        bool same = true;
        for (std::size_t i = 0; i < frame_names.size(); ++i) {
            EXPECT_EQ(render("-o own.png --range data " + options + frame(frame_names.at(i))).status, 0);
            same = same && pictures[i] == picture("own.png");
        }
        return same;
    }
};

TEST_F(SequenceOfPanels, ImagesHaveTheRangeOfAllFrames) {
    for (const char* options :
         {"--panel image --metric accesses", "--panel image --metric l1-misses --model hierarchy"}) {
        Ends ends;
        for (const char* name : frame_names)
            add_image_values(options + frame(name), ends);
        const auto pictures = expect_sequence(options, ends.option());
        EXPECT_FALSE(same_with_own_range(pictures, options)) << "the frames have different ranges";
    }
}

TEST_F(SequenceOfPanels, ImagesOfElementsThatMetricsChooseAreCountedAgainInEachFrame) {
    const std::string options = "--panel image --metric accesses --only-range face-access-count=1:1000000";
    Ends ends;
    for (const char* name : frame_names)
        add_image_values(options + frame(name), ends);
    (void)expect_sequence(options, ends.option());
}

TEST_F(SequenceOfPanels, FramebuffersHaveTheSameRangeInEveryFrame) {
    (void)expect_sequence("--panel framebuffer", "");
    (void)expect_sequence("--panel framebuffer --range all-frames", "");
}

TEST_F(SequenceOfPanels, AddressesHaveTheRangeOfAllFrames) {
    const std::string options = "--panel addresses --metric sectors --model hierarchy";
    Ends ends;
    for (const char* name : frame_names) {
        const Outcome table = folder.hitmap("export t.hmt --addresses - --model hierarchy" + frame(name));
        ASSERT_EQ(table.status, 0) << table.err;
        for (auto& row : parse_csv(table.out))
            if (row["sectors"] != "0") ends.add(std::stod(row["sectors"]));
    }
    const auto pictures = expect_sequence(options, ends.option());
    EXPECT_FALSE(same_with_own_range(pictures, options)) << "the frames have different ranges";
}

using ReleaseOnlySequenceOfPanels = SequenceOfPanels;

TEST_F(ReleaseOnlySequenceOfPanels, BothSidesOfImageDifferencesAdvanceUnlessTheFramesOfBAreGiven) {
    for (const std::string more :
         {" --l1-b 1KiB:128:1 --metric l1-misses", " --frame-b 0 --metric accesses"}) {
        const std::string options = "--panel image --compare t.hmt" + more;
        Ends ends;
        for (const char* name : frame_names)
            add_image_values(options + frame(name), ends);
        (void)expect_sequence(options, ends.symmetric_option());
    }
}

/// The part of a picture that has the mesh, without colour bar and caption.
Image mesh_of(const Image& picture) {
    Image part({picture.size.width / 2, picture.size.height / 2});
    for (int y = 0; y < part.size.height; ++y)
        std::copy_n(picture.pixel(0, y), std::size_t{4} * static_cast<std::size_t>(part.size.width),
                    part.pixel(0, y));
    return part;
}

TEST_F(ReleaseOnlySequenceOfPanels, MeshDifferencesHaveTheRangeOfAllFrames) {
    // B is the whole recording.
    const std::string options = "--compare t.hmt --frames-b 1 --metric access-count ";
    const Outcome table = folder.hitmap("export t.hmt --metrics - --frames 3");
    ASSERT_EQ(table.status, 0) << table.err;
    std::map<std::string, double> whole; // by face
    auto rows = parse_csv(table.out);
    std::erase_if(rows, [](auto& row) { return row["kind"] != "face" || row["accesses"] == "0"; });
    for (auto& row : rows)
        whole[row["element"]] += std::stod(row["accesses"]);
    Ends ends;
    for (auto& row : rows)
        ends.add(whole[row["element"]] - std::stod(row["accesses"]));
    ASSERT_EQ(render(options + "-o all.png --sequence frames --frames 3").status, 0);
    std::vector<Image> meshes;
    for (const char* name : frame_names) {
        ASSERT_EQ(render(options + "-o single.png" + ends.symmetric_option() + frame(name)).status, 0);
        meshes.push_back(mesh_of(picture(std::string("all-000") + name + ".png")));
        EXPECT_TRUE(meshes.back() == mesh_of(picture("single.png"))) << "frame " << name;
    }
    EXPECT_FALSE(meshes[0] == meshes[1]);
    EXPECT_FALSE(meshes[1] == meshes[2]);
    // One frame has the widest values, another has narrower ones.
    int with_own_range = 0;
    for (const char* name : frame_names) {
        ASSERT_EQ(render(options + "-o own.png --range data" + frame(name)).status, 0);
        with_own_range +=
            meshes.at(static_cast<std::size_t>(name[0] - '0')) == mesh_of(picture("own.png")) ? 1 : 0;
    }
    EXPECT_GE(with_own_range, 1);
    EXPECT_LT(with_own_range, 3);
}

TEST_F(ReleaseOnlySequenceOfPanels, AWayOfTheCameraShowsDifferencesToo) {
    const std::string options = "--compare t.hmt --l1-b 1KiB:128:1 --geometry b ";
    ASSERT_EQ(render(options + "--sequence turntable --pictures 2 -o turn.png").status, 0);
    ASSERT_EQ(render(options + "-o still.png").status, 0);
    EXPECT_TRUE(picture("turn-0000.png") == picture("still.png"));
    EXPECT_FALSE(picture("turn-0001.png") == picture("still.png"));
}

TEST_F(SequenceOfPanels, WhatHasNoSequenceIsRefusedWithWhatThereIs) {
    struct Refusal {
        const char* options;
        const char* message;
    };
    constexpr std::array<Refusal, 10> refusals{{
        {"--panel curves --sequence frames --frames 2 -o a.png",
         "--sequence: expected with --panel mesh, framebuffer, image or addresses, found curves, which is "
         "one picture of all frames"},
        {"--panel miss-ratio --model hierarchy --sequence frames --frames 2 -o a.png",
         "--sequence: expected with --panel mesh, framebuffer, image or addresses, found miss-ratio"},
        {"--panel image --sequence turntable -o a.png",
         "--sequence: expected frames with --panel image, found turntable, which moves the camera of --panel "
         "mesh"},
        {"--panel framebuffer --sequence way.json -o a.png",
         "--sequence: expected frames with --panel framebuffer, found way.json"},
        {"--panel addresses --model hierarchy --sequence turntable -o a.png",
         "--sequence: expected frames with --panel addresses, found turntable"},
        {"--panel image --sequence frames --frames 2 -o a.svg",
         "--output: expected a name that ends in .png or .apng or .mp4 or .webm with --sequence, found "
         "'a.svg'"},
        {"--panel image --sequence frames --frames 2 -o a.exr",
         "--output: expected a name that ends in .png or .apng or .mp4 or .webm with --sequence, found "
         "'a.exr'"},
        {"--panel image --sequence frames -o a.png", "expected 2 or more frames, found 1 of 1"},
        {"--panel framebuffer --cells stack-sectors --model hierarchy --sequence frames --frames 2 -o a.png",
         "--cells stack-sectors: is of the whole recording; expected without --frames"},
        {"--compare t.hmt --sequence frames --frames 3 --frame-count-b 2 -o a.png",
         "--frame-count-b: expected 1 to 1, found 2"},
    }};
    for (const Refusal& refusal : refusals) {
        const Outcome outcome = render(refusal.options);
        EXPECT_EQ(outcome.status, 2) << refusal.options;
        EXPECT_THAT(outcome.err, HasSubstr(refusal.message));
    }
    for (const char* options : {"--panel image", "--compare t.hmt"}) {
        const Outcome outcome = render(std::string("--range all-frames -o a.png ") + options);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_THAT(outcome.err, HasSubstr("--sequence frames"));
    }
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
    EXPECT_THAT(render("--sequence wrong.json -o a.png").err, HasSubstr("wrong.json: /1"));
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
