#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "tests/widgets/spec_with.h"
#include "widgets/session/panes/simulated_sms.h"
#include "widgets/session/recording/open_recording.h"
#include "widgets/session/recording/recording_spec.h"

#include <QtCore/QTemporaryDir>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <variant>

namespace hitmap {
namespace {

TEST(RecordingSpecTest, NamesRangesAndFile) {
    const RecordingPart part{{1, 2}, {100, PartRange::to_end}, {}};
    const std::string spec = to_text(spec_with("/a b/c.hmt", part));
    EXPECT_EQ(spec, "part:--launches=1:2 --requests=100: -- /a b/c.hmt");
    EXPECT_EQ(whole_text(RecordingSpec(spec)), "/a b/c.hmt");
    EXPECT_EQ(RecordingSpec(spec).part, part);
    EXPECT_EQ(to_text(spec_with("c.hmt", {})), "c.hmt");
    EXPECT_EQ(whole_text(RecordingSpec("c.hmt")), "c.hmt");
    EXPECT_EQ(short_text(part), "launches 1:2, requests 100:");
    const RecordingSpec with_layout = spec_with("/a b/c.csv", part, "/100 %20/l -- m.json");
    const std::string layout_spec = to_text(with_layout);
    EXPECT_EQ(layout_spec,
              "part:--launches=1:2 --requests=100: --layout=/100%20%2520/l%20--%20m.json -- /a b/c.csv");
    EXPECT_EQ(RecordingSpec(layout_spec).layout, with_layout.layout);
    EXPECT_EQ(whole_text(RecordingSpec(layout_spec)), whole_text(with_layout));
    EXPECT_EQ(RecordingSpec(layout_spec).part, part);
    EXPECT_EQ(short_text(with_layout), "launches 1:2, requests 100:, layout l -- m.json");
    EXPECT_EQ(short_text(spec_with("c.csv", {}, "l.json")), "layout l.json");
    const RecordingSpec relaid = spec_with("a.hmt", {}, {}, {"node-order=veb stride=a%20b=8", "layout=soa"});
    EXPECT_EQ(to_text(relaid),
              "part:--relayout=node-order=veb%20stride=a%2520b=8 --relayout=layout=soa -- a.hmt");
    EXPECT_EQ(RecordingSpec(to_text(relaid)).relayouts, relaid.relayouts);
    EXPECT_EQ(short_text(relaid), "node-order veb, stride a b=8, layout soa");
    RecordingSpec dealt = relaid;
    dealt.dealt_sms = 128;
    dealt.relayouts.pop_back();
    EXPECT_EQ(short_text(dealt), "on 128 SMs, node-order veb, stride a b=8");
    EXPECT_EQ(RecordingSpec("part:--deal-blocks=128 -- a.hmt").dealt_sms, 128U);
    EXPECT_FALSE(RecordingSpec("part:--deal-blocks=128 -- a.hmt").is_whole());
    EXPECT_TRUE(RecordingSpec("part:--deal-blocks=128 -- a.hmt").has_own_memory());
    for (const char* wrong :
         {"part:--deal-blocks=0 -- a", "part:--deal-blocks=gpu -- a", "part:", "part:--requests=2:1 -- a",
          "part:--colours=1:2 -- a", "part:--requests", "part:--layout= -- a",
          "part:--relayout=colour=red -- a", "part:--relayout=node-order=morton -- a"})
        EXPECT_THROW((void)RecordingSpec(wrong), UsageError) << wrong;
}

TEST(RecordingSpecTest, IsAValueOfWhatItsTextNames) {
    EXPECT_TRUE(RecordingSpec().empty());
    EXPECT_EQ(RecordingSpec(""), RecordingSpec());
    EXPECT_FALSE(RecordingSpec("a.hmt").empty());
    EXPECT_EQ(*RecordingSpec("part:--requests=1:2 -- a.hmt").file(), "a.hmt");
    EXPECT_EQ(RecordingSpec("builtin:teapot").file(), nullptr);
    const RecordingSpec traced("part:--requests=1:2 -- trace:--kernel=if-if -- builtin:teapot");
    EXPECT_TRUE(traced.is_trace());
    EXPECT_EQ(trace_of(traced).scene, "builtin:teapot");
    EXPECT_EQ(to_text(traced), "part:--requests=1:2 -- trace:--kernel=if-if -- builtin:teapot");
    EXPECT_NE(traced, RecordingSpec("trace:--kernel=if-if -- builtin:teapot"));
    EXPECT_EQ(trace_of("mesh.obj").scene, "mesh.obj");
    RecordingSpec known("a.csv");
    known.whole = SpecFile{"a.csv", FileContents::recording};
    EXPECT_EQ(known, RecordingSpec("a.csv")) << "whether its contents are known";
    EXPECT_TRUE(is_recording(known)) << "is not opened";
    EXPECT_EQ(RecordingSpec(SpecFile{"part:"}).part, RecordingPart()) << "a path is not parsed";
}

TEST(RecordingSpecTest, TextComesBackAsItIs) {
    for (const char* text :
         {"a.hmt", "builtin:teapot?triangles=9", "trace:-- /a b/mesh.obj",
          "part:--launches=1:2 --layout=/a%20b/l.json --relayout=layout=soa -- a.csv",
          "part:--requests=1:2 --deal-blocks=4 --relayout=layout=soa -- a.hmt",
          "part:--requests=1:2 -- trace:--up=z --kernel=if-if --blocks=on -- builtin:teapot",
          "trace:--camera=0.1,-0,1e-07,0,0,-2,0.1,3,0,33.3 -- builtin:teapot"})
        EXPECT_EQ(to_text(RecordingSpec(text)), text);
}

TEST(RecordingSpecTest, ATraceIsDealtToOtherSmsOrMadeAgainWithThem) {
    TraceRequest request;
    request.scene = "builtin:teapot?triangles=200";
    request.options.width = request.options.height = 16;
    request.options.sm_count = 2;
    request.options.warps_per_sm = 4;
    ThreadPool pool(1);
    const auto opened = open_recording(RecordingSpec(request), pool, {});
    const auto dealt = open_recording(dealt_to(*opened, 3), pool, {});
    EXPECT_TRUE(dealt->dealt);
    EXPECT_EQ(dealt->info().device.sm_count, 3U);
    EXPECT_EQ(dealt->info().requests, opened->info().requests);
    EXPECT_NE(dealt->name.find("on 3 SMs"), std::string::npos) << dealt->name;
    const auto again = traced_on(*dealt, 5);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->dealt_sms, 0U);
    EXPECT_EQ(trace_of(*again).options.sm_count, 5U);
    EXPECT_EQ(trace_of(*again).scene, request.scene);
    EXPECT_EQ(open_recording(*again, pool, {})->info().device.sm_count, 5U);
    RecordingSpec part = opened->spec;
    part.part.requests = {0, 100};
    EXPECT_FALSE(traced_on(*open_recording(part, pool, {}), 5)) << "a trace is a whole one";
    EXPECT_FALSE(traced_on(*opened, 1U << 20)) << "more than the tracer has";
}

TEST(RecordingSpecTest, ACameraComesBackFromTextToTheLastBit) {
    TraceRequest request;
    request.scene = "builtin:teapot";
    for (const Camera& camera :
         {Camera{{1.0F / 3.0F, -2.5e-7F, 1e20F}, {1.0F, 2.0F, 3.0F}, {0.0F, 1.0F, 0.1F}, 33.3F},
          normalised({{1.0F / 3.0F, -2.5e-7F, 1e20F}, {1.0F, 2.0F, 3.0F}, {0.0F, 1.0F, 0.1F}, 33.3F})}) {
        request.camera = camera;
        const RecordingSpec spec = request;
        const RecordingSpec again(to_text(spec));
        EXPECT_EQ(again, spec);
        EXPECT_EQ(std::get<TraceRequest>(again.whole).camera, camera);
        EXPECT_EQ(trace_of(again).camera, normalised(camera)) << "what is traced and stored";
        EXPECT_EQ(spec_of(trace_of(again)), spec_of(trace_of(spec)));
    }
}

TEST(RecordingSpecTest, AFileIsLookedAtEachTimeItIsOpened) {
    const QTemporaryDir folder;
    RecordingSpec spec(SpecFile{folder.filePath(QStringLiteral("mesh.obj")).toStdString()});
    std::ofstream(*spec.file()) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    ThreadPool pool;
    EXPECT_FALSE(is_recording(open_recording(spec, pool, {})->spec));
    std::get<SpecFile>(spec.whole).contents = FileContents::recording;
    EXPECT_TRUE(open_recording(spec, pool, {})->traced) << "it was a recording when it was opened before";
}

} // namespace
} // namespace hitmap
