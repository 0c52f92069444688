#include "tests/capture/spirv/exact_access.h"
#include "tests/capture/spirv/headless_device.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "capture/log/log_reader.h"
#include "capture/spirv/instrument.h"

namespace hitmap::capture {
namespace {

constexpr std::uint32_t group_size = 30; // of exact.comp

/// shaders/exact.comp with its buffers on a device, with a log.
class ExactRun : public testing::Test {
protected:
    ExactRun() : log_(device_.buffer(std::size_t{1} << 20)) {
        const auto filled = [&](const std::vector<std::uint32_t>& words) -> HeadlessBuffer& {
            HeadlessBuffer& buffer = device_.buffer(words.size() * 4);
            std::memcpy(buffer.bytes.data(), words.data(), words.size() * 4);
            return buffer;
        };
        in_ = &filled(input_.in);
        HeadlessBuffer& constants = filled(input_.constants);
        HeadlessBuffer& texels = filled(input_.texels);
        far_ = &device_.buffer(4096);
        for (HeadlessBuffer*& out : outs_)
            out = &device_.buffer(4096);
        bindings_ = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, {in_}},
                     {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, {outs_[0], outs_[1], outs_[2]}},
                     {2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, {&constants}},
                     {3, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, {&texels}}};
        options_.log_address = log_.address;
        header(log_dispatch) = 77;
        header(log_enabled) = 1;
        header(log_last_group) = 0xffffffff;
        header(log_capacity) =
            static_cast<std::uint32_t>((log_.bytes.size() - log_header_bytes) / log_unit_bytes);
    }

    std::uint32_t& header(std::uint32_t offset) { return log_.as<std::uint32_t>()[offset / 4]; }
    std::uint64_t used() { return log_.as<std::uint64_t>()[0]; }
    std::span<const std::uint64_t> units() {
        return log_.as<const std::uint64_t>().subspan(log_header_bytes / log_unit_bytes);
    }

    void run(std::span<const std::uint32_t> words) {
        std::vector<std::byte> push(8);
        std::memcpy(push.data(), &far_->address, 8);
        const auto kernel = device_.kernel(words, bindings_, push, {input_.groups[0], input_.groups[1], 1});
        device_.run(*kernel);
    }
    void run_instrumented() {
        module_ = instrument(compiled_shader("exact.comp-1.5"), options_);
        ASSERT_EQ(validation_errors(module_.words), "");
        run(module_.words);
    }

    /// The text that exact_accesses() has for a lane of a record.
    std::vector<std::string> access_texts(const LogRecord& record, std::uint32_t rank) const {
        const Access& access = module_.accesses.at(module_.sites.at(record.site).index);
        const Binding& binding = module_.bindings.at(access.binding);
        std::string text = access.operation == Operation::load    ? "load "
                           : access.operation == Operation::store ? "store "
                                                                  : "atomic ";
        text += binding.name;
        std::uint64_t offset = 0;
        switch (record.payload) {
        case Payload::address:
            offset = record.wide(rank) - far_->address;
            break;
        case Payload::indexed_offset:
            text += "(" + std::to_string(record.word(rank, 1)) + ")";
            [[fallthrough]];
        default:
            offset = record.word(rank, 0);
        }
        if (record.payload == Payload::offset && binding.array_length > 1) {
            text += "(" + std::to_string(access.array_index) + ")";
        }
        if (access.texel_bytes != 0) offset *= access.texel_bytes;
        std::vector<std::string> texts;
        for (const Piece& piece : access.pieces)
            texts.push_back(text + "+" + std::to_string(offset + piece.offset));
        return texts;
    }

    /// Reads a log into the accesses of each invocation.
    std::map<std::uint32_t, std::vector<std::string>>
    accesses_by_invocation(std::span<const std::uint64_t> log) {
        std::map<std::uint32_t, std::vector<std::string>> accesses;
        LogReader reader;
        EXPECT_EQ(reader.read(log, 0, [&](const LogRecord& record) { add(record, accesses); }), log.size());
        EXPECT_EQ(reader.skipped(), 0U);
        return accesses;
    }
    void add(const LogRecord& record, std::map<std::uint32_t, std::vector<std::string>>& accesses) {
        EXPECT_EQ(record.subgroup->dispatch, 77U);
        if (module_.sites.at(record.site).kind != SiteKind::access) return;
        const auto& group = record.subgroup->group;
        std::uint32_t rank = 0;
        std::uint32_t number = 0; // of the lane among those of the subgroup
        for (std::uint32_t lane = 0; lane < 64; ++lane) {
            const std::uint64_t bit = std::uint64_t{1} << lane;
            if ((record.mask[0] & bit) != 0) {
                const std::uint32_t invocation = group_size * (group[0] + input_.groups[0] * group[1]) +
                                                 record.subgroup->invocations.at(number);
                for (std::string& text : access_texts(record, rank++))
                    accesses[invocation].push_back(std::move(text));
            }
            number += (record.subgroup->mask[0] & bit) != 0 ? 1 : 0;
        }
    }

    void expect_exact(std::span<const std::uint64_t> log) {
        const auto accesses = accesses_by_invocation(log);
        const std::uint32_t invocations = group_size * input_.groups[0] * input_.groups[1];
        EXPECT_EQ(accesses.size(), invocations);
        for (const auto& [i, texts] : accesses)
            EXPECT_EQ(texts, exact_accesses(input_, i)) << "invocation " << i;
    }

    HeadlessDevice device_;
    ExactInput input_ = exact_input();
    HeadlessBuffer& log_;
    HeadlessBuffer* in_;
    HeadlessBuffer* far_;
    std::array<HeadlessBuffer*, 3> outs_;
    std::vector<HeadlessBinding> bindings_;
    InstrumentOptions options_;
    InstrumentedModule module_;
};

TEST_F(ExactRun, LogsEachAccessOfEachInvocationInOrder) {
    run_instrumented();
    expect_exact(units().first(used()));
}

TEST_F(ExactRun, LogsTheSameWithout64BitAtomics) {
    options_.int64_atomics = false;
    run_instrumented();
    expect_exact(units().first(used()));
}

TEST_F(ExactRun, LogsTheSameWithWideMasksClockAndBlocks) {
    options_.subgroup_size = 128;
    options_.clock = Clock::device;
    options_.blocks = true;
    run_instrumented();
    expect_exact(units().first(used()));
}

TEST_F(ExactRun, LeavesResultsAsTheyAre) {
    const auto results = [&] {
        std::vector<std::byte> bytes;
        for (const HeadlessBuffer* buffer : {in_, far_, outs_[0], outs_[1], outs_[2]}) {
            bytes.insert(bytes.end(), buffer->bytes.begin(), buffer->bytes.end());
        }
        return bytes;
    };
    const auto clear = [&] {
        in_->as<std::uint32_t>()[0] = 0;
        for (HeadlessBuffer* buffer : {far_, outs_[0], outs_[1], outs_[2]})
            std::fill(buffer->bytes.begin(), buffer->bytes.end(), std::byte{0});
    };
    clear();
    run(compiled_shader("exact.comp-1.5"));
    const std::vector<std::byte> plain = results();
    EXPECT_THAT(plain, testing::Contains(testing::Ne(std::byte{0})));
    clear();
    run_instrumented();
    EXPECT_TRUE(results() == plain);
}

TEST_F(ExactRun, LanesOfOneBranchShareARecord) {
    run_instrumented();
    // The masks of the first branch, which odd invocations take, of the first subgroup of work group 0, 0.
    std::set<std::uint64_t> masks;
    LogReader reader;
    reader.read(units().first(used()), 0, [&](const LogRecord& record) {
        if (module_.sites.at(record.site).kind != SiteKind::access) return;
        const Access& access = module_.accesses.at(module_.sites.at(record.site).index);
        const auto& subgroup = *record.subgroup;
        const bool is_first =
            subgroup.group == std::array<std::uint32_t, 3>{0, 0, 0} && subgroup.invocations.at(0) == 0;
        if (is_first && access.location.line == 25) masks.insert(record.mask[0]);
    });
    std::uint64_t odd = 0;
    reader.read(units().first(used()), 0, [&](const LogRecord& record) {
        const auto& subgroup = *record.subgroup;
        if (record.payload != Payload::begin || subgroup.group != std::array<std::uint32_t, 3>{0, 0, 0})
            return;
        if (subgroup.invocations.at(0) != 0) return;
        std::uint32_t number = 0;
        for (std::uint32_t lane = 0; lane < 64; ++lane) {
            if ((subgroup.mask[0] >> lane & 1) == 0) continue;
            if (subgroup.invocations.at(number++) % 2 == 1) odd |= std::uint64_t{1} << lane;
        }
    });
    EXPECT_THAT(masks, testing::ElementsAre(odd));
}

TEST_F(ExactRun, CountsWhatAFullLogDoesNotHold) {
    run_instrumented();
    const std::uint64_t needed = used();
    std::fill(log_.bytes.begin() + log_header_bytes, log_.bytes.end(), std::byte{0});
    header(0) = header(4) = 0;
    header(log_capacity) = 500;
    run(module_.words);
    EXPECT_EQ(used(), needed);
    LogReader reader;
    std::size_t records = 0;
    const std::size_t read = reader.read(units().first(501), 0, [&](const LogRecord&) { ++records; });
    EXPECT_GT(records, 20U);
    EXPECT_GT(read, 400U);
    EXPECT_LE(read, 500U);
    EXPECT_EQ(reader.skipped(), 0U);
    EXPECT_EQ(units()[500], 0U) << "behind the capacity";
}

TEST_F(ExactRun, CountOnlyWritesNothing) {
    run_instrumented();
    const std::uint64_t needed = used();
    std::fill(log_.bytes.begin() + log_header_bytes, log_.bytes.end(), std::byte{0});
    header(0) = header(4) = 0;
    options_.count_only = true;
    run_instrumented();
    EXPECT_EQ(used(), needed);
    EXPECT_THAT(units().first(1000), testing::Each(0U));
}

TEST_F(ExactRun, RecordsTheChosenWorkGroups) {
    header(log_first_group) = 2; // group (2, 0) and group (0, 1)
    header(log_last_group) = 4;
    run_instrumented();
    std::set<std::array<std::uint32_t, 3>> groups;
    LogReader reader;
    reader.read(units().first(used()), 0,
                [&](const LogRecord& record) { groups.insert(record.subgroup->group); });
    EXPECT_THAT(groups, testing::ElementsAre(std::array<std::uint32_t, 3>{0, 1, 0},
                                             std::array<std::uint32_t, 3>{2, 0, 0}));
    header(0) = header(4) = 0;
    header(log_enabled) = 0;
    run(module_.words);
    EXPECT_EQ(used(), 0U);
}

} // namespace
} // namespace hitmap::capture
