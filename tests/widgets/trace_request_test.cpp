#include "core/base/error.h"
#include "tests/widgets/command_options.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/session/recording/trace_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

TraceRequest unusual_request() {
    TraceRequest request;
    request.scene = "/tmp/two words/it's -- here.obj";
    trace_option("kernel").set(request.options, "if-if");
    trace_option("rays").set(request.options, "ao:16");
    trace_option("resolution").set(request.options, "64x32");
    request.camera = normalised({{1.0F / 3.0F, -2.0F, 1e-7F}, {0, 0, -1}, {0, 1, 0}, 33.5F});
    request.up = UpAxis::minus_x;
    request.options.records_blocks = true;
    return request;
}

void expect_options(const TraceOptions& options, const TraceOptions& expected) {
    for (const TraceOption& option : trace_option_table())
        EXPECT_EQ(option.get(options), option.get(expected)) << option.name;
}

TEST(TraceRequest, ComesBackFromItsName) {
    const TraceRequest request = unusual_request();
    const TraceRequest again = trace_request(spec_of(request));
    EXPECT_EQ(again.scene, request.scene);
    EXPECT_EQ(again.camera, request.camera);
    EXPECT_EQ(again.up, request.up);
    expect_options(again.options, request.options);
    EXPECT_TRUE(again.options.records_blocks);
    EXPECT_FALSE(names_recording(spec_of(request))) << "nothing to read";
    EXPECT_EQ(spec_of(trace_request("builtin:teapot")), "trace:-- builtin:teapot");
}

TEST(TraceRequest, EveryValueOfEveryOptionComesBack) {
    for (const TraceOption& option : trace_option_table()) {
        for (const TraceOption::Value& value : option.values) {
            TraceRequest request{"builtin:teapot", {}, {}, {}};
            const auto colon = value.name.find(':');
            option.set(request.options,
                       colon == std::string::npos ? value.name : value.name.substr(0, colon + 1) + "3");
            expect_options(trace_request(spec_of(request)).options, request.options);
        }
    }
}

TEST(TraceRequest, WhatIsNoNameIsRefused) {
    for (const char* wrong :
         {"trace:", "trace:--kernel=if-if", "trace:--kernel if-if -- x.obj", "trace:--kernel=none -- x.obj",
          "trace:--colour=red -- x.obj", "trace:--camera=1,2,3 -- x.obj", "trace:--up=w -- x.obj",
          "trace:--blocks=no -- x.obj", "trace:--camera=0,0,0,0,0,0,0,0,0,0 -- x.obj"})
        EXPECT_THROW(static_cast<void>(trace_request(wrong)), UsageError) << wrong;
}

TEST(TraceRequest, CommandsReproduceIt) {
    TraceRequest request{"builtin:teapot?triangles=9&seed=2", {}, {}, {}};
    trace_option("kernel").set(request.options, "if-if");
    trace_option("rays").set(request.options, "shadow");
    const std::string command = command_of(request);
    EXPECT_EQ(command, "hitmap trace 'builtin:teapot?triangles=9&seed=2' --kernel if-if --rays shadow "
                       "-o teapot.hmt");
    expect_options(test::options_of_command(command), request.options);
}

TEST(TraceRequest, CommandsQuoteNamesAndWriteTheCamera) {
    TraceRequest request = unusual_request();
    request.options = {};
    EXPECT_EQ(command_of(request), "echo '" + camera_to_json(*request.camera) +
                                       "' > 'it'\\''s -- here-camera.json'\n"
                                       "hitmap trace '/tmp/two words/it'\\''s -- here.obj' --up -x --camera "
                                       "'it'\\''s -- here-camera.json' "
                                       "-o 'it'\\''s -- here.hmt'");
}

TEST(TraceRequest, TitlesSayWhatIsUnusual) {
    TraceRequest request{"/meshes/roof.obj", {}, {}, {}};
    EXPECT_EQ(short_name_of(request), "roof.obj");
    trace_option("kernel").set(request.options, "if-if");
    trace_option("bvh").set(request.options, "median");
    EXPECT_EQ(short_name_of(request), "roof.obj (bvh median, kernel if-if)");
    request.options.records_blocks = true;
    EXPECT_EQ(short_name_of(request), "roof.obj (bvh median, kernel if-if, basic blocks)");
    EXPECT_EQ(command_of(request),
              "hitmap trace /meshes/roof.obj --bvh median --kernel if-if --blocks -o roof.hmt");
    request.options.records_blocks = false;
    request.up = UpAxis::z;
    EXPECT_EQ(short_name_of(request), "roof.obj (up z, bvh median, kernel if-if)");
}

} // namespace
} // namespace hitmap
