#include "app/sweep/experiment.h"
#include "app/sweep/sweep_plan.h"
#include "core/base/error.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hitmap {
namespace {

TEST(Experiment, IsRead) {
    const Experiment e = parse_experiment(R"({
        "title": "T",
        "scenes": {"a": "builtin:teapot", "b": {"scene": "m.ply", "up": "-x",
                   "camera": {"position": [0,0,5], "forward": [0,0,-2], "up": [0,1,0], "fov_y_degrees": 30}}},
        "defaults": {"resolution": "64x32", "sms": 4},
        "configurations": {"base": {}, "median": {"bvh": "median", "leaf-size": 8}},
        "caches": {"small": {"l1": "4KiB:128:4"}},
        "pictures": {"zoom": {"size": "320x200", "view": {"metric": "l2-misses", "frames": 4}, "all_frames": true},
                     "order": {"panel": "framebuffer"}},
        "runs": [{"scenes": ["b"], "pictures": ["order"]}, {"configurations": ["median"]}]})",
                                          "in/e.json");
    EXPECT_EQ(e.title, "T");
    ASSERT_EQ(e.scenes.size(), 2U);
    EXPECT_EQ(e.scenes[1].spec, "in/m.ply");
    EXPECT_EQ(e.scenes[0].up, std::nullopt);
    EXPECT_EQ(e.scenes[1].up, UpAxis::minus_x);
    EXPECT_EQ(e.scenes[1].camera->looks.forward, glm::vec3(0, 0, -1));
    EXPECT_EQ(e.configurations[0].options.width, 64U);
    EXPECT_EQ(e.configurations[1].options.bvh.leaf_size, 8U);
    EXPECT_EQ(e.configurations[1].options.sm_count, 4U);
    EXPECT_EQ(l1_of(e.caches[0].model.config).capacity, 4096U);
    EXPECT_EQ(l2_of(e.caches[0].model.config), SdcmConfig().l2);
    EXPECT_TRUE(e.pictures[0].all_frames);
    EXPECT_EQ(e.runs[0].scenes, std::vector<std::size_t>{1});
    EXPECT_EQ(e.runs[0].configurations, (std::vector<std::size_t>{0, 1}));
}

TEST(Experiment, ProductsAreJoinedAndGroupedByRecording) {
    const Experiment e = parse_experiment(R"({"scenes": {"a": "builtin:teapot", "b": "builtin:atrium"},
        "configurations": {"x": {}, "y": {"bvh": "median"}}, "caches": {"c": {}, "d": {"l1": "4KiB:128:4"}},
        "pictures": {"p": {}},
        "runs": [{"scenes": ["b"], "configurations": ["x"], "pictures": []},
                 {"configurations": ["x"], "caches": ["d"]}]})",
                                          "e.json");
    std::string text;
    for (const SweepGroup& group : plan_sweep(e)) {
        for (const SweepRun& run : group.runs)
            text += run.name + (run.pictures.empty() ? " " : "+p ");
        text += "\n";
    }
    EXPECT_EQ(text, "a_x_d+p \nb_x_c b_x_d+p \n");
}

TEST(Experiment, AFingerprintChangesWithWhatTheResultDependsOn) {
    const auto print = [](const std::string& members) {
        const std::string json = R"({"scenes": {"a": "builtin:teapot"})" + members + "}";
        return plan_sweep(parse_experiment(json, "e.json")).at(0).runs.at(0).fingerprint;
    };
    const std::uint64_t base = print("");
    EXPECT_EQ(print(R"(, "title": "other")"), base);
    EXPECT_EQ(print(R"(, "defaults": {"sms": 68})"), base);
    EXPECT_NE(print(R"(, "defaults": {"sms": 67})"), base);
    EXPECT_NE(print(R"(, "caches": {"default": {"l1": "4KiB:128:4"}})"), base);
    EXPECT_NE(print(R"(, "pictures": {"p": {}})"), base);
    EXPECT_EQ(print(R"(, "caches": {"default": {"model": "sdcm"}})"), base);
    EXPECT_NE(print(R"(, "caches": {"default": {"ray-kind": "ao"}})"), base);
    const std::uint64_t turing = print(R"(, "caches": {"default": {"model": "hierarchy"}})");
    EXPECT_NE(turing, base);
    EXPECT_NE(print(R"(, "caches": {"default": {"model": "hierarchy", "why": true}})"), turing);
    EXPECT_NE(print(R"(, "caches": {"default": {"model": "hierarchy", "preset": "turing-t4",
                                                "l1": "64KiB:128/32:512", "l2": "5632KiB:128/32:16"}})"),
              turing);
}

struct Broken {
    std::string json;
    std::string message;
};

TEST(Experiment, SaysWhereItIsWrong) {
    const std::string scene = R"("scenes": {"a": "builtin:teapot"})";
    const std::vector<Broken> table{
        {"{", "e.json: line 1, column 2: expected string literal, found end of input"},
        {R"({"title": )" + std::string(100'000, '['), "e.json: expected values at most 64 deep"},
        {"[]", "e.json: /: expected an object, found []"},
        {"{}", "e.json: /: expected a key 'scenes' with a scene at least"},
        {"{" + scene + R"(, "cache": {}})", "e.json: /cache: expected one of the keys title, scenes, "
                                            "defaults, configurations, caches, pictures, "
                                            "runs, found 'cache'"},
        {R"({"scenes": {"a": 5}})", "e.json: /scenes/a: expected an object, found 5"},
        {R"({"scenes": {"a/b": "builtin:teapot"}})",
         "e.json: /scenes/a/b: expected a name of 1 to 64 letters, digits, '-' and '.', found 'a/b'"},
        {R"({"scenes": {"a": {"camera": {}}}})",
         "e.json: /scenes/a: expected a key 'scene', found {\"camera\":{}}"},
        {R"({"scenes": {"a": {"scene": "builtin:teapot", "camera": {}}}})",
         "e.json: /scenes/a/camera/position: "},
        {R"({"scenes": {"a": {"scene": "builtin:nothing", "up": "y"}}})",
         "e.json: /scenes/a/scene: unknown scene "},
        {R"({"scenes": {"a": {"scene": "m.ply", "up": "q"}}})",
         "e.json: /scenes/a/up: up: expected auto|x|y|z|-x|-y|-z, found 'q'"},
        {R"({"scenes": {"a": {"scene": "builtin:teapot", "up": "z"}}})",
         "e.json: /scenes/a/up: --up z: expected a mesh file or y"},
        {"{" + scene + R"(, "configurations": {"x": {"bvh": "best"}}})",
         "e.json: /configurations/x/bvh: --bvh: expected "},
        {"{" + scene + R"(, "configurations": {"x": {"speed": 3}}})",
         "e.json: /configurations/x/speed: the tracer has no option 'speed'"},
        {"{" + scene + R"(, "defaults": {"sms": [1]}})",
         "e.json: /defaults/sms: expected a text or a number, found [1]"},
        {"{" + scene + R"(, "defaults": {"sms": 0}})", "e.json: /defaults/sms: --sms: "},
        {"{" + scene + R"(, "caches": {"c": {"l1": "32KiB:128"}}})", "e.json: /caches/c/l1: "},
        {"{" + scene + R"(, "caches": {"c": {"preset": "ampere-a100"}}})",
         "e.json: /caches/c/preset: expected with \"model\": \"hierarchy\"; the stack distance"},
        {"{" + scene + R"(, "caches": {"c": {"model": "hierarchy", "why": 1}}})",
         "e.json: /caches/c/why: expected true or false, found 1"},
        {"{" + scene + R"(, "caches": {"c": {"only-instruction": "x"}}})",
         "e.json: /caches/c/only-instruction: expected a whole number from 0 to 4294967295, found 'x'"},
        {"{" + scene + R"(, "caches": {"c": {"l1": "32KiB:128:64:plru"}}})",
         "e.json: /caches/c: L1 cache '32KiB:128:64:plru': the stack distance model has policy lru only"},
        {"{" + scene + R"(, "caches": {"c": {"l3": "32KiB"}}})",
         "e.json: /caches/c/l3: expected one of the keys model, preset, l1, l2, why, ray-kind, "
         "only-allocation, only-line, only-instruction, found 'l3'"},
        {"{" + scene + R"(, "pictures": {"p": {"panel": "curves"}}})",
         "e.json: /pictures/p/panel: expected mesh or framebuffer, found \"curves\""},
        {"{" + scene + R"(, "pictures": {"p": {"size": "9x9"}}})",
         "e.json: /pictures/p/size: size: expected"},
        {"{" + scene + R"(, "pictures": {"p": {"view": {"colour": 1}}}})",
         "e.json: /pictures/p/view/colour: "},
        {"{" + scene + R"(, "pictures": {"p": {"view": {"only_ranges": {"face-bounce": [1, 2]}}}}})",
         "e.json: /pictures/p/view: only_ranges: expected quantities other than means over rays"},
        {"{" + scene + R"(, "pictures": {"p": {"all_frames": 1}}})",
         "e.json: /pictures/p/all_frames: expected true or false, found 1"},
        {"{" + scene + R"(, "runs": {}})", "e.json: /runs: expected an array, found {}"},
        {"{" + scene + R"(, "runs": [{"scenes": ["b"]}]})",
         "e.json: /runs/0/scenes/0: expected a name from /scenes, found \"b\""},
    };
    for (const Broken& row : table) {
        SCOPED_TRACE(row.json);
        try {
            (void)parse_experiment(row.json, "e.json");
            ADD_FAILURE() << "it was read";
        } catch (const FileError& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, row.message.size()), row.message);
        }
    }
}

} // namespace
} // namespace hitmap
