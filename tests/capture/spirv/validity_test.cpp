#include "tests/capture/spirv/spirv_tools.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "capture/spirv/instrument.h"

namespace hitmap::capture {
namespace {

/// Options that change the code that is added.
std::vector<std::pair<std::string, InstrumentOptions>> variants() {
    InstrumentOptions all;
    all.log_address = 0x7f0012340040;
    all.stages = 0x7f;
    std::vector<std::pair<std::string, InstrumentOptions>> variants{{"plain", all}};
    const auto add = [&](const std::string& name, auto change) {
        InstrumentOptions options = all;
        change(options);
        variants.emplace_back(name, options);
    };
    add("blocks", [](InstrumentOptions& o) { o.blocks = true; });
    add("blocks alone", [](InstrumentOptions& o) {
        o.blocks = true;
        o.accesses = false;
    });
    add("clock", [](InstrumentOptions& o) { o.clock = Clock::subgroup; });
    add("ring", [](InstrumentOptions& o) { o.wait_when_full = true; });
    add("count", [](InstrumentOptions& o) { o.count_only = true; });
    add("wide", [](InstrumentOptions& o) {
        o.subgroup_size = 128;
        o.clock = Clock::device;
    });
    add("32-bit atomics", [](InstrumentOptions& o) { o.int64_atomics = false; });
    add("32-bit ring", [](InstrumentOptions& o) {
        o.int64_atomics = false;
        o.wait_when_full = true;
    });
    add("draws", [](InstrumentOptions& o) { o.draw_input = o.draw_output = 31; });
    add("draws that vertex shaders do not record", [](InstrumentOptions& o) {
        o.draw_input = 15;
        o.draw_output = 31;
        o.stages &= ~static_cast<std::uint32_t>(stage_vertex);
    });
    add("parts", [](InstrumentOptions& o) { o.parts_address = 0x7f0056780040; });
    add("parts with blocks and 32-bit atomics", [](InstrumentOptions& o) {
        o.parts_address = 0x7f0056780040;
        o.blocks = true;
        o.int64_atomics = false;
    });
    add("SM", [](InstrumentOptions& o) { o.core = CoreNumber::nv_sm_builtins; });
    return variants;
}

class Validity : public testing::TestWithParam<const char*> {};

TEST_P(Validity, WhatIsWrittenIsValid) {
    const std::vector<std::uint32_t> words = compiled_shader(GetParam());
    ASSERT_EQ(validation_errors(words), "");
    for (const auto& [name, options] : variants()) {
        const InstrumentedModule module = instrument(words, options);
        EXPECT_TRUE(module.changed) << name;
        EXPECT_EQ(validation_errors(module.words), "") << name;
        EXPECT_GE(module.words.at(1), 0x00010300U);
        EXPECT_GE(module.words.at(1), words.at(1));
    }
}

TEST_P(Validity, TheSameInputGivesTheSameOutput) {
    const std::vector<std::uint32_t> words = compiled_shader(GetParam());
    const InstrumentOptions options{.log_address = 0x1000, .stages = 0x7f, .blocks = true};
    EXPECT_TRUE(instrument(words, options).words == instrument(words, options).words);
}

INSTANTIATE_TEST_SUITE_P(Shaders, Validity,
                         testing::Values("flow.comp-1.0", "demote.frag-1.0", "pull.vert-1.0", "flow.comp-1.3",
                                         "images.comp-1.3", "buffers.comp-1.4", "demote.frag-1.4",
                                         "trace.rgen-1.4", "hit.rchit-1.4", "points.mesh-1.4",
                                         "exact.comp-1.5", "buffers.comp-1.5", "memory_model.comp-1.5",
                                         "images.comp-1.5", "pull.vert-1.5", "flow.comp-1.6",
                                         "buffers.comp-1.6", "demote.frag-1.6", "trace.rgen-1.6",
                                         "bounce.rgen-1.5", "inside.rint-1.5", "mask.rahit-1.5",
                                         "sky.rmiss-1.5", "shade.rcall-1.5", "hit.rchit-1.5",
                                         "images.comp-debug-info"));

} // namespace
} // namespace hitmap::capture
