#include "core/base/error.h"
#include "core/replay/replay_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(ReplayOptions, TheirTextsNameWhatDiffers) {
    EXPECT_EQ(to_string(ReplayOptions()), "");
    EXPECT_EQ(title_of(ReplayOptions()), "as replayed");
    const char* text = "bvh=median node-format=rdna4 order=midpoint unit=independent";
    EXPECT_EQ(to_string(parse_replay(text)), text);
    EXPECT_EQ(title_of(parse_replay(text)),
              "bvh median, node-format rdna4, order midpoint, unit independent");
}

TEST(ReplayOptions, RecordingsNameThoseThatHaveAMeaning) {
    EXPECT_THAT(option_texts(parse_replay("node-format=xe")),
                testing::ElementsAre(testing::Pair("tree", "hitmap"), testing::Pair("bvh", "sah"),
                                     testing::Pair("node-order", "dfs"), testing::Pair("face-order", "keep"),
                                     testing::Pair("node-format", "xe"), testing::Pair("order", "nearest"),
                                     testing::Pair("unit", "lockstep"), testing::Pair("unit-cache", "l1")));
    EXPECT_THAT(option_texts(parse_replay("tree=driver")),
                testing::ElementsAre(testing::Pair("tree", "driver"), testing::Pair("unit", "lockstep"),
                                     testing::Pair("unit-cache", "l1")));
    EXPECT_THAT(option_texts(ReplayOptions()), testing::Contains(testing::Pair("leaf-size", "4")));
}

TEST(ReplayOptions, WhatContradictsIsRefused) {
    const auto message_of = [](const char* text) {
        try {
            (void)parse_replay(text);
        } catch (const UsageError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(message_of("unit=independent"),
              "--unit independent: expected --node-format of hardware, found hitmap");
    EXPECT_EQ(message_of("unit-cache=none"),
              "--unit-cache none: expected --node-format of hardware, found hitmap");
    EXPECT_EQ(message_of("node-format=rdna2 leaf-size=2"),
              "--leaf-size 2: the node format rdna2 has one of its own");
    EXPECT_EQ(message_of("tree=driver bvh=median"),
              "--bvh median: the tree of the driver is as it is in memory");
    EXPECT_EQ(message_of("tree=driver unit=independent"), "");
    EXPECT_EQ(message_of("node-format=ada"),
              "--node-format: expected hitmap|rdna2|rdna4|xe|cwbvh|lavapipe, found 'ada'");
    EXPECT_EQ(message_of("colour=red"), "a replay has no option 'colour'");
    EXPECT_EQ(message_of("colour"), "expected options of a replay, each with =, found 'colour'");
}

} // namespace
} // namespace hitmap
