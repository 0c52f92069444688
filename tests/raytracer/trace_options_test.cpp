#include "core/base/error.h"
#include "core/raytracer/trace_scene.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <string>

namespace hitmap {
namespace {

std::string message_of(const TraceOptions& options) {
    NullSink sink;
    ThreadPool pool(1);
    try {
        trace_scene(triangle_soup(3, 1), options, sink, pool);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(TraceOptions, OutOfRangeNamesTheOption) {
    const auto with = [](auto member, std::uint32_t value) {
        TraceOptions options;
        options.*member = value;
        return message_of(options);
    };
    EXPECT_EQ(with(&TraceOptions::sm_count, 0), "--sms: expected a whole number from 1 to 4096, found '0'");
    EXPECT_EQ(with(&TraceOptions::sm_count, 4097),
              "--sms: expected a whole number from 1 to 4096, found '4097'");
    EXPECT_EQ(with(&TraceOptions::warps_per_sm, 0),
              "--warps-per-sm: expected a whole number from 1 to 64, found '0'");
    EXPECT_EQ(with(&TraceOptions::warps_per_sm, 65),
              "--warps-per-sm: expected a whole number from 1 to 64, found '65'");
    EXPECT_EQ(
        with(&TraceOptions::width, 0),
        "--resolution: expected WIDTHxHEIGHT with numbers from 1 to 65536, e.g. 512x512, found '0x512'");
    EXPECT_EQ(
        with(&TraceOptions::height, 65537),
        "--resolution: expected WIDTHxHEIGHT with numbers from 1 to 65536, e.g. 512x512, found '512x65537'");
    TraceOptions large;
    large.width = large.height = 65536;
    EXPECT_EQ(message_of(large), "--resolution: expected less than 2^31 pixels, found '65536x65536'");
    TraceOptions leaf;
    leaf.bvh.leaf_size = 65;
    EXPECT_EQ(message_of(leaf), "--leaf-size: expected a whole number from 1 to 64, found '65'");
}

TEST(TraceOptions, EveryAllowedTextIsUnderstoodAndGivenBack) {
    for (const TraceOption& option : trace_option_table()) {
        SCOPED_TRACE(option.name);
        EXPECT_EQ(&trace_option(option.name), &option);
        EXPECT_FALSE(option.help.empty());
        EXPECT_FALSE(option.form.empty());
        TraceOptions options;
        option.set(options, option.get(options));
        for (const TraceOption::Value& value : option.values) {
            EXPECT_FALSE(value.help.empty()) << value.name;
            std::string text = value.name;
            if (const auto colon = text.find(':'); colon != std::string::npos) text.replace(colon, 2, ":7");
            option.set(options, text);
            EXPECT_EQ(option.get(options), text);
        }
        try {
            option.set(options, "x");
            ADD_FAILURE() << "x was accepted";
        } catch (const UsageError& error) {
            EXPECT_EQ(std::string(error.what()).rfind("--" + option.name + ": expected ", 0), 0U)
                << error.what();
        }
    }
    EXPECT_THROW(static_cast<void>(trace_option("colour")), UsageError);
}

TEST(TraceOptions, RaysHaveANumberWhereTheyNeedOne) {
    const auto message = [](std::string_view text) -> std::string {
        TraceOptions options;
        try {
            trace_option("rays").set(options, text);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message("ao"), "--rays: expected primary|shadow|ao:N|path:D, found 'ao'");
    EXPECT_EQ(message("shadow:1"), "--rays: expected primary|shadow|ao:N|path:D, found 'shadow:1'");
    EXPECT_EQ(message("ao:0"), "--rays ao: expected a whole number from 1 to 4096, found '0'");
    EXPECT_EQ(message("path:65"), "--rays path: expected a whole number from 1 to 64, found '65'");
    EXPECT_EQ(message("path:"), "--rays path: expected a whole number from 1 to 64, found ''");
}

TEST(TraceOptions, OneThreadAPixelHasNoQueues) {
    TraceOptions options;
    options.kernel = Kernel::pixel;
    EXPECT_EQ(message_of(options), "");
    options.fetch = Fetch::warp;
    EXPECT_EQ(message_of(options),
              "--fetch warp: expected a kernel of persistent threads, found --kernel pixel");
    options.fetch = Fetch::lane;
    options.schedule = Schedule::sm_scanline;
    EXPECT_EQ(message_of(options),
              "--schedule sm-scanline: expected a kernel of persistent threads, found --kernel pixel");
}

/// Requests a stop after a number of requests and counts those that follow.
class StoppingSink : public NullSink {
public:
    explicit StoppingSink(std::uint64_t after) : after_(after) {}
    void add(const Request&) override {
        if (++requests == after_) stop.request_stop();
    }
    std::stop_source stop;
    std::uint64_t requests = 0;

private:
    std::uint64_t after_;
};

TEST(TraceScene, StopsWithinAStepOfTheDevice) {
    TraceOptions options;
    options.width = options.height = 64;
    options.sm_count = 10;
    StoppingSink sink(1000);
    ThreadPool pool(1);
    EXPECT_THROW(trace_scene(triangle_soup(300, 1), options, sink, pool, {sink.stop.get_token(), nullptr}),
                 Cancelled);
    EXPECT_LE(sink.requests, 1010U);
}

TEST(TraceScene, ProgressCountsPixels) {
    TraceOptions options;
    options.width = 20;
    options.height = 10;
    Progress progress;
    NullSink sink;
    ThreadPool pool(1);
    trace_scene(triangle_soup(30, 1), options, sink, pool, {{}, &progress});
    const Progress::Snapshot snapshot = progress.snapshot();
    EXPECT_EQ(snapshot.done, 200U);
    EXPECT_EQ(snapshot.total, 200U);
    EXPECT_EQ(snapshot.unit, "pixels");
}

class FailingSink : public NullSink {
public:
    void add(const Request&) override {
        if (++requests_ == 500) throw FileError("out.hmt", "", "disk full");
    }

private:
    int requests_ = 0;
};

TEST(TraceScene, PassesOnWhatTheSinkThrows) {
    TraceOptions options;
    options.width = options.height = 32;
    FailingSink sink;
    ThreadPool pool(1);
    EXPECT_THROW(trace_scene(triangle_soup(100, 1), options, sink, pool), FileError);
}

} // namespace
} // namespace hitmap
