// What a writer accepts, the reader opens, with the same values.

#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recording_chunks.h"
#include "tests/trace/recording_in.h"
#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using namespace std::string_literals;

constexpr std::size_t most_name = std::size_t{1} << 16;

/// Texts, and what a recording has in their place.
const std::vector<std::pair<std::string, std::string>> texts{
    {"", ""},
    {"B\xc3\xbcste \xf0\x9f\x90\x87", "B\xc3\xbcste \xf0\x9f\x90\x87"},
    {"a\0b\x1b[1m\n"s, "a\0b\x1b[1m\n"s},
    {"B\xfcste.obj", "B\\xfcste.obj"},
    {"\xff\xfe", "\\xff\\xfe"},
    {"cut \xe2\x82", "cut \\xe2\\x82"},
    {"\xc0\x80 overlong", "\\xc0\\x80 overlong"},
    {"\xed\xa0\x80 surrogate", "\\xed\\xa0\\x80 surrogate"},
    {"\xf4\x90\x80\x80 beyond", "\\xf4\\x90\\x80\\x80 beyond"},
    {std::string(most_name, 'x'), std::string(most_name, 'x')},
    {std::string(most_name + 1, 'x'), std::string(most_name, 'x')},
    {std::string(most_name - 1, 'x') + "\xc3\xbc", std::string(most_name - 1, 'x')},
    {std::string(most_name - 2, 'x') + "\xff", std::string(most_name - 2, 'x') + "\\x"},
};

/// Calls visit(text) for every name in the tables.
template <class Info, class Visit>
void for_each_name(Info& info, const Visit& visit) {
    visit(info.producer);
    visit(info.source_name);
    for (auto& [name, value] : info.options) {
        visit(name);
        visit(value);
    }
    visit(info.device.name);
    for (auto& origin : info.origins)
        visit(origin.field);
    for (auto& launch : info.launches)
        visit(launch.kernel);
    for (auto& allocation : info.allocations)
        visit(allocation.name);
    const auto visit_place = [&](auto& place) {
        visit(place.function);
        visit(place.file);
    };
    for (auto& instruction : info.instructions) {
        visit_place(instruction.location);
        for (auto& call : instruction.inlined_at)
            visit_place(call);
    }
    for (auto& block : info.basic_blocks)
        visit_place(block.location);
    for (auto& source : info.sources) {
        visit(source.file);
        visit(source.text);
    }
}

/// A recording that has each table.
MemoryRecording with_tables() {
    MemoryRecording recording;
    RecordingInfo& info = recording.info;
    info.device = {"device", 2, 2};
    info.options.resize(1);
    info.origins.resize(1);
    info.allocations.resize(1);
    info.instructions.resize(1);
    info.instructions[0].inlined_at.resize(1);
    info.basic_blocks.resize(1);
    info.sources.resize(1);
    recording.launches.resize(1);
    Request request;
    request.mask = 1;
    recording.requests.push_back(request);
    return recording;
}

TEST(WriterLimits, EveryTextIsWrittenSoThatItIsRead) {
    ThreadPool pool(1);
    for (const bool grows : {false, true})
        for (const auto& each : texts) {
            const std::string text(each.first); // clang 14 captures no structured binding
            const std::string expected(each.second);
            SCOPED_TRACE(expected.substr(0, 40));
            MemoryRecording recording = with_tables();
            for_each_name(recording.info, [&](std::string& name) { name = text; });
            recording.info.sources[0].text = text.substr(0, 100); // has another limit
            recording.launches[0].kernel = text;
            HmtWriteOptions options;
            options.tables_grow = grows;
            const HmtFile file = recording_in(to_bytes(recording, options));
            file.validate(pool);
            const std::string source = file.info().sources[0].text;
            EXPECT_EQ(text.size() <= 100 ? source : expected, expected);
            RecordingInfo read = file.info();
            read.sources.clear();
            std::size_t names = 0;
            for_each_name(read, [&](const std::string& name) {
                EXPECT_EQ(name, expected);
                ++names;
            });
            EXPECT_EQ(names, 14U);
        }
}

TEST(WriterLimits, TheLastTablesHaveTheSameTexts) {
    for (const auto& [text, expected] : texts) {
        SCOPED_TRACE(expected.substr(0, 40));
        std::vector<std::byte> bytes;
        HmtWriteOptions options;
        options.tables_grow = true;
        const auto sink = write_hmt(create_memory(bytes), options);
        sink->begin({}, nullptr);
        sink->begin_launch({});
        Instruction instruction;
        instruction.location.function = text;
        sink->add_instruction(instruction);
        Launch launch;
        launch.kernel = text;
        sink->complete({Device{text}, {{text, text}}, {launch}});
        sink->finish();
        const HmtFile file = recording_in(std::move(bytes));
        EXPECT_EQ(file.info().device.name, expected);
        EXPECT_EQ(file.info().options.at(0).second, expected);
        EXPECT_EQ(file.info().launches.at(0).kernel, expected);
        EXPECT_EQ(file.info().instructions.at(0).location.function, expected);
    }
}

/// An information chunk as it was written when writers did not look at texts.
TEST(WriterLimits, OlderRecordingsWithOtherTextsAreOpened) {
    ByteWriter body;
    body.string("B\xfcste 1.0");
    body.string("B\xfcste.obj");
    for (int i = 0; i < 15; ++i)
        body.u8(0); // 8 for no options, device, origins and tables, 7 for no scene
    body.u64(0);
    body.u8(0);
    const HmtFile file =
        recording_in(whole_file_of({hmt::pack_chunk(hmt::info_chunk, 0, {}, body.bytes(), 0)}));
    EXPECT_EQ(file.info().producer, "B\\xfcste 1.0");
    EXPECT_EQ(file.info().source_name, "B\\xfcste.obj");
    ASSERT_EQ(file.info().options.size(), 1U);
    EXPECT_EQ(file.info().options[0].first, import_warning_option);
    EXPECT_EQ(file.info().options[0].second, "names that are not UTF-8, with \\xHH for their other bytes: 2");
}

/// What is wrong with a recording, and the beginning of the message.
struct Refused {
    std::function<void(MemoryRecording&)> change;
    std::string message;
};

std::string complaint_about(const MemoryRecording& recording, bool grows = false) {
    HmtWriteOptions options;
    options.tables_grow = grows;
    try {
        (void)to_bytes(recording, options);
        return "accepted";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(WriterLimits, WhatReadersRefuseIsRefused) {
    const std::vector<Refused> cases{
        {[](MemoryRecording& r) {
             r.info.allocations[0].name = "a";
             r.info.allocations[0].address = ~std::uint64_t{0};
             r.info.allocations[0].bytes = 8;
         },
         "allocation 'a' reaches beyond the end of the address space"},
        {[](MemoryRecording& r) { r.info.allocations[0].contents.resize(3); },
         "allocation '': expected contents of 0 bytes, found 3"},
        {[](MemoryRecording& r) { r.info.allocations.resize(4097); }, "expected at most 4096 allocations"},
        {[](MemoryRecording& r) { r.info.options.resize(65537); }, "expected at most 65536 options"},
        {[](MemoryRecording& r) { r.info.device.sm_count = 65537; }, "expected at most 65536 SMs"},
        {[](MemoryRecording& r) { r.info.instructions[0].bytes_per_lane = 129; },
         "expected at most 128 bytes per lane, found 129"},
        {[](MemoryRecording& r) { r.info.instructions[0].inlined_at.resize(65); },
         "expected at most 64 inlined calls, found 65"},
        {[](MemoryRecording& r) { r.requests[0].launch = 1; },
         "request 0: expected a launch below 1, found 1"},
        {[](MemoryRecording& r) { r.requests[0].mask = 0; }, "request 0: expected an active lane"},
        {[](MemoryRecording& r) { r.requests[0].sm = 2; }, "request 0: expected an SM below 2, found 2"},
        {[](MemoryRecording& r) {
             r.tags.push_back({{}, 1, 0, 0, {}});
         },
         "lane tag: expected a launch below 1, found 1"},
        {[](MemoryRecording& r) {
             r.tags.push_back({{}, 0, 0, 32, {}});
         },
         "lane tag: expected a lane below 32, found 32"},
        {[](MemoryRecording& r) {
             r.executions.push_back({{}, 0, 0, 0, 0, 1, 1});
         },
         "execution event 0: expected a basic block below 1, found 1"},
        {[](MemoryRecording& r) {
             r.has_scene = true;
             r.scene.face_slots.emplace_back(0, 0, 0);
         },
         "the recording: scene: expected face slot 0 to use vertices below 0, found 0"},
        {[](MemoryRecording& r) {
             r.has_scene = true;
             r.scene.box_level.resize(1);
         },
         "the recording: scene: expected 0 levels of boxes, found 1"},
        {[](MemoryRecording& r) {
             r.has_scene = true;
             r.scene.normals.resize(1);
             r.scene.normal_slots.resize(1);
         },
         "the recording: scene: expected 0 face slots with normals, found 1"},
    };
    for (const Refused& each : cases) {
        MemoryRecording recording = with_tables();
        EXPECT_EQ(complaint_about(recording), "accepted");
        each.change(recording);
        EXPECT_THAT(complaint_about(recording), HasSubstr(each.message));
    }
}

TEST(WriterLimits, TheLastTablesAgreeWithTheRequests) {
    const auto complaint = [](const Device& device) {
        std::vector<std::byte> bytes;
        HmtWriteOptions options;
        options.tables_grow = true;
        const auto sink = write_hmt(create_memory(bytes), options);
        RecordingInfo info;
        info.instructions.resize(1);
        sink->begin(info, nullptr);
        sink->begin_launch({});
        Request request;
        request.sm = 7;
        request.slot = 3;
        request.mask = 1;
        sink->add(request);
        try {
            sink->complete({device, {}, {Launch{}}});
            sink->finish();
            ThreadPool pool(1);
            recording_in(std::move(bytes)).validate(pool);
            return "valid"s;
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(complaint({"", 8, 4}), "valid");
    EXPECT_EQ(complaint({"", 0, 0}), "valid");
    EXPECT_EQ(complaint({"", 7, 4}), "expected at least 8 SMs, as requests have, found 7");
    EXPECT_EQ(complaint({"", 8, 3}), "expected at least 4 warp slots of an SM, as requests have, found 3");
}

TEST(WriterLimits, SumsOfFrames) {
    const auto complaint = [](const std::vector<RecordedSum>& sums) {
        std::vector<std::byte> bytes;
        HmtWriteOptions options;
        options.tables_grow = true;
        const auto sink = write_hmt(create_memory(bytes), options);
        RecordingInfo info;
        Allocation& boxes = info.allocations.emplace_back();
        boxes.role = Role::boxes;
        boxes.bytes = 48;
        boxes.stride = boxes.element_bytes = 24;
        sink->begin(info, nullptr);
        sink->begin_launch({});
        try {
            sink->add_frame(sums);
            sink->finish();
            ThreadPool pool(1);
            recording_in(std::move(bytes)).validate(pool);
            return "valid"s;
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(complaint({{1, 0, 1.5F, 0.0F, 2, 1}, {0, 0, 0.0F, 0.0F, 0, 0}}), "valid");
    EXPECT_EQ(complaint({{2, 0, 0.0F, 0.0F, 0, 0}}), "expected a box below 2, found 2");
    EXPECT_EQ(complaint({{0, 3, 0.0F, 0.0F, 0, 0}}), "expected a kind of element below 3, found 3");
    EXPECT_EQ(complaint({{0, 0, 2.5F, 0.0F, 2, 0}}), "expected hits from 0 to 2, the look-ups, found 2.5");
    EXPECT_THAT(complaint({{0, 0, 0.0F, std::nanf(""), 0, 3}}), HasSubstr("expected hits from 0 to 3"));
    EXPECT_EQ(complaint({{1, 0, 0.0F, 0.0F, 0, 0}, {1, 0, 0.0F, 0.0F, 0, 0}}),
              "expected one sum for each element, found two for box 1");
}

/// Changes one thing of a recording to something that may not be allowed.
void make_hostile(MemoryRecording& recording, std::mt19937& random) {
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    const auto number = [&] {
        constexpr std::array<std::uint64_t, 9> numbers{
            0, 1, 31, 32, 33, 65536, 65537, 0xffff'ffff, ~std::uint64_t{0}};
        return numbers[below(numbers.size())];
    };
    const auto number32 = [&] { return static_cast<std::uint32_t>(number()); };
    RecordingInfo& info = recording.info;
    const auto any = [&](auto& items) -> auto& {
        if (items.empty()) items.resize(1);
        return items[below(items.size())];
    };
    switch (below(18)) {
    case 0:
        return void(any(info.allocations).address = number());
    case 1:
        return void(any(info.allocations).bytes = number());
    case 2:
        return void(any(info.allocations).stride = number32());
    case 3:
        return void(any(info.allocations).element_bytes = number32());
    case 4:
        return void(any(info.allocations).layout = ElementLayout::planar);
    case 5:
        return void(any(info.allocations).contents.resize(below(70)));
    case 6:
        return void(any(info.instructions).bytes_per_lane = static_cast<std::uint16_t>(number()));
    case 7:
        return void(info.device.sm_count = number32());
    case 8:
        return void(info.device.warp_slots_per_sm = number32());
    case 9:
        return void(any(recording.requests).launch = number32());
    case 10:
        return void(any(recording.requests).slot = number32());
    case 11:
        return void(any(recording.requests).mask = number32());
    case 12:
        return void(any(recording.requests).address[below(32)] = number());
    case 13:
        return void(any(recording.tags).launch = number32());
    case 14:
        return void(any(recording.tags).lane = static_cast<std::uint8_t>(number()));
    case 15:
        return void(recording.launches.resize(below(4)));
    case 16:
        return void(any(recording.scene.face_slots).x = number32());
    default:
        return void(any(recording.scene.box_parent) = static_cast<std::int32_t>(number()));
    }
}

TEST(WriterLimits, WhateverIsAcceptedIsOpened) {
    ThreadPool pool(1);
    std::mt19937 random(7);
    int accepted = 0;
    constexpr int trials = 600;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        MemoryRecording recording = random_recording(static_cast<std::uint64_t>(trial), 20);
        for (std::uint64_t changes = 1 + random() % 3; changes != 0; --changes)
            make_hostile(recording, random);
        std::vector<std::byte> bytes;
        try {
            bytes = to_bytes(recording, {});
        } catch (const Error&) {
            continue; // It is refused.
        }
        ++accepted;
        try {
            const HmtFile file = recording_in(std::move(bytes));
            file.validate(pool);
            EXPECT_EQ(file.info().requests, recording.requests.size());
            EXPECT_EQ(file.info().allocations.size(), recording.info.allocations.size());
            for (std::size_t i = 0; i < file.info().allocations.size(); ++i) {
                EXPECT_EQ(file.info().allocations[i].address, recording.info.allocations[i].address);
                EXPECT_EQ(file.info().allocations[i].bytes, recording.info.allocations[i].bytes);
            }
            EXPECT_EQ(file.info().device.sm_count, recording.info.device.sm_count);
        } catch (const Error& error) {
            ADD_FAILURE() << "written, but not read: " << error.what();
        }
    }
    EXPECT_GT(accepted, trials / 10);
    EXPECT_LT(accepted, trials * 9 / 10);
}

} // namespace
} // namespace hitmap
